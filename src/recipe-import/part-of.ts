/** Recognizes parts of a counted food: "finely grated zest of 2 limes" is two limes with a note. */
import { type Amount, readLeadingAmount } from './ingredient-amount.ts';
import { readQuantity } from './quantity-text.ts';

const OF =
  "(?:of|from|на|van|vom|von|de la|del|della|de|da|di|od|af|av|från|fra|din|z|ze|iz|από|із|з|из|от|של|מ-) (?=[\\d\\p{L}])|(?:d|dell)['’](?=[\\d\\p{L}])|מ-?(?=[\\d\\p{L}])";
/** Parts that may have adjectives: "revet skal af". */
const PARTS =
  'juice|zest|peel|rind|saft|saften|schale|abrieb|zeste|zestes|jus|écorce|succo|scorza|buccia|zumo|jugo|ralladura|piel|cáscara|corteza|suco|sumo|raspa|raspas|casca|sap|rasp|schil|skal|skallen|skall|juicen|sok|skórka|skórki|šťáva|kůra|šťava|kôra|korica|kora|zeama|zeamă|suc|sucul|coaja|coajă|сок|цедра|сік|шкірка|кора|χυμός|χυμό|ξύσμα|מיץ|גרידה|גרידת|קליפה|קליפת|suc de|pell|ratlladura';
const PART_OF = new RegExp(
  `^(?:the |la |le |el |il |lo |het |de |o |a |les )?(\\p{L}{2,20}(?: (?:and|&|und|et|e|y|en|og|och|i|и|та|și) \\p{L}{2,20})?|(?:[\\p{L}]{2,14} ){1,3}(?:${PARTS})|(?:${PARTS})(?: [\\p{L}]{2,14}){1,2}) (?:${OF})`,
  'iu',
);
/** "Saft einer Zitrone", "сок 1 лимона": the food is in the genitive. */
const PART = new RegExp(`^((?:[\\p{L}]{3,14} )?(?:${PARTS}|عصير|برش|قشر|مبشور)) (?=[\\d\\p{L}])`, 'iu');
const TRAILING_ONE = /^(\p{L}{2,20}) (?:אחד|אחת|واحدة|واحد)$/u;

export function readPartOf(line: string): Amount | null {
  return readWith(PART_OF, line) ?? readWith(PART, line);
}

function readWith(pattern: RegExp, line: string): Amount | null {
  const part = pattern.exec(line);
  if (!part) return null;

  const rest = line.slice(part[0].length).replace(/^(?:la )?o (?=\p{L})/u, '1 ');
  const one = TRAILING_ONE.exec(rest)?.[1];
  const counted = one ? `1 ${one}` : rest;
  if (!readQuantity(counted)) return null;

  const amount = readLeadingAmount(counted);
  return amount && { ...amount, notes: [part[1]!.toLowerCase(), ...amount.notes] };
}
