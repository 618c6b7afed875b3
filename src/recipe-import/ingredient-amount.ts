/** Parses the amount at the start of an ingredient line. */
import { lazy } from '../lib/lazy.ts';
import type { Rational } from './draft.ts';
import { isSize, JOINT } from './ingredient-words.ts';
import { add, compare, multiply, multiplyAmount, rational, subtract } from './quantity.ts';
import { readQuantity } from './quantity-text.ts';
import { type ReadUnit, readUnit, unitKey } from './units.ts';
import { anyOf } from './words.ts';

export interface Amount extends Measure {
  /** Sizes and alternative amounts: "15-ounce", "3 1/2oz". */
  notes: string[];
  /** The line without its amount. */
  rest: string;
}

const NUMBER = '\\d{0,4}[ .,/]{0,1}\\d{1,4}(?:[ .,/]\\d{1,4}){0,2}';
const SIZE_UNITS =
  'inch|inches|in|"|”|cm|mm|ounces?|oz|lbs?|pounds?|g|gr|grams?|kg|ml|l|liters?|litres?|cl|dl|quarts?|fl\\.? ?oz';
const NUMBERS = `${NUMBER}(?:-?\\s?(?:[-–]|to\\s)\\s?${NUMBER})?`;
const MEASURE = `(?:about |approx\\.? |ca\\.? |~)?${NUMBERS}\\s?-?\\s?(?:${SIZE_UNITS})(?![\\p{L}])\\.?`;
const SIZES_OF_ONE = `${MEASURE}(?:\\s?/\\s?${MEASURE})?`;
const SIZE = new RegExp(
  `^[\\s,]*(?:\\((${SIZES_OF_ONE}(?: (?:each|thick|long|wide))?)\\)|(${SIZES_OF_ONE}))[\\s,]*(?=\\S)`,
  'iu',
);
const OTHER_MEASURE = new RegExp(`^\\s?(?:/\\s?)?(${MEASURE}(?:\\s${MEASURE})?)\\s+(?=\\S)`, 'iu');
const BRACKETS_BEFORE_SUM = new RegExp(`^\\s?\\((${MEASURE})\\)(?=\\s?(?:\\+|plus)\\s?\\d)`, 'iu');
const SPLIT_SIZE = /^(\d{1,3}) (?=\d{1,2}\/\d{1,2}-\s?\p{L})/u;
/** "1-inch piece of ginger": one piece of this size. */
const LENGTH = '\\d{1,2}(?: ?\\d?\\/\\d|\\.\\d{1,2})?(?:\\s?-\\s?\\d{1,2})?';
const LONG_THING = '(?:piece|knob|chunk|stick|strip|slice|length)(?:\\s|$)';
const LEADING_SIZE = new RegExp(
  `^${LENGTH}(?:-(?:inch|in|cm)\\s+(?=\\p{L})|\\s?(?:inch|inches|cm) (?=${LONG_THING}))`,
  'iu',
);
/** "1 - 3 pound chicken": the size of the one chicken. */
const CONTAINERS =
  'cans?|tins?|jars?|packages?|packets?|pkgs?|boxe?s?|bags?|containers?|cartons?|bottles?|tubs?|blocks?';
