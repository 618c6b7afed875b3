/** Parses the amount at the end of an ingredient line, as in many languages: "Latte 200 ml", "Butter - 20 g". */
import type { Amount } from './ingredient-amount.ts';
import { isSize } from './ingredient-words.ts';
import { add, rational } from './quantity.ts';
import { readQuantity } from './quantity-text.ts';
import { measureOf } from './unit-sums.ts';
import { readUnit } from './units.ts';

const MAX_LENGTH = 32;
export const NO_AMOUNT_AFTER = /(?:^|\s)(?:type|typ|tipo|no|nr|n°|t|vol|size|number|e)\.?$/i;
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
