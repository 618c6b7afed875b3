/** Parses the yield of a recipe: a number and its unit. */
import { lazy } from '../lib/lazy.ts';
import { plainNumbers, readQuantity } from './quantity-text.ts';
import { readUnit } from './units.ts';
import { anyOf } from './words.ts';

interface ServingRead {
  /** Integer > 0. */
  serving: number;
  /** Lower-case slug of at most 30 characters. */
  servingType: string;
}

export const DEFAULT_SERVING_TYPE = 'servings';
const MAX_SERVING = 100_000;

const people = lazy(() => new RegExp(`^(?:${anyOf('servings')})(?![\\p{L}\\p{M}])`, 'iu'));
const UNCOUNTED = /^an?\s+(?:lot|few|bunch|couple|crowd)\b/i;
const LEAD = /^(?:about|approx(?:imately)?|ca|circa|around|of|de|di|von|van|av|af)\.?\s+/i;

/** Returns null if no entry contains a number. */
export function readServing(value: unknown): ServingRead | null {
  const entries = (Array.isArray(value) ? value.slice(0, 10) : [value])
    .map((entry) =>
      isQuantity(entry) ? `${entry.value ?? entry.minValue} ${entry.unitText ?? entry.unitCode ?? ''}` : entry,
    )
    .map(readEntry)
    .filter((entry) => entry !== null);

  const first = entries[0];
  if (!first) return null;
  return (
    entries.find((entry) => entry.serving === first.serving && entry.servingType !== DEFAULT_SERVING_TYPE) ?? first
  );
}

/** Converts "Pie crust" to `pie-crust`, and people, portions and empty words to `servings`. */
export function slugOfServing(words: string): string {
  const noun = words.trim().replace(LEAD, '');
  if (people().test(noun)) return DEFAULT_SERVING_TYPE;

  const slug = noun
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (slug.length <= 30) return slug || DEFAULT_SERVING_TYPE;

  const cut = slug.slice(0, 31);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 0)) || slug.slice(0, 30);
}

/** "9-inch", "26 cm", "9x13": the size of what is made, which is no number of servings. */
const SIZE = [
  '(?<![\\d.,/])\\d{1,3}(?:[.,]\\d{1,2}|\\s\\d\\/\\d)?\\s?-?\\s?(?:(?:inch(?:es)?|cm|mm|Zoll|pouces?)(?!\\p{L})|["”″])',
  '(?<![\\d.,/])\\d{1,2}(?:\\.\\d)?\\s?[x×]\\s?\\d{1,3}(?!\\d|\\s?(?:k?g|ml|c?l|oz|lb)(?!\\p{L}))' +
    '(?:\\s?-?\\s?(?:inch(?:es)?|cm)(?!\\p{L})|["”″])?',
].join('|');
const SIZES = new RegExp(`\\((?:${SIZE})\\)|(?:\\s(?:de|di|of|à|von|van))?\\s?(?:${SIZE})`, 'giu');

