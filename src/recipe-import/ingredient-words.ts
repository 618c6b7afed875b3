/** Phrases in ingredient lists that are neither an amount nor a name. */

/** "to taste" and similar phrases. */
export const TO_TASTE =
  /(?:^|[\s,(])((?:(?:or|oder|ou|o) )?(?:to taste|as needed|as required|nach geschmack|nach belieben|nach bedarf|selon (?:votre |le )?goût|au goût|à votre goût|quanto basta|q\.\s?b\.?|qb|a piacere|al gusto|a gusto|a gosto|q\.\s?s\.?|naar smaak|naar behoefte|efter smag|efter behag|efter smak|etter smak|do smaku|podle chuti|podľa chuti|dle chuti|po ukusu|po želji|ízlés szerint|適量|适量|少々|少许|少許))(?=$|[\s,).])/iu;

const OPTIONAL_WORDS =
  'optional|wahlweise|nach wunsch|facultatif|facultative|facoltativo|facoltativa|opzionale|opcional|optioneel|valgfrit|valgfri|valfritt|valfri|opcjonalnie|opcionális|elhagyható|opcionalno|po želji|nepovinné|voliteľné|可选|お好みで';
export const OPTIONAL = new RegExp(`(?:^|[\\s,(;])(?:${OPTIONAL_WORDS})(?=$|[\\s,);:.])`, 'iu');
export const OPTIONAL_PREFIX = new RegExp(`^(?:${OPTIONAL_WORDS})\\s?[:;,–-]?\\s+(?=\\S)`, 'iu');
export const ONLY_OPTIONAL = new RegExp(`^(?:${OPTIONAL_WORDS}|if desired|if using|if needed)[.]?$`, 'iu');

/** "To serve: lots of tofu": the use before the name. */
export const USE_PREFIX =
  /^((?:to|for) (?:serve|serving|garnish|finish|garnishing)|optional|garnish|zum servieren|pour servir|per servire|para servir|om te serveren|til servering|till servering)\s?:\s+(?=\S)/iu;

/** "About 3 cups": the amount is approximate. */
export const ABOUT =
  /^(about|approx\.?|approximately|around|roughly|ca\.?|circa|cirka|etwa|ungefähr|environ|aprox\.?|aproximadamente|ongeveer|około|asi|kb\.?|~|≈)\s?(?=\d)/iu;

/** Indefinite amounts. */
export const VAGUE =
  /^(etwas|ein wenig|ein bisschen|some|a little|a few|lots of|plenty of|un peu d[e']|quelques|un po' di|qualche|un poco de|un pouco de|lidt|litt|lite|wat|een beetje|trochę|kevés|malo|trocha|trochu)\s(?=\S)|^(适量|適量|少许|少許|少量|若干)\s?(?=\S)/iu;

export const SIZES = new Set(
  'large small medium big heaping heaped level rounded scant generous good packed whole fresh thin thick nagy kis közepes große großer großes grosse kleine kleiner kleines mittelgroße gehäufte gehäufter gestrichene gestrichener grote kleine grand grande grands grandes gros grosse petit petite petits petites stor stora store små liten lille grandi piccolo piccola piccoli pequeño pequeña pequeños pequeñas duży duże duża mały małe mała velký velká velké malý malá malé veľký veľká veľké velika velike mala male'.split(
    ' ',
  ),
);

/** Containers whose size is given by weight: "15 oz can of beans". */
export const CONTAINER =
  /^(cans?|tins?|jars?|packages?|packets?|pkgs?\.?|boxes|box|bags?|containers?|cartons?|bottles?|tubs?|blocks?|pouch|pouches)\s+(?:of\s+)?(?=\S)/i;

/** Joins a measure to its food: "2 cups of milk", "gousses d'ail". */
export const JOINT =
  /^(?:of|de|di|do|da|du|des|del|della|dello|delle|degli|dei|von|vom|van|af|av)\s+(?=\S)|^(?:d|dell|all)['’]\s?(?=\S)/i;

/** Adjectives, after which a comma does not start a note: "red, white and pink sprinkles". */
export const DESCRIBING = new Set(
  'red white pink green yellow black brown blue orange dark light large small medium big boneless skinless skin-on bone-in unsalted salted unsweetened sweetened unflavored plain low-fat nonfat non-fat fat-free full-fat low-sodium raw ripe firm fresh dried dry frozen cold hot warm whole lean thick thin soft hard crisp crispy crunchy good organic natural pure fine coarse sweet sour smoked roasted toasted cooked uncooked unpeeled peeled ground shredded grated minced chopped sliced diced crushed packed freshly finely thinly roughly very large-flake old-fashioned quick pitted canned große kleine frische reife dünne rote grüne weiße lange grote kleine verse rijpe'.split(
    ' ',
  ),
);