const SIZE_OF_ONE = `(pound|ounce|inch|quart|liter|litre)|(?:oz|lb|g|ml)\\.?\\s+(?:${CONTAINERS})(?!\\p{L})`;
const COUNT_AND_SIZE = new RegExp(
  `^(\\d{1,2})\\s?[-–]\\s?(?=\\d[\\d ./]{0,8}[\\s-]?(?:${SIZE_OF_ONE})(?!\\p{L}))`,
  'iu',
);
/** Containers whose size is given by weight: "15 oz can of beans". */
const CONTAINER = new RegExp(
  `^(${CONTAINERS}|pkgs?\\.|pouch|pouches|packs?|sachets?|punnets?|envelopes?)\\s+(?:of\\s+)?(?=\\S)`,
  'i',
);
/** "1 teaspoon each salt and pepper". */
const EACH = /^(each)(?: of)?(?: the)?\s?:?\s+(?=\S)/i;
/** How full or how big a measure is, behind its unit, up to the word that joins it to its food: "lingură cu vârf". */
const fullness = lazy(() => {
  const anywhere = `(?:bien |bem |ben )?(?:${anyOf('fullness', ({ meaning }) => meaning === '-')})|\\(gestrichen\\)`;
  const beforeOf = anyOf('fullness', ({ meaning }) => meaning === 'before-of');
  return new RegExp(`^\\s(${anywhere}|(?:${beforeOf})(?= d[ei] ))(?=\\s)`, 'iu');
});
/** Returns the description at the start of the text behind a unit, or null. */
const readFullness = (text: string): string | null => fullness().exec(text)?.[0] ?? null;
const OF_A = /^\s?(?:of|de|di|din) (?:an? |the )?(?=\p{L})/iu;
/** "3/4 de taza", "1/2 of a cup". */
const OF_UNIT = /^\s?(?:of (?:an? )?|de (?:una? |uma? )?|d['’]une? |di )(?=\p{L})/iu;
/** German "kl. Zwiebel" is small; Czech "kl soli" is a spoon. */
const SHORT_FOR_SMALL = /^\s?(?:kl|gr)\. \p{Lu}/u;
const andHalf = lazy(() => new RegExp(`^\\s?(?:${anyOf('and-a-half')})(?=\\s)`, 'iu'));
const JOINTS = [
  '\\+|plus|and|&|und|et|y|mas|más|mais|e|en|og|och|i|и|та|і|και|ve|و|ו-?|minus|less|weniger|moins|menos|meno',
  '-|–|to|bis|à|a|até|do|tot|til|till',
].join('|');
const JOINED = new RegExp(`^\\s?(?:${JOINTS})\\s?(?=\\d)|^\\s(?=\\d)`, 'i');
/** "1 kg 500 de pommes", "1 l 1/2 de lait". */
const GRAMS_BEHIND = /^\s(\d{3}|1\/[24]|3\/4)(?=\s(?:de|di)\s|\sd['’])/;
/** "كوب إلا ربع": a cup less a quarter. */
const ARABIC_LESS = /^\s(?:إلا|الا) (ربع|ثلث)(?=\s)/;
const SPOON_FIRST = /^(大さじ|小さじ|カップ)\s?(?=\d)/;

/** Returns the amount at the start of the line, or null. */
export function readLeadingAmount(line: string): Amount | null {
  const size = SPLIT_SIZE.exec(line)?.[1];
  if (size) return readMeasure(line.slice(size.length), rational(Number(size))!, null);

  const one = rational(1)!;
  const lengthOfOne = LEADING_SIZE.exec(line)?.[0];
  if (lengthOfOne !== undefined) {
    const amount = readMeasure(` ${line.slice(lengthOfOne.length)}`, one, null);
    return { ...amount, notes: [lengthOfOne.trim(), ...amount.notes] };
  }

  const count = COUNT_AND_SIZE.exec(line);
  const isSize = count && (count[1] === '1' || count[2] === undefined || isSizeOfEach(count, line));
  if (isSize) return readMeasure(line.slice(count[0].length), rational(Number(count[1]))!, null);

  const spoon = SPOON_FIRST.exec(line)?.[0];
  const read = readQuantity(line, spoon?.length);
  if (!read) return null;
  if (spoon) return readMeasure(`${spoon} ${line.slice(read.end)}`, read.quantity, read.quantityMax);

  const after = line.slice(read.end);
  // 五花肉 and 八角 are foods, 五片 and 八个 are amounts.
  if (/^[一二三四五六七八九十]/.test(line) && !readUnit(after)) return null;
  if (/^\s?[%°]|^(?:st|nd|rd|th)\b/.test(after)) return null;
  if (/^-\s?\p{L}/u.test(after) && !readUnit(after.slice(1))?.canonical) return null;
  if (/^\d|^[.,/:]\d/.test(after)) return null;

  return readMeasure(after.replace(/^\s?[x×]\s?(?=[\d\s])/, ' '), read.quantity, read.quantityMax);
}

/** "2 - 8 ounce steaks": a wide gap and a unit in the singular are no range. */
const isSizeOfEach = (count: RegExpExecArray, line: string): boolean =>
  Number.parseFloat(line.slice(count[0].length)) > 2 * Number(count[1]);

function readMeasure(text: string, quantity: Rational, quantityMax: Rational | null): Amount {
  const notes: string[] = [];
  let rest = text.replace(/^[-\s,]+(?=[\s(\d\p{L}])/u, '');

  // "8-ounce (226 g) packages"
  for (let size = SIZE.exec(rest); size !== null && notes.length < 2; size = SIZE.exec(rest)) {
    notes.push(size[1] ?? size[2]!);
    rest = rest.slice(size[0].length);
  }

  if (OF_UNIT.test(rest) && readUnit(rest.replace(OF_UNIT, ' '))?.canonical) rest = rest.replace(OF_UNIT, ' ');

  const sized = readSizes(rest);
  const found = SHORT_FOR_SMALL.test(rest) ? null : readUnit(rest);
  const described = found && /^-\p{L}/u.test(rest.slice(found.end)) ? null : found;
  const unit = described ?? (sized ? readUnit(rest, sized.length) : null);
  if (!unit || /^\s*$|^-\p{L}|^['’]/u.test(rest.slice(unit.end))) {
    return { quantity, quantityMax, unit: null, ...withoutEach(rest.replace(OF_A, ''), notes) };
  }

  if (sized && !described) notes.push(sized.trim());
  const measure = measureOf({ quantity, quantityMax }, unit, rest.slice(0, unit.end));
  return readMore(measure, notes, rest.slice(unit.end).replace(/^\/\p{L}{1,2}(?=\s)/u, ''));
}

/** Returns up to two words for a size at the start of the text. */
function readSizes(text: string): string {
  const words = /^(\s?\p{L}[\p{L}-]{1,15}\.?)(?: (\p{L}[\p{L}-]{1,15}\.?))?(?= )/u.exec(text);
  if (!words || !isSize(words[1]!.trim())) return '';
  return words[2] && isSize(words[2]) ? words[0] : words[1]!;
}

/** "1/2 teaspoon each salt and pepper". */
function withoutEach(rest: string, notes: string[]): { notes: string[]; rest: string } {
  const each = EACH.exec(rest);
  return each ? { notes: [...notes, each[1]!.toLowerCase()], rest: rest.slice(each[0].length) } : { notes, rest };
}

const WEIGHTS = new Set<string | null>(['g', 'kg', 'mg', 'ml', 'cl', 'dl', 'l', 'oz', 'lb', 'floz']);
/** "2 Dosen à 400 g Tomaten", "1 can of 400 g tomatoes". */
const SIZE_OF_EACH = new RegExp(
  `^\\s?((?:à|á|of|de|di|von|van|zu|je|zu je) ${MEASURE})\\s(?:(?:of|de|di|van) |d['’])?(?=\\p{L})`,
  'iu',
);
/** "200 ml circa di acqua". */
const ABOUT_BEHIND = /^\s(circa|ca\.|environ|aprox\.|approx\.?|ungefähr)\s(?:d[ei] |d['’])?(?=\p{L})/iu;
/** "1 cup, packed, brown sugar": a size between commas. */
const SIZE_BETWEEN = /^, (\p{L}[\p{L} -]{1,20}), (?=\p{L})/u;

/** "1 lb 5 oz", "1 cup + 2 tablespoons", "100 g/3½oz", "15 oz can of". */
function readMore(first: Measure, notes: string[], text: string): Amount {
  let measure = first;
  let rest = text.replace(/^\s*[,/]?\s+(?=\S)/, (gap) => (gap.includes('/') ? '/' : gap.includes(',') ? ', ' : ' '));

  const each = WEIGHTS.has(measure.unit) ? null : SIZE_OF_EACH.exec(rest);
  if (each) {
    notes.push(each[1]!);
    rest = ` ${rest.slice(each[0].length)}`;
  }

  const about = ABOUT_BEHIND.exec(rest);
  if (about) {
    notes.push(about[1]!);
    rest = ` ${rest.slice(about[0].length)}`;
  }

  const between = SIZE_BETWEEN.exec(rest);
  if (between && between[1]!.split(' ').every(isSize)) {
    notes.push(between[1]!);
    rest = ` ${rest.slice(between[0].length)}`;
  }

  const fullness = readFullness(rest);
  if (fullness !== null) {
    notes.push(fullness.trim());
    rest = rest.slice(fullness.length);
  }

  const size = BRACKETS_BEFORE_SUM.exec(rest);
  if (size) {
    notes.push(size[1]!);
    rest = rest.slice(size[0].length);
  }

  const joined = JOINED.exec(rest)?.[0];
  if (joined !== undefined) {
    const second = readLeadingAmount(rest.slice(joined.length));
    const sum = second && joinMeasures(measure, second, joined.trim().toLowerCase());
    if (sum) {
      measure = sum;
      notes.push(...second.notes);
      rest = ` ${second.rest}`;
    } else if (second?.unit && /^\s?(?:\+|plus|und)\s?$/i.test(joined)) {
      // "100 ml + 2 EL Milch": what cannot be added is a note.
      notes.push(rest.slice(0, rest.length - second.rest.length).trim(), ...second.notes);
      rest = ` ${second.rest}`;
    }
  }

  const grams = GRAMS_BEHIND.exec(rest);
  if (grams && (measure.unit === 'kg' || measure.unit === 'l') && !measure.quantityMax) {
    const [top, bottom = 1_000] = grams[1]!.split('/').map(Number);
    measure = { ...measure, quantity: add(measure.quantity, rational(top!, bottom)!) };
    rest = rest.slice(grams[0].length);
  }

  const less = ARABIC_LESS.exec(rest);
  if (less && !measure.quantityMax) {
    const part = rational(1, less[1] === 'ربع' ? 4 : 3)!;
    measure = { ...measure, quantity: subtract(measure.quantity, part) ?? measure.quantity };
    rest = rest.slice(less[0].length);
  }

  const half = andHalf().exec(rest)?.[0];
  if (half !== undefined && !measure.quantityMax) {
    measure = { ...measure, quantity: add(measure.quantity, rational(1, 2)!) };
    rest = rest.slice(half.length);
  }

  const alternative = /^\s?[/|]\s?/.exec(rest)?.[0];
  if (alternative !== undefined) {
    const after = rest.slice(alternative.length);
    const second = readLeadingAmount(after);
    const plural = second ? null : readUnit(after);
    if (second?.unit) {
      notes.push(after.slice(0, after.length - second.rest.length).trim(), ...second.notes);
      rest = ` ${second.rest}`;
    } else if (plural) {
      rest = after.slice(plural.end);
    }
  }

  const other = OTHER_MEASURE.exec(rest);
  if (other) {
    notes.push(other[1]!);
    rest = rest.slice(other[0].length);
  }

  rest = rest.trim();
  const container = measure.unit && /^(oz|g|ml|lb|kg|l|floz)$/.test(measure.unit) && CONTAINER.exec(rest);
  if (container) {
    notes.push(container[1]!);
    rest = rest.slice(container[0].length);
  }

  const named = withoutEach(rest, notes);
  return { ...measure, notes: named.notes, rest: named.rest.replace(JOINT, '') };
}

/** "Pinch of salt": the amount 1 is implied. */
export function readUncounted(line: string, isSized = false): Amount | null {
  const describing = /^\p{L}[\p{L}-]{1,15} /u.exec(line)?.[0] ?? '';
  const sized = isSize(describing.trim()) ? describing : '';
  if (sized) {
    const amount = readUncounted(line.slice(sized.length), true);
    return amount && { ...amount, notes: [sized.trim().toLowerCase(), ...amount.notes] };
  }

  const unit = readUnit(line);
  if (!unit) return null;

  const isSpoon = unitKey(line.slice(0, unit.end)).length > 3 && /^t(?:bsp|sp)$/.test(unit.unit);
  const isOne =
    (isSized && unit.unit === 'piece') || unit.unit === 'pinch' || unit.factor === 2 || isSpoon || unit.isOneAlone;
  const rest = line.slice(unit.end);
  return isOne && /^\s\S/.test(rest)
    ? readMore({ quantity: rational(unit.factor)!, quantityMax: null, unit: unit.unit }, [], rest)
    : null;
}

// Joins two measures exactly: a cup plus a tablespoon is 17 tablespoons

interface Measure {
  quantity: Rational;
  quantityMax: Rational | null;
  unit: string | null;
}

const CUBIC_CENTIMETRES = /^\s?c\.?\s?c\.?$/i;
const MAX_SPOONS = 12;

/** Returns the measure of a unit as written. "3 cc" are French teaspoons, "100 cc" and "100 c.c." cubic centimetres. */
export function measureOf(
  { quantity, quantityMax }: Pick<Measure, 'quantity' | 'quantityMax'>,
  unit: ReadUnit | null,
  written: string,
): Measure {
  const isMillilitres = CUBIC_CENTIMETRES.test(written) && quantity.numerator > MAX_SPOONS * quantity.denominator;
  const amount = multiplyAmount({ quantity, quantityMax }, rational(unit?.factor ?? 1)!);
  return { ...amount, unit: isMillilitres ? 'ml' : (unit?.unit ?? null) };
}

/** Units that can be added, with their size in the smallest unit of the family. */
const FAMILIES: Record<string, number>[] = [
  { mg: 1, g: 1_000, kg: 1_000_000 },
  { ml: 1, cl: 10, dl: 100, l: 1_000 },
  { oz: 1, lb: 16 },
  { tsp: 1, tbsp: 3, cup: 48 },
];

const MINUS = /^(?:minus|less|weniger|moins|menos|meno)$/;
const RANGE = /^(?:-|–|to|bis|à|a|até|do|tot|til|till)$/;

/** Returns the sum, the difference or the range in the smaller unit, or null if there is none. */
function joinMeasures(a: Measure, b: Measure, sign: string): Measure | null {
  if (!a.unit || !b.unit || a.quantityMax || b.quantityMax) return null;
  const isRange = RANGE.test(sign);
  if (isRange && a.unit === b.unit)
    return compare(b.quantity, a.quantity) > 0 ? { ...a, quantityMax: b.quantity } : null;

  const family = FAMILIES.find((sizes) => Object.hasOwn(sizes, a.unit!) && Object.hasOwn(sizes, b.unit!));
  if (!family) return null;

  const unit = family[a.unit]! < family[b.unit]! ? a.unit : b.unit;
  const inUnit = (measure: Measure) => multiply(measure.quantity, rational(family[measure.unit!]!, family[unit]!)!);
  if (isRange) return compare(inUnit(b), inUnit(a)) > 0 ? { quantity: inUnit(a), quantityMax: inUnit(b), unit } : null;
  const quantity = (MINUS.test(sign) ? subtract : add)(inUnit(a), inUnit(b));
  return quantity?.numerator ? { quantity, quantityMax: null, unit } : null;
}
