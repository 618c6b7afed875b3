/** Parses the amount behind a sign: "Garlic - 4 cloves, minced", "Flour (2 cups)", "Basil - a few leaves". */
import { type Amount, readLeadingAmount } from './ingredient-amount.ts';
import { aboutPattern, isSize, somePattern } from './ingredient-words.ts';
import { readQuantity } from './quantity-text.ts';
import { NO_AMOUNT_AFTER } from './trailing-amount.ts';
import { measureOf } from './unit-sums.ts';
import { readUnit } from './units.ts';

export type MaybeAmount = Omit<Amount, 'quantity'> & { quantity: Amount['quantity'] | null };

const SEPARATOR = /\s[-–—]\s?|[:：…‥]\s?|,\s|\s\(/g;
/** Stands for the name behind an amount without one. */
const NAME = 'NAME';

export function readSeparatedAmount(line: string): MaybeAmount | null {
  for (const separator of line.matchAll(SEPARATOR)) {
    const name = line.slice(0, separator.index).trim();
    if (!/\p{L}/u.test(name)) continue;

    const from = separator.index + separator[0].length;
    const found = separator[0].endsWith('(') ? inBrackets(line, from, name) : behindSign(line.slice(from), name);
    if (found) return found;
  }
  return null;
}

function inBrackets(line: string, from: number, name: string): Amount | null {
  const end = line.indexOf(')', from);
  if (end < 0) return null;

  const found = readCounted(line.slice(from, end), name, isMeasure);
  const rest = line.slice(end + 1).trim();
  return found && /^(?:[,;(].*)?$/.test(rest) ? { ...found, rest: `${name}${rest}` } : null;
}

function behindSign(text: string, name: string): MaybeAmount | null {
  const mayBeAmount = (unit: ReturnType<typeof readUnit>, quantity: number) =>
    unit !== null || (!NO_AMOUNT_AFTER.test(name) && quantity <= 100);
  return readCounted(text, name, mayBeAmount) ?? readContained(text, name) ?? readFew(text, name);
}

function readCounted(
  text: string,
  name: string,
  isAmount: (unit: ReturnType<typeof readUnit>, quantity: number) => boolean,
): Amount | null {
  const about = aboutPattern().exec(text)?.[0] ?? '';
  const stated = text.slice(about.length);
  const read = readQuantity(stated);
  if (!read || !/^[\d.]/.test(stated)) return null;

  const unit = readUnit(stated, read.end);
  if (!isAmount(unit, read.quantity.numerator)) return null;
  const note = noteOf(stated.slice(unit?.end ?? read.end));
  if (note === null) return null;

  return {
    ...measureOf(read, unit, unit ? stated.slice(read.end, unit.end) : ''),
    notes: [about.trim(), note].filter((each) => each !== ''),
    rest: name,
  };
}

/** "Coconut milk: 1 x 400 ml can". */
function readContained(text: string, name: string): Amount | null {
  if (!/^\d/.test(text)) return null;
  const [amount = '', ...notes] = text.split(/(?=[,;(])/);
  const read = readLeadingAmount(`${amount.trim()} ${NAME}`);
  return read?.rest === NAME && read.unit ? { ...read, rest: `${name}${notes.join('')}` } : null;
}

/** "Basil - a few leaves". */
function readFew(text: string, name: string): MaybeAmount | null {
  const few = somePattern().exec(text);
  const unit = few && readUnit(text, few[0].length);
  if (!unit || !/^[\s]*(?:$|[,;(])/.test(text.slice(unit.end))) return null;
  const rest = `${name}${text.slice(unit.end)}`;
  return { quantity: null, quantityMax: null, unit: unit.unit, notes: [few[1] ?? few[2]!], rest };
}

/** Returns null if the words behind the amount are no note. */
function noteOf(text: string): string | null {
  const words = text.trim();
  const size = /^\p{L}{2,15}(?=$|[\s,;(])/u.exec(words)?.[0] ?? '';
  const rest = isSize(size) ? words.slice(size.length).trim() : words;
  return rest === '' || /^[,;(]/.test(rest) ? words : null;
}

const isMeasure = (unit: ReturnType<typeof readUnit>) =>
  unit?.canonical === true && unit.unit !== 'piece' && unit.unit !== 'slice';
