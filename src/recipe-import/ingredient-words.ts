/** Phrases in ingredient lists that are neither an amount nor a name. */

/** "to taste" and similar phrases. */
export const TO_TASTE =
  /(?:^|[\s,(])((?:(?:or|oder|ou|o) )?(?:to taste|as needed|as required|nach geschmack|nach belieben|nach bedarf|n\.\s?b\.|selon (?:votre |le )?goût|selon les goûts|selon envie|au goût|à votre goût|quanto basta|q\.\s?b\.?|qb|a piacere|al gusto|a gusto|al gust|c\/n|c\/s|c\.\s?n\.|cantidad necesaria|a discreción|pagal skonį|pēc garšas|maitse järgi|po okusu|a gosto|q\.\s?s\.?|naar eigen smaak|naar smaak|naar behoefte|naar wens|efter smag|efter behag|efter behov|efter ønske|etter ønske|etter behov|efter smak|etter smak|do smaku|według uznania|wg uznania|podle chuti|podle potřeby|podľa potreby|po potrebi|prema potrebi|podľa chuti|dle chuti|po ukusu|po želji|ízlés szerint|適宜|適当|お好みで|お好み|酌量|随意|隨意|適量|适量|少々|少许|少許|适当|少量|по вкусу|по желанию|по необходимости|за смаком|до смаку|за бажанням|за потреби|по желание|на вкус|по вкус|ao gosto|după gust|dupa gust|după preferință|la nevoie|cât cuprinde|maun mukaan|oman maun mukaan|tarpeen mukaan|isteğe göre|arzuya göre|gerektiği kadar|aldığı kadar|alabildiği kadar|göz kararı|yeteri kadar|damak tadına göre|κατά βούληση|κατά προτίμηση|όσο χρειάζεται|όσο χρειαστεί|όσο σηκώσει|όσο πάρει|לפי הטעם|לפי הצורך|حسب الرغبة|حسب الذوق|حسب الحاجة|به مقدار لازم|به میزان لازم|به مقدار کافی|به میزان کافی|به اندازه کافی|به دلخواه|حسب ذائقہ|حسب منشا|حسب پسند|حسب ضرورت|स्वाद के अनुसार|स्वादनुसार|आवश्यकता अनुसार|जरूरत अनुसार|ज़रूरत के अनुसार|इच्छानुसार|চাহিদামতো|স্বাদমতো|পরিমাণমতো|தேவையான அளவு|स्वादानुसार|स्वाद अनुसार|आवश्यकतानुसार|ตามชอบ|ตามต้องการ|พอประมาณ|เล็กน้อย|취향껏|넉넉히|적당히|소량|약간|조금|적당량|secukupnya|sesuai selera|tùy thích|vừa ăn|tùy khẩu vị|vừa đủ))(?=$|[\s,).])/iu;

const OPTIONAL_WORDS =
  'optional|evtl\\.|eventuell|ggf\\.|eventueel|eventuelt|eventuellt|éventuellement|eventualmente|ewentualnie|případně|wahlweise|nach wunsch|facultatif|facultative|facoltativo|facoltativa|opzionale|opcional|optioneel|valgfrit|valgfri|valfritt|valfri|opcjonalnie|opcionális|elhagyható|opcionalno|po želji|nepovinné|voliteľné|可选|お好みで';
export const OPTIONAL = new RegExp(`(?:^|[\\s,(;])(?:${OPTIONAL_WORDS})(?=$|[\\s,);:.])`, 'iu');
export const OPTIONAL_PREFIX = new RegExp(`^(?:${OPTIONAL_WORDS})\\s?[:;,–-]?\\s+(?=\\S)`, 'iu');
export const ONLY_OPTIONAL = new RegExp(`^(?:${OPTIONAL_WORDS}|if desired|if using|if needed)[.]?$`, 'iu');

/** "To serve: lots of tofu": the use before the name. */
export const USE_PREFIX =
  /^((?:to|for) (?:serve|serving|garnish|finish|garnishing)|(?:for|für|pour|para|per|voor|till|til|do|na|pro|для|за|για) (?:(?:the|die|den|das|la|le|les|el|los|las|il|lo|i|de|het|a|o) )?\p{L}{3,20}|optional|garnish|zum servieren|om te serveren)\s?:\s+(?=\S)/iu;

