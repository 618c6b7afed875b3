/** Replaces spelled fractions and round numbers at the start of an ingredient line by digits: "three quarters of a cup". */

const PHRASES: [digits: string, phrases: string][] = [
  [
    '1/4',
    "(?:a |one )(?:quarter|fourth)(?: of)?|quarter(?= (?:cup|teaspoon|tsp|tablespoon|tbsp|pound|lb|kilo|pint|litre|liter|of) )|un quart de|un quart d['’]|un quarto di|un cuarto de|um quarto de|een kwart|en kvarts?|et kvart|ein viertel|ćwierć|jedna czwarta|čtvrt|štvrť|četvrt|četvrtina|negyed|un sfert de|четверть|чверть|четвърт|ένα τέταρτο|רבע|çeyrek|dörtte bir|یک چهارم|ایک چوتھائی|چوتھائی|एक चौथाई|चौथाई|neljännes|seperempat|四分之一",
  ],
  [
    '1/3',
    "(?:a |one )third(?: of)?|un tiers de|un tiers d['’]|un terzo di|un tercio de|um terço de|een derde|en tredjedel|ein drittel|jedna trzecia|třetina|tretina|trećina|harmad|o treime de|треть|третина|ένα τρίτο|שליש|üçte bir|یک سوم|ایک تہائی|एक तिहाई|kolmannes|sepertiga|三分之一",
  ],
  [
    '2/3',
    'two[ -]thirds(?: of)?|deux tiers de|due terzi di|dos tercios de|dois terços de|twee derde|två tredjedels|to tredjedele|zwei drittel|dwie trzecie|dvě třetiny|dve tretiny|dvije trećine|kétharmad|două treimi de|две трети|дві третини|δύο τρίτα|שני שליש|üçte iki|ثلثا|ثلثي|دو سوم|دو تہائی|दो तिहाई|dua pertiga|三分之二',
  ],
  [
    '3/4',
    'three[ -](?:quarters|fourths)(?: of)?|trois quarts de|tre quarti di|tres cuartos de|três quartos de|driekwart|tre fjärdedels|trekvart|tre kvart|dreiviertel|drei viertel|trzy czwarte|tři čtvrtě|tri štvrte|tri četvrt|háromnegyed|trei sferturi de|три четверти|три чверті|τρία τέταρτα|üç çeyrek|שלושת רבעי|שלושה רבעי|ثلاثة أرباع|ثلاث أرباع|سه چهارم|تین چوتھائی|पौना|तीन चौथाई|tiga perempat|四分之三',
  ],
  ['1/8', '(?:an? |one )eighth(?: of)?|un huitième de|ein achtel|осьмушка|ثمن|نصف ربع'],
  [
    '1/2',
    "(?:1|une?) demie?-|o jumătate de|jumătate de|une demie?-|la moitié (?:de|d’une|d'une|d’un|d'un)|la metà di|la mitad de|metade de|mitad de|en halv|et halvt|ett halvt|polovinu|polovica|polovina|половина|половинка",
  ],
  ['5/4', 'सवा|سوا'],
  ['7/4', 'पौने दो|پونے دو'],
  ['10', "une dizaine de|une dizaine d['’]|una decina di|una decena de|uma dezena de|een tiental|десяток"],
];

const ARTICLE = "(?:\\s(?:an?|the|une?|un[ao]?|uma?|einer?|einem|een|de|di|de un[ao]?|de uma?|d['’]une?)(?=\\s))?";
const patterns = PHRASES.map(([digits, phrases]): [digits: string, pattern: RegExp] => [
  digits,
  new RegExp(`^(?:${phrases})(?:(?<=['’-])(?=\\p{L})|(?=[\\s\u3400-\u9fff]))${ARTICLE}\\s?`, 'iu'),
]);

/** Urdu, Persian and Hindi put amounts behind the name. */
const innerPatterns = PHRASES.flatMap(([digits, phrases]): [digits: string, pattern: RegExp][] => {
  const inner = phrases.split('|').filter((phrase) => /^[\u0600-\u06ff\u0900-\u097f]+ /.test(phrase));
  return inner.length > 0 ? [[digits, new RegExp(`(?<=\\s)(?:${inner.join('|')})(?=\\s)`, 'u')]] : [];
});

/** "4分の1カップ". */
const JAPANESE = /(?<!\d)(\d{1,2})分の(\d{1,2})/;

const WHOLES = ['one', 'two', 'three', 'four', 'five', 'six'];
const WHOLE_AND_PART =
  /^(one|two|three|four|five|six|\d{1,2}) and (?:(?:an?|one) (third|quarter)|(two) (third)s|(three) (quarter)s)(?: of an?)?(?=\s)/i;

/** Expects a line without bullets. */
export function withoutFractionWords(line: string): string {
  const mixed = WHOLE_AND_PART.exec(line);
  if (mixed) {
    const whole = WHOLES.indexOf(mixed[1]!.toLowerCase()) + 1 || mixed[1];
    const top = mixed[3] ? 2 : mixed[5] ? 3 : 1;
    const bottom = /third/i.test(mixed[0]) ? 3 : 4;
    return `${whole} ${top}/${bottom}${line.slice(mixed[0].length)}`;
  }

  for (const [digits, pattern] of patterns) {
    const match = pattern.exec(line)?.[0];
    if (match !== undefined) return `${digits} ${line.slice(match.length)}`;
  }
  return innerPatterns
    .reduce((text, [digits, pattern]) => text.replace(pattern, digits), line)
    .replace(JAPANESE, '$2/$1');
}