function readEntry(value: unknown): ServingRead | null {
  if (typeof value === 'number') return atLeastOne(value, '');
  if (typeof value !== 'string' || /^\s*[-−]/.test(value)) return null;

  const written = plainNumbers(value.slice(0, 200))
    .replace(/(?<![\d.,/])0+(?=\d)/g, '')
    .replace(COUNT_OF_SIZE, '$1 ');
  const text = written
    .replace(SIZES, ' ')
    .replace(SLASHED, (part, from: string, to: string) =>
      people().test(wordBehind(written, part)) ? `${from}-${to}` : part,
    )
    .replace(/\s+/g, ' ')
    .trim();
  const start = text.search(/\d/);
  const read = start < 0 ? readSpelled(text) : readQuantity(text, start);
  // "9-inch pie" is one pie.
  if (!read) return text === written ? null : atLeastOne(1, text.replace(/^(?:makes|yields?|an?)\s/i, ''));

  const amount = read.quantity.numerator / read.quantity.denominator;
  const dozens = /^\s*(?:an?\s)?(?:dozen|dutzend|douzaines?|dozijn|dussin|dusin|tucat|tuctů?)\b/i.exec(
    text.slice(read.end),
  );
  const rest = text
    .slice(read.end + (dozens?.[0].length ?? 0))
    .replace(SIZE_OF_EACH, ' ')
    .replace(SIZE_BEHIND, '')
    .replace(ADDITION, '');
  return readWeight(amount, rest) ?? atLeastOne(dozens ? amount * 12 : amount, /^\s*[°%"]/.test(rest) ? '' : rest);
}

/** "2 x 450g loaves". */
const SIZE_OF_EACH = /^\s?[x×]\s?\d{1,4}(?:[.,]\d{1,2})?\s?(?:g|kg|ml|cl|l|oz|lb|cm)\s(?=\p{L})/iu;
/** "2 Gläser à 250 ml", "4 vasetti da 250 g", "12 muffins of 60 g". */
const SIZE_BEHIND = new RegExp(
  [
    '(?<=[\\p{L}\\p{M}.])\\s(?:à|a|of|de|da|di|von|van|zu|je|zu je|mit je|po|по|på|av|af)',
    '\\s\\d{1,4}(?:[.,]\\d{1,2})?\\s?(?:g|kg|ml|cl|dl|l|oz|lb|г|кг|мл|л)(?![\\p{L}\\d]).*$',
  ].join(''),
  'iu',
);
/** "2 x 20cm cakes" are two cakes, and "9 x 13 inch pan" is one pan. */
const COUNT_OF_SIZE = new RegExp(
  [
    '(?<![\\d.,/])([1-6])\\s?[x×]\\s?(?:[1-4]\\d\\s?-?\\s?cm',
    '|(?<=[1-3]\\s?[x×]\\s?)(?:[5-9]|1\\d)(?:\\s?-?\\s?inch(?:es)?|["”″]))\\s(?=\\p{L})',
  ].join(''),
  'giu',
);
/** "Serves 8 as a side": words behind the number that name nothing. */
const ADDITION = /^\s?(?:as|generously|easily|comfortably|depending|with|if|plus|or|when|in total)(?!\p{L}).*$/iu;
/** "4/6 persone" is a range. */
const SLASHED = /(?<![\d/.,])([2-9]|1\d)\/([3-9]|1\d|20)(?![\d/])/;

const wordBehind = (text: string, part: string): string =>
  text.slice(text.indexOf(part) + part.length).trim() || 'servings';

/** Units in which a recipe states how much it makes: "750 g of cream". */
const YIELD_UNITS = ['g', 'kg', 'ml', 'cl', 'dl', 'l', 'oz', 'lb'];
const SMALLER: Record<string, [unit: string, count: number]> = {
  kg: ['g', 1_000],
  cl: ['ml', 10],
  dl: ['ml', 100],
  l: ['ml', 1_000],
  lb: ['oz', 16],
};

/** True for the type of a yield that is a weight or a volume. */
export const isYieldUnit = (type: string): boolean => YIELD_UNITS.includes(type);

/** A part of a larger unit counts in the smaller one: "1.5 kg" is 1,500 g. */
function readWeight(amount: number, rest: string): ServingRead | null {
  const unit = readUnit(rest);
  if (unit?.factor !== 1 || !isYieldUnit(unit.unit)) return null;
  const [smaller, count] = SMALLER[unit.unit] ?? [unit.unit, 1];
  const isWhole = Number.isInteger(amount);
  const read = atLeastOne(isWhole ? amount : amount * count, '');
  return read && { ...read, servingType: isWhole ? unit.unit : smaller };
}

function readSpelled(text: string) {
  const word = /(?:serves|makes|yields|für|pour|per|para|voor)\s+(?=\p{L})/iu.exec(text);
  const start = word ? word.index + word[0].length : 0;
  return UNCOUNTED.test(text.slice(start)) ? null : readQuantity(`${text} `, start);
}

function atLeastOne(amount: number, words: string): ServingRead | null {
  if (!(amount > 0) || amount > MAX_SERVING) return null;

  const noun = words.split(/[(,;:/|]/)[0]!;
  return { serving: Math.max(1, Math.round(amount)), servingType: slugOfServing(noun) };
}

function isQuantity(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && ('value' in value || 'minValue' in value);
}
