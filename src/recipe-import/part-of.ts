/** Recognizes parts of a counted food: "finely grated zest of 2 limes" is two limes with a note. */
import { lazy } from '../lib/lazy.ts';
import { type Amount, readLeadingAmount } from './ingredient-amount.ts';
import { readQuantity } from './quantity-text.ts';
import { anyOf } from './words.ts';

const OF_WORD = 'of|from|на|van|vom|von|de la|del|della|de|da|di|od|af|av|från|fra|din|z|ze|iz|από|із|з|из|от|של|מ-';
const OF = `(?:(?:${OF_WORD}) |(?:d|dell)['’]|מ-?)(?=[\\d\\p{L}])`;
const AND = 'and|&|und|et|e|y|en|og|och|i|и|та|și';
const patterns = lazy(() => {
  const parts = `(?:${anyOf('part')})`;
  const named = `\\p{L}{2,20}(?: (?:${AND}) \\p{L}{2,20})?`;
  const described = `(?:[\\p{L}]{2,14} ){1,3}${parts}|${parts}(?: [\\p{L}]{2,14}){1,2}`;
  return {
    /** "Finely grated zest of", "revet skal af". */
    partOf: new RegExp(`^(?:the |la |le |el |il |lo |het |de |o |a |les )?(${named}|${described}) ${OF}`, 'iu'),
    /** "Saft einer Zitrone", "сок 1 лимона": the food is in the genitive. */
    part: new RegExp(`^((?:[\\p{L}]{3,14} )?${parts}) (?=[\\d\\p{L}])`, 'iu'),
  };
});
const TRAILING_ONE = /^(\p{L}{2,20}) (?:אחד|אחת|واحدة|واحد)$/u;

export function readPartOf(line: string): Amount | null {
  return readWith(patterns().partOf, line) ?? readWith(patterns().part, line);
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
