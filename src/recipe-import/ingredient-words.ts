/** Phrases in ingredient lists that are neither an amount nor a name. */

/** "to taste" and similar phrases. */
export const TO_TASTE =
  /(?:^|[\s,(])((?:(?:or|oder|ou|o) )?(?:to taste|as needed|as required|nach geschmack|nach belieben|nach bedarf|n\.\s?b\.|selon (?:votre |le )?goût|au goût|à votre goût|quanto basta|q\.\s?b\.?|qb|a piacere|al gusto|a gusto|a gosto|q\.\s?s\.?|naar smaak|naar behoefte|efter smag|efter behag|efter smak|etter smak|do smaku|podle chuti|podľa chuti|dle chuti|po ukusu|po želji|ízlés szerint|適量|适量|少々|少许|少許|适当|少量|по вкусу|по желанию|за смаком|до смаку|на вкус|по вкус|ao gosto|după gust|dupa gust|maun mukaan|isteğe göre|damak tadına göre|κατά βούληση|όσο πάρει|לפי הטעם|לפי הצורך|حسب الرغبة|حسب الذوق|حسب الحاجة|به مقدار لازم|به میزان لازم|حسب ذائقہ|حسب ضرورت|स्वादानुसार|स्वाद अनुसार|आवश्यकतानुसार|ตามชอบ|เล็กน้อย|약간|조금|적당량|secukupnya|tùy khẩu vị|vừa đủ))(?=$|[\s,).])/iu;

const OPTIONAL_WORDS =
  'optional|wahlweise|nach wunsch|facultatif|facultative|facoltativo|facoltativa|opzionale|opcional|optioneel|valgfrit|valgfri|valfritt|valfri|opcjonalnie|opcionális|elhagyható|opcionalno|po želji|nepovinné|voliteľné|可选|お好みで';
export const OPTIONAL = new RegExp(`(?:^|[\\s,(;])(?:${OPTIONAL_WORDS})(?=$|[\\s,);:.])`, 'iu');
export const OPTIONAL_PREFIX = new RegExp(`^(?:${OPTIONAL_WORDS})\\s?[:;,–-]?\\s+(?=\\S)`, 'iu');
export const ONLY_OPTIONAL = new RegExp(`^(?:${OPTIONAL_WORDS}|if desired|if using|if needed)[.]?$`, 'iu');

/** "To serve: lots of tofu": the use before the name. */
export const USE_PREFIX =
  /^((?:to|for) (?:serve|serving|garnish|finish|garnishing)|optional|garnish|zum servieren|pour servir|per servire|para servir|om te serveren|til servering|till servering)\s?:\s+(?=\S)/iu;

/** "About 3 cups": the amount is approximate. A number must follow. */
export const ABOUT =
  /^(?:an? )?(about|approximately|approx\.?|around|roughly|up to|at least|scant|generous|heaping|heaped|rounded|circa|cirka|cca\.?|ca\.?|etwa|ungefähr|environ|aproximadamente|aproximativ|aprox\.?|unos|unas|cerca de|ongeveer|około|asi|kb\.?|noin|n\.|oko|yaklaşık|примерно|около|приблизно|приблизительно|близько|περίπου|בערך|כ-|حوالي|تقريباً|تقريبا|حدود|تقریباً|تقریبا|लगभग|करीब|ประมาณ|약|約|约|khoảng|sekitar|kira-kira|kurang lebih|~|≈)\s?(?=\S)/iu;

