/** Replaces spelled fractions and round numbers at the start of an ingredient line: "three quarters of a cup". */
import { lazy } from '../lib/lazy.ts';
import { anyOfEach } from './words.ts';

const ARTICLE = "(?:\\s(?:an?|the|une?|un[ao]?|uma?|einer?|einem|een|de|di|de un[ao]?|de uma?|d['’]une?)(?=\\s))?";
const END = `(?:(?<=['’-])(?=\\p{L})|(?=[\\s\u3400-\u9fff]))${ARTICLE}\\s?`;
/** Before a unit, the word alone is a fraction: "quarter cup". */
const QUARTER = /^quarter (?=(?:cup|teaspoon|tsp|tablespoon|tbsp|pound|lb|kilo|pint|litre|liter|of) )/i;

const leading = lazy(() =>
  anyOfEach('fraction').map(([digits, phrases]) => [digits, new RegExp(`^(?:${phrases})${END}`, 'iu')] as const),
);

/** Urdu, Persian and Hindi put amounts behind the name. */
const inner = lazy(() =>
  anyOfEach('fraction', ({ word }) => /^[\u0600-\u06ff\u0900-\u097f]+ /.test(word)).map(
    ([digits, phrases]) => [digits, new RegExp(`(?<=\\s)(?:${phrases})(?=\\s)`, 'u')] as const,
  ),
);

/** "4分の1カップ". */
const JAPANESE = /(?<!\d)(\d{1,2})分の(\d{1,2})/;

const WHOLES = ['one', 'two', 'three', 'four', 'five', 'six'];
const PART = '(?:an?|one) (third|quarter)|(two) (third)s|(three) (quarter)s';
const WHOLE_AND_PART = new RegExp(`^(${WHOLES.join('|')}|\\d{1,2}) and (?:${PART})(?: of an?)?(?=\\s)`, 'i');

/** Expects a line without bullets. */
export function withoutFractionWords(line: string): string {
  const mixed = WHOLE_AND_PART.exec(line);
  if (mixed) {
    const whole = WHOLES.indexOf(mixed[1]!.toLowerCase()) + 1 || mixed[1];
    const top = mixed[3] ? 2 : mixed[5] ? 3 : 1;
    const bottom = /third/i.test(mixed[0]) ? 3 : 4;
    return `${whole} ${top}/${bottom}${line.slice(mixed[0].length)}`;
  }

  if (QUARTER.test(line)) return line.replace(QUARTER, '1/4 ');
  for (const [digits, pattern] of leading()) {
    const match = pattern.exec(line)?.[0];
    if (match !== undefined) return `${digits} ${line.slice(match.length)}`;
  }
  return inner()
    .reduce((text, [digits, pattern]) => text.replace(pattern, digits), line)
    .replace(JAPANESE, '$2/$1');
}
