/** Parses the yield of a recipe: a number and its unit. */
import { lazy } from '../lib/lazy.ts';
import { plainNumbers, readQuantity } from './quantity-text.ts';
import { anyOf } from './words.ts';

export interface ServingRead {
  /** Integer > 0. */
  serving: number;
  /** Lower-case slug of at most 30 characters. */
  servingType: string;
}

export const DEFAULT_SERVING_TYPE = 'servings';
const MAX_SERVING = 100_000;

const people = lazy(() => new RegExp(`^(?:${anyOf('servings')})(?![\\p{L}\\p{M}])`, 'iu'));
const DOZENS = /^\s*(?:an?\s)?(?:dozen|dutzend|douzaines?|dozijn|dussin|dusin|tucat|tuctů?)\b/i;
/** A size and no number of servings: "750 g", "26 cm". */
const MEASURE = /^[\s-]*(?:(kg|g|gr|grams?|ml|cl|dl|l|litres?|liters?|oz|lbs?)|cm|inch(?:es)?|°|%|")(?![\p{L}\p{M}])/iu;
/** "4 12-inch pizzas" are four. */
const COUNT_BEFORE_SIZE = /^\d{1,3}(?=\s\d{1,3}\s?(?:["”″x×]|-?inch|cm))/i;
const SIZE = /^[\s-]*\d{1,3}\s?(?:["”″]|[x×]\s?\d{1,3}|-?inch|cm)[\s-]*/i;
const MEASURE_SLUGS: Record<string, string> = { gr: 'g', gram: 'g', grams: 'g' };
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

function readEntry(value: unknown): ServingRead | null {
  if (typeof value === 'number') return atLeastOne(value, '');
  if (typeof value !== 'string' || /^\s*[-−]/.test(value)) return null;

  const text = plainNumbers(value.slice(0, 200));
  const read = readCount(text);
  if (!read) return null;

  const amount = read.quantity.numerator / read.quantity.denominator;
  const after = text.slice(read.end);
  const dozens = DOZENS.exec(after);
  const rest = after.slice(dozens?.[0].length ?? 0);
  const measure = MEASURE.exec(rest);
  if (measure) return servingOfMeasure(amount, measure[1]);
  return atLeastOne(dozens ? amount * 12 : amount, rest);
}

/** A recipe makes 750 g, but one cake of 26 cm. */
function servingOfMeasure(amount: number, unit: string | undefined): ServingRead | null {
  const slug = unit && slugOfServing(MEASURE_SLUGS[unit.toLowerCase()] ?? unit);
  return slug && Number.isInteger(amount) ? atLeastOne(amount, slug) : atLeastOne(1, '');
}

/** A spelled number counts if the digits behind it are only a size: "one 9-inch pie", "1 9x13 pan". */
function readCount(text: string) {
  const start = text.search(/\d/);
  const spelled = readSpelled(text);
  if (start < 0) return spelled;
  const beforeSize = COUNT_BEFORE_SIZE.exec(text.slice(start))?.[0];
  const read = readQuantity(beforeSize === undefined ? text : text.slice(0, start + beforeSize.length), start);
  const isSize = read !== null && MEASURE.test(text.slice(read.end));
  return isSize && spelled !== null && spelled.end <= start ? spelled : read;
}

/** The word "one" counts, and "a" only without digits. */
function readSpelled(text: string) {
  const word = /(?:serves|makes|yields?|für|pour|per|para|voor)\s+(?=\p{L})/iu.exec(text);
  const start = word ? word.index + word[0].length : 0;
  return UNCOUNTED.test(text.slice(start)) ? null : readQuantity(`${text} `, start);
}

function atLeastOne(amount: number, words: string): ServingRead | null {
  if (!(amount > 0) || amount > MAX_SERVING) return null;

  const noun = words.replace(SIZE, '').split(/[(,;:/|]/)[0]!;
  return { serving: Math.max(1, Math.round(amount)), servingType: slugOfServing(noun) };
}

function isQuantity(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && ('value' in value || 'minValue' in value);
}