/** Indefinite amounts. */
export const VAGUE =
  /^(etwas|ein wenig|ein bisschen|some|a little|a few|lots of|plenty of|un peu d[e']|quelques|un po' di|qualche|un poco de|un pouco de|lidt|litt|lite|wat|een beetje|trochę|kevés|malo|trocha|trochu|kilka|parę|câteva|puțin|puţin|biraz|birkaç|hieman|muutama|vähän|немного|несколько|чуть-чуть|трохи|кілька|малко|няколко|λίγο|λίγη|λίγα|μερικά|קצת|מעט|כמה|قليل من|القليل من|بعض|کمی|مقداری|تھوڑا سا|تھوڑی سی|थोड़ा|थोड़ी|थोड़ा सा|một ít|một chút|vài|sedikit|beberapa)\s(?=\S)|^(适量|適量|少许|少許|少量|若干|약간의)\s?(?=\S)/iu;

/** The same behind a name, in scripts without spaces. */
export const VAGUE_SUFFIX =
  /(?<=\p{L}\p{M}?)(適量|适量|少々|少许|少許|若干|เล็กน้อย|ตามชอบ|약간|조금|적당량)$/u;

export const SIZES = new Set(
  'large small medium big heaping heaped level rounded scant generous good packed whole fresh thin thick nagy kis közepes große großer großes grosse kleine kleiner kleines mittelgroße gehäufte gehäufter gestrichene gestrichener grote kleine grand grande grands grandes gros grosse petit petite petits petites stor stora store små liten lille grandi piccolo piccola piccoli pequeño pequeña pequeños pequeñas duży duże duża mały małe mała velký velká velké malý malá malé veľký veľká veľké velika velike mala male loosely lightly firmly tightly couple thumb-sized bite-sized gestr. geh. gestrichen gehäuft gr. kl. rasa rasado rasada colmado colmada rase rases bombée cheia cheias afgestreken volle полная полные большая большой большие маленькая'.split(
    ' ',
  ),
);

/** Containers whose size is given by weight: "15 oz can of beans". */
export const CONTAINER =
  /^(cans?|tins?|jars?|packages?|packets?|pkgs?\.?|boxes|box|bags?|containers?|cartons?|bottles?|tubs?|blocks?|pouch|pouches|packs?|sachets?|punnets?)\s+(?:of\s+)?(?=\S)/i;

/** Joins a measure to its food: "2 cups of milk", "gousses d'ail". */
export const JOINT =
  /^(?:of|من|של|de|di|do|da|du|des|del|della|dello|delle|degli|dei|von|vom|van|af|av)\s+(?=\S)|^(?:d|dell|all)['’]\s?(?=\S)/i;

/** "1 teaspoon each salt and pepper". */
export const EACH = /^(each)(?: of)?(?: the)?\s?:?\s+(?=\S)/i;

/** Words that mean one where no number stands before them, as keys of units. */
export const ONE_OF = new Set(
  'pinch handful handfuls dash splash drizzle squeeze knob glug sprig bunch handvoll bund poignée manciata puñado punhado handje handvol scheut scheutje näve garść hrst hrsť marék כף כפית כוס חבילה חבילת צרור שקית גביע פחית קופסת קופסתשימורי ליטר كوب كأس ملعقةكبيرة ملعقةصغيرة ملعقةطعام ملعقةشاي ملعقة علبة باقة حزمة حبة فص لتر كيلو شريحة قطعة رأس كيس ظرف پیالی مشت горсть пучок'.split(
    ' ',
  ),
);

/** Adjectives, after which a comma does not start a note: "red, white and pink sprinkles". */
export const DESCRIBING = new Set(
  'red white pink green yellow black brown blue orange dark light large small medium big boneless skinless skin-on bone-in unsalted salted unsweetened sweetened unflavored plain low-fat nonfat non-fat fat-free full-fat low-sodium raw ripe firm fresh dried dry frozen cold hot warm whole lean thick thin soft hard crisp crispy crunchy good organic natural pure fine coarse sweet sour smoked roasted toasted cooked uncooked unpeeled peeled ground shredded grated minced chopped sliced diced crushed packed freshly finely thinly roughly very large-flake old-fashioned quick pitted canned große kleine frische reife dünne rote grüne weiße lange grote kleine verse rijpe'.split(
    ' ',
  ),
);