/** "About 3 cups": the amount is approximate. A number must follow. */
export const ABOUT =
  /^(?:an? )?(about|approximately|approx\.?|around|roughly|nearly|almost|just over|just under|less than|more than|no more than|over|exactly|an additional|additional|a total of|good|full|up to|at least|scant|generous|heaping|heaped|rounded|circa|cirka|cca\.?|ca\.?|je|jeweils|jew\.|gut|knapp|knappe[rs]?|zirka|max\.|mind\.|rund|bis zu|à peu près|jusqu'à|chacun|cada|alrededor de|más o menos|mais ou menos|all'incirca|pressappoco|ruim|krap|zo'n|knappt|drygt|ungefär|omtrent|omkring|omkr\.|rigelig|knap|reilu|vajaa|ok\.|mniej więcej|po|przybl\.|přibližně|zhruba|přibl\.|približne|približno|otprilike|oko|körülbelül|nagyjából|cam|vreo|aproape|где-то|прибл\.|прим\.|по|орієнтовно|приблизно|приблизително|περ\.|aşağı yukarı|takriben|yakl\.|etwa|ungefähr|environ|aproximadamente|aproximativ|aprox\.?|unos|unas|cerca de|ongeveer|około|asi|kb\.?|noin|n\.|oko|yaklaşık|примерно|около|приблизно|приблизительно|близько|περίπου|בערך|כ-|حوالي|تقريباً|تقريبا|حدود|تقریباً|تقریبا|लगभग|करीब|ประมาณ|약|約|约|khoảng|sekitar|kira-kira|kurang lebih|~|≈)(?:(?<=[약約约])|(?!\p{L}))\s?(?=\S)/iu;

/** Indefinite amounts. */
export const VAGUE =
  /^(etwas|ein wenig|ein bisschen|ein paar|einige|ein klein wenig|some|several|a little|a bit of|a few|lots of|plenty of|un petit peu d[e']|plusieurs|un poquito de|algunas|algunos|unas cuantas|unos cuantos|unas|unos|alguns|algumas|umas|uns|uma porção de|alcune|alcuni|un poco di|een paar|enkele|wat|et par|noen|nogle|ett par|några|lite|parę|niewiele|několik|pár|niekoľko|néhány|egy kis|egy kevés|nekoliko|par|un pic de|câţiva|câțiva|un pic|birkaç|az|bir miktar|muutamia|hiukan|hitunen|un peu d[e']|quelques|un po' di|qualche|un poco de|un pouco de|lidt|litt|lite|wat|een beetje|trochę|kevés|malo|trocha|trochu|kilka|parę|câteva|puțin|puţin|biraz|birkaç|hieman|muutama|vähän|немного|несколько|пару|пара|небольшое количество|дещо|кілька|декілька|няколко|малко|μερικές|μερικούς|ελάχιστο|ελάχιστη|כמה|מספר|مقدار قليل من|قليل|عدة|بضع|بضعة|چند|چند عدد|کچھ|कुछ|ज़रा सा|mấy|secukupnya|q\.\s?b\. (?:de|di)|qb (?:de|di)|alabildiği kadar|aldığı kadar|yeteri kadar|yeterince|alabildiğince|чуть-чуть|трохи|кілька|малко|няколко|λίγο|λίγη|λίγα|μερικά|קצת|מעט|כמה|قليل من|القليل من|بعض|کمی|مقداری|تھوڑا سا|تھوڑی سی|थोड़ा|थोड़ी|थोड़ा सा|một ít|một chút|vài|sedikit|beberapa)\s(?=\S)|^(适量|適量|少许|少許|少量|若干|약간의)\s?(?=\S)/iu;

/** "A few drops" behind a name: "香油 几滴". */
export const FEW_SUFFIX = /(?<=\S)\s((?:几|幾|数|數|몇)\s?\p{L}{1,3})$/u;

/** The same behind a name, in scripts without spaces. */
export const VAGUE_SUFFIX = /(?<=\p{L}\p{M}?)(適量|适量|少々|少许|少許|若干|เล็กน้อย|ตามชอบ|약간|조금|적당량)$/u;

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
  'hrst hrstka garść garstka pęczek ząbek szklanka kawałek listek gałązka puszka opakowanie stroužek svazek kousek plátek šálek hrnek šalica režanj vezica жменя жменька щіпка зубчик стакан склянка веточка гілочка ложка кусочек головка връзка шепа χούφτα ματσάκι φλιτζάνι κλωναράκι חופן ענף מיכל חפיסת حفنة ضمة ربطة عود قطعة فنجان رأس csokor gerezd bögre avuç demet dilim genggam segenggam seikat snufje handjevol scheut scheutje bosje nypa näve knippe klick skvätt håndfuld klat nippu kourallinen tilkka loraus messerspitze schuss spritzer zweig hauch trait botte chorrito chorro ramita rametto spicchio noce filo noix filet fio dente legătură pinch handful handfuls dash splash drizzle squeeze knob glug sprig bunch handvoll bund poignée manciata puñado punhado handje handvol scheut scheutje näve garść hrst hrsť marék כף כפית כוס חבילה חבילת צרור שקית גביע פחית קופסת קופסתשימורי ליטר كوب كأس ملعقةكبيرة ملعقةصغيرة ملعقةطعام ملعقةشاي ملعقة علبة باقة حزمة حبة فص لتر كيلو شريحة قطعة رأس كيس ظرف پیالی مشت горсть пучок'.split(
    ' ',
  ),
);

/** Adjectives, after which a comma does not start a note: "red, white and pink sprinkles". */
export const DESCRIBING = new Set(
  'red white pink green yellow black brown blue orange dark light large small medium big boneless skinless skin-on bone-in unsalted salted unsweetened sweetened unflavored plain low-fat nonfat non-fat fat-free full-fat low-sodium raw ripe firm fresh dried dry frozen cold hot warm whole lean thick thin soft hard crisp crispy crunchy good organic natural pure fine coarse sweet sour smoked roasted toasted cooked uncooked unpeeled peeled ground shredded grated minced chopped sliced diced crushed packed freshly finely thinly roughly very large-flake old-fashioned quick pitted canned große kleine frische reife dünne rote grüne weiße lange grote kleine verse rijpe'.split(
    ' ',
  ),
);

/** "Flour plus more for dusting". */
export const PLUS_MORE = /\s((?:plus|and|\+) (?:more|extra|additional|some)(?=\s|$).*)$/iu;
