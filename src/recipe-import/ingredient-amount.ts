/** Parses the amount in an ingredient line, at its start or end. */
import type { Rational } from './draft.ts';
import { CONTAINER, JOINT, SIZES } from './ingredient-words.ts';
import { multiply, rational } from './quantity.ts';
import { readQuantity } from './quantity-text.ts';
import { addMeasures, type Measure } from './unit-sums.ts';
import { readUnit } from './units.ts';

export interface Amount extends Measure {
  /** Sizes and alternative amounts: "15-ounce", "3 1/2oz". */
  notes: string[];
  /** The line without its amount. */
  rest: string;
}

const NUMBER = '\\d{0,4}[ .,/]{0,1}\\d{1,4}(?:[ .,/]\\d{1,4}){0,2}';
const SIZE_UNITS =
  'inch|inches|in|"|”|cm|mm|ounces?|oz|lbs?|pounds?|g|gr|grams?|kg|ml|l|liters?|litres?|cl|dl|quarts?|fl\\.? ?oz';
const MEASURE = `(?:about |approx\\.? |ca\\.? |~)?${NUMBER}(?:\\s?[-–]\\s?${NUMBER})?\\s?-?\\s?(?:${SIZE_UNITS})(?![\\p{L}])\\.?`;
const SIZE = new RegExp(`^[\\s,]*(?:\\((${MEASURE})\\)|(${MEASURE}))[\\s,]*(?=\\S)`, 'iu');
const OTHER_MEASURE = new RegExp(`^\\s?(?:/\\s?)?(${MEASURE}(?:\\s${MEASURE})?)\\s+(?=\\S)`, 'iu');
const SPLIT_SIZE = /^(\d{1,3}) (?=\d{1,2}\/\d{1,2}-\s?\p{L})/u;
const ONE_OF = new Set(
  'pinch handful handfuls dash splash drizzle squeeze knob glug sprig bunch handvoll bund poignée manciata puñado punhado handje handvol scheut scheutje näve garść hrst hrsť marék'.split(
    ' ',
  ),
);

/** Returns the amount at the start of the line, or null. */
export function readLeadingAmount(line: string): Amount | null {
  const size = SPLIT_SIZE.exec(line)?.[1];
  if (size) return readMeasure(line.slice(size.length), rational(Number(size))!, null);

  const read = readQuantity(line);
  if (!read) return readUncounted(line);

  const after = line.slice(read.end);
  if (/^\s?[%°]|^(?:st|nd|rd|th)\b/.test(after)) return null;
  if (/^-\s?\p{L}/u.test(after) && !readUnit(after.slice(1))?.canonical) return null;
  if (/^\d|^[.,/:]\d/.test(after)) return null;

  return readMeasure(after.replace(/^\s?[x×]\s?(?=[\d\s])/, ' '), read.quantity, read.quantityMax);
}

function readMeasure(text: string, quantity: Rational, quantityMax: Rational | null): Amount {
  const notes: string[] = [];
  let rest = text.replace(/^[-\s,]+(?=[\s(\d\p{L}])/u, '');

  const size = SIZE.exec(rest);
  if (size) {
    notes.push(size[1] ?? size[2]!);
    rest = rest.slice(size[0].length);
  }

  const describing = /^\p{L}{2,15}(?= )/u.exec(rest)?.[0];
  const sized = describing && SIZES.has(describing.toLowerCase()) ? describing : '';
  const unit = readUnit(rest) ?? (sized ? readUnit(rest, sized.length) : null);
  if (!unit || /^\s*$|^-\p{L}|^['’]/u.test(rest.slice(unit.end))) {
    return { quantity, quantityMax, unit: null, notes, rest };
  }

  if (sized && !readUnit(rest)) notes.push(sized);
  const factor = rational(unit.factor)!;
  const measure: Measure = {
    quantity: multiply(quantity, factor),
    quantityMax: quantityMax && multiply(quantityMax, factor),
    unit: unit.unit,
  };
  return readMore(measure, notes, rest.slice(unit.end).replace(/^\/\p{L}{1,2}(?=\s)/u, ''));
}

/** "1 lb 5 oz", "1 cup + 2 tablespoons", "100 g/3½oz", "15 oz can of". */
function readMore(first: Measure, notes: string[], text: string): Amount {
  let measure = first;
  let rest = text.replace(/^\s*[,/]?\s+(?=\S)/, (gap) =>
    gap.includes('/') ? '/' : gap.includes(',') ? ', ' : ' ',
  );

  const joined = /^\s?(?:\+|plus|and|&)\s?(?=\d)|^\s(?=\d)/i.exec(rest)?.[0];
  if (joined !== undefined) {
    const second = readLeadingAmount(rest.slice(joined.length));
    const sum = second && addMeasures(measure, second);
    if (sum) {
      measure = sum;
      notes.push(...second.notes);
      rest = ` ${second.rest}`;
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

  return { ...measure, notes, rest: rest.replace(JOINT, '') };
}

/** "Pinch of salt": the amount 1 is implied. */
function readUncounted(line: string): Amount | null {
  const unit = readUnit(line);
  if (!unit || !(unit.unit === 'pinch' || ONE_OF.has(unit.unit.toLowerCase()))) return null;

  const rest = line.slice(unit.end);
  return /^\s\S/.test(rest)
    ? readMore({ quantity: rational(1)!, quantityMax: null, unit: unit.unit }, [], rest)
    : null;
}

const NO_AMOUNT_AFTER = /(?:^|\s)(?:type|typ|tipo|no|nr|n°|t|vol|size|number|e)\.?$/i;

/** Returns the amount at the end of the line, as in Czech, Italian and Japanese lists: "Latte 200 ml". */
export function readTrailingAmount(line: string): Amount | null {
  for (let at = line.length - 1, tried = 0; at > 0 && tried < 24; at -= 1, tried += 1) {
    if (!/[\d.半一二两三四五六七八九十]/.test(line[at]!) || /[\d.,/]/.test(line[at - 1]!)) continue;

    const found = readWholeAmount(line, at);
    if (!found) continue;

    const before = /\d\s$/.test(line.slice(0, at))
      ? readWholeAmount(line, line.lastIndexOf(' ', at - 2) + 1)
      : null;
    return before ?? found;
  }

  return null;
}

function readWholeAmount(line: string, at: number): Amount | null {
  const spoon = /(大さじ|小さじ|カップ)\s?$/.exec(line.slice(Math.max(0, at - 6), at));
  const name = line.slice(0, at - (spoon ? spoon[0].length : 0)).trim();
  if (!/\p{L}/u.test(name) || !/[\s\p{P}\u3040-\u9fff]/u.test(line[at - 1]!) || /[-/(]$/.test(name))
    return null;

  const read = readQuantity(line, at);
  if (!read) return null;

  const unit = readUnit(line, spoon ? at - spoon[0].length : read.end);
  if (!spoon && (unit?.end ?? read.end) !== line.length) return null;
  if (spoon && read.end !== line.length) return null;
  if (!unit && (read.quantity.numerator > 100 * read.quantity.denominator || NO_AMOUNT_AFTER.test(name)))
    return null;

  const factor = rational(unit?.factor ?? 1)!;
  const quantityMax = read.quantityMax && multiply(read.quantityMax, factor);
  return {
    quantity: multiply(read.quantity, factor),
    quantityMax,
    unit: unit?.unit ?? null,
    notes: [],
    rest: name,
  };
}
