/** Parses an amount behind the name, as in many languages: "Latte 200 ml", "Garlic - 4 cloves, minced". */
import { type Amount, measureOf, readLeadingAmount } from './ingredient-amount.ts';
import { aboutPattern, isSize, somePattern } from './ingredient-words.ts';
import { add, rational } from './quantity.ts';
import { readQuantity } from './quantity-text.ts';
import { readUnit } from './units.ts';

// At the end of the line: "Latte 200 ml", "Butter - 20 g"

const MAX_LENGTH = 32;
const NO_AMOUNT_AFTER = /(?:^|\s)(?:type|typ|tipo|no|nr|n°|t|vol|size|number|e)\.?$/i;
const SPOON = /(大さじ|小さじ|カップ)\s?$/;
const WRITTEN_WITHOUT_SPACES = /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/;

/** Words behind an amount: "15g左右", "284 ml pot", "3 medium", "200 g (soft)", "2 tbsp, melted". */
const TAIL = new RegExp(
  `\\s?(?:${[
    '\\([^()]{1,120}\\)|,\\s[^\\d,][^\\d]{0,120}',
    '(?<=かけ|片|個|枚|本|切れ)分|左右|前後|程度|くらい|ぐらい|ほど|強|弱|ずつ|정도|가량|씩|approx\\.?|each',
    '\\s(?:pot|can|tin|jar|pack|packet|package|bottle|tub|bag|carton|box)',
  ].join('|')})$`,
  'iu',
);
/** "にんじん 中1本": the size of one. */
const SIZE_BEFORE = /(?<=\s)(?:大|中|小|大きめ|小さめ|약|約|约|大约|ca\.?|circa|about|approx\.?)$/iu;

/** Returns the amount that the line ends with, or that stands before a note. */
export function readTrailingAmount(line: string): Amount | null {
  let text = line;
  let tail = '';
  for (let pass = 0; pass < 4; pass += 1) {
    const found = readAtEnd(text) ?? readWithHalf(text);
    if (found) return tail === '' ? found : { ...found, ...withTail(found, tail) };

    const note = TAIL.exec(text)?.[0] ?? sizeAtEnd(text);
    if (note === null) return null;
    text = text.slice(0, -note.length);
    tail = note + tail;
  }
  return null;
}

/** "1큰술 반": a spoon and a half. */
function readWithHalf(text: string): Amount | null {
  const found = text.endsWith(' 반') ? readAtEnd(text.slice(0, -2)) : null;
  return found && { ...found, quantity: add(found.quantity, rational(1, 2)!) };
}

/** "Onion 1 large", "پیاز 1 عدد بزرگ". */
function sizeAtEnd(text: string): string | null {
  const word = /(?<=\d(?: \p{L}{1,10})?) (\p{L}{3,12})$/u.exec(text);
  return word && isSize(word[1]!) ? word[0] : null;
}

/** Notes in brackets or after a comma are split from the name later. */
function withTail(found: Amount, tail: string): { notes: string[]; rest: string } {
  const isSplitLater = /^\s?[(,]/.test(tail);
  return isSplitLater
    ? { notes: found.notes, rest: `${found.rest}${tail}` }
    : { notes: [...found.notes, tail.trim()], rest: found.rest };
}

/** Returns the longest amount at the end. */
function readAtEnd(line: string): Amount | null {
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
    : /\p{L}/u.test(sign) && (before === ' ' || line.startsWith('ครึ่ง', at));
}

function readWholeAmount(line: string, at: number): Amount | null {
  const spoon = SPOON.exec(line.slice(Math.max(0, at - 6), at));
  const name = line.slice(0, at - (spoon ? spoon[0].length : 0)).trim();
  if (!/\p{L}/u.test(name) || /(?:^|\S)[-/(]$|[+&]$|\d\s?[x×]$/.test(name)) return null;

  const isWord = /\p{L}/u.test(line[at]!) && !/[半一二两三四五六七八九十]/.test(line[at]!);
  const read = readQuantity(isWord ? `${line} ` : line, at);
  const pinch = read || !isWord ? null : readUnit(line, at);
  if (pinch?.unit === 'pinch' && pinch.end === line.length) return amountOf(1, 'pinch', name);
  if (!read) return null;

  const unit = readUnit(line, spoon ? at - spoon[0].length : read.end);
  if (!spoon && (unit?.end ?? read.end) !== line.length) return null;
  if (spoon && read.end !== line.length) return null;
  if (!unit && (isWord || read.quantity.numerator > 100 * read.quantity.denominator || NO_AMOUNT_AFTER.test(name)))
    return null;

  const from = spoon ? at - spoon[0].length : read.end;
  const measure = measureOf(read, unit, unit ? line.slice(from, unit.end) : '');
  return { ...measure, notes: [], rest: withoutSeparator(name) };
}

const withoutSeparator = (name: string) =>
  name
    .replace(SIZE_BEFORE, '')
    .trim()
    .replace(/\s*(?:[-–—:：…‥・,=]+|\.{2,}|\s[x×])$/, '');

function amountOf(quantity: number, unit: string, name: string): Amount {
  return { quantity: rational(quantity)!, quantityMax: null, unit, notes: [], rest: withoutSeparator(name) };
}

// Behind a sign: "Garlic - 4 cloves, minced", "Flour (2 cups)", "Basil - a few leaves"

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
