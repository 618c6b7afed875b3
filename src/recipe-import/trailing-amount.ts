/** Parses the amount at the end of an ingredient line, as in many languages: "Latte 200 ml", "Butter - 20 g". */
import type { Amount } from './ingredient-amount.ts';
import { ABOUT, SIZES } from './ingredient-words.ts';
import { multiply, rational } from './quantity.ts';
import { readQuantity } from './quantity-text.ts';
import { readUnit } from './units.ts';

const MAX_LENGTH = 32;
const NO_AMOUNT_AFTER = /(?:^|\s)(?:type|typ|tipo|no|nr|n°|t|vol|size|number|e)\.?$/i;
const SPOON = /(大さじ|小さじ|カップ)\s?$/;
const WRITTEN_WITHOUT_SPACES = /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/;
const SEPARATOR = /\s[-–—]\s?|[:：…‥]\s?|,\s|\s\(/g;

/** Returns the longest amount that the line ends with. */
export function readTrailingAmount(line: string): Amount | null {
  let found: Amount | null = null;
  for (let at = line.length - 1; at > 0 && at >= line.length - MAX_LENGTH; at -= 1) {
    if (canStart(line, at)) found = readWholeAmount(line, at) ?? found;
  }
  return found;
}

/** An amount starts at a digit after anything but a number, or at a word. */
function canStart(line: string, at: number): boolean {
  const [before, sign] = [line[at - 1]!, line[at]!];
  if (/\d/.test(sign))
    return /[\s\p{P}~〜～]/u.test(before) ? !/[\d.,/]/.test(before) : WRITTEN_WITHOUT_SPACES.test(before);
  return /[.半一二两三四五六七八九十]/.test(sign)
    ? !/[\d.,/]/.test(before)
    : /\p{L}/u.test(sign) && before === ' ';
}

function readWholeAmount(line: string, at: number): Amount | null {
  const spoon = SPOON.exec(line.slice(Math.max(0, at - 6), at));
  const name = line.slice(0, at - (spoon ? spoon[0].length : 0)).trim();
  if (!/\p{L}/u.test(name) || /(?:^|\S)[-/(]$/.test(name)) return null;

  const isWord = /\p{L}/u.test(line[at]!) && !/[半一二两三四五六七八九十]/.test(line[at]!);
  const read = readQuantity(isWord ? `${line} ` : line, at);
  const pinch = read || !isWord ? null : readUnit(line, at);
  if (pinch?.unit === 'pinch' && pinch.end === line.length) return amountOf(1, 'pinch', name);
  if (!read) return null;

  const unit = readUnit(line, spoon ? at - spoon[0].length : read.end);
  if (!spoon && (unit?.end ?? read.end) !== line.length) return null;
  if (spoon && read.end !== line.length) return null;
  if (
    !unit &&
    (isWord || read.quantity.numerator > 100 * read.quantity.denominator || NO_AMOUNT_AFTER.test(name))
  )
    return null;

  const factor = rational(unit?.factor ?? 1)!;
  const quantityMax = read.quantityMax && multiply(read.quantityMax, factor);
  return {
    quantity: multiply(read.quantity, factor),
    quantityMax,
    unit: unit?.unit ?? null,
    notes: [],
    rest: withoutSeparator(name),
  };
}

/** "Garlic - 4 cloves, minced", "Onions, 2 large" and "Flour (2 cups)": the amount stands behind a sign. */
export function readSeparatedAmount(line: string): Amount | null {
  for (const separator of line.matchAll(SEPARATOR)) {
    const name = line.slice(0, separator.index).trim();
    if (!/\p{L}/u.test(name)) continue;

    const from = separator.index + separator[0].length;
    const isInBrackets = separator[0].endsWith('(');
    const end = isInBrackets ? line.indexOf(')', from) : line.length;
    if (end < 0) continue;

    const about = ABOUT.exec(line.slice(from, end))?.[0] ?? '';
    const text = line.slice(from + about.length, end);
    const read = readQuantity(text);
    if (!read || !/^[\d.]/.test(text)) continue;

    const unit = readUnit(text, read.end);
    if (
      isInBrackets ? !isMeasure(unit) : !unit && (NO_AMOUNT_AFTER.test(name) || read.quantity.numerator > 100)
    )
      continue;
    const notes = [about.trim(), ...notesOf(text.slice(unit?.end ?? read.end))];
    const rest = line.slice(isInBrackets ? end + 1 : line.length).trim();
    if (notes.includes('?') || !/^(?:[,;(].*)?$/.test(rest)) continue;

    const factor = rational(unit?.factor ?? 1)!;
    return {
      quantity: multiply(read.quantity, factor),
      quantityMax: read.quantityMax && multiply(read.quantityMax, factor),
      unit: unit?.unit ?? null,
      notes: notes.filter((note) => note !== ''),
      rest: `${name}${rest}`,
    };
  }
  return null;
}

/** Returns `?` if the words behind the amount are no note. */
function notesOf(text: string): string[] {
  const words = text.trim();
  const size = /^\p{L}{2,15}(?=$|[\s,;(])/u.exec(words)?.[0] ?? '';
  const rest = SIZES.has(size.toLowerCase()) ? words.slice(size.length).trim() : words;
  return rest === '' || /^[,;(]/.test(rest) ? [words] : ['?'];
}

const isMeasure = (unit: { canonical: boolean; unit: string } | null) =>
  unit?.canonical === true && unit.unit !== 'piece' && unit.unit !== 'slice';

const withoutSeparator = (name: string) => name.replace(/\s*[-–—:：…‥・,=]+$/, '');

function amountOf(quantity: number, unit: string, name: string): Amount {
  return { quantity: rational(quantity)!, quantityMax: null, unit, notes: [], rest: withoutSeparator(name) };
}
