/** Scales and converts amounts in notes and steps, where they certainly are amounts of the recipe's ingredients. */
import type { MeasurementSystem } from '../../lib/language/reader.ts';
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import type { CanonicalFood } from '../../recipe-import/foods/foods.ts';
import { isInsideNumber, toPlain } from '../../recipe-import/number-words.ts';
import { type Scaling, scaleAmount } from '../../recipe-import/quantity.ts';
import { type ReadQuantity, readQuantity } from '../../recipe-import/quantity-text.ts';
import { isNumberWord } from '../../recipe-import/timers.ts';
import { type ReadUnit, readUnit } from '../../recipe-import/units.ts';
import { amountText, numbersText, unitWordFor } from './amount-text.ts';
import { agree } from './counted-foods.ts';
import type { Edit } from './edits.ts';
import { type Amount, toMeasurable, toNumber } from './kitchen-amounts.ts';
import { canBeEqual, convertAmount, kitchenOf, measureOf, temperatureEdits } from './measures.ts';

export interface TextChange extends Scaling {
  system: MeasurementSystem | null;
  locale: string;
  /** `canonicalFood` of the language, which may remember what it found: texts name few foods often. */
  foodOf: (name: string) => CanonicalFood;
  /** Canonical keys of the ingredients that scale. */
  foods: Set<string>;
  /** Canonical keys of those that do not. */
  fixedFoods: Set<string>;
  /** The ingredient whose note this is. If it scales, so do the foods and other measures in its note. */
  noteOf?: Pick<IngredientDraft, 'name' | 'quantity' | 'unit' | 'scalable'>;
}

interface FoundEdits {
  edits: Edit[];
  /** Some amounts were scaled. */
  isScaled: boolean;
  /** Some amounts are as the author wrote them, for another number of servings. */
  isLeft: boolean;
}

const MAX_LENGTH = 20_000;
const MAX_AMOUNTS = 100;
/** The food behind each is looked up, which takes 20 µs. */
const MAX_NUMBERS = 400;
const MAX_NAME_WORDS = 4;
const JOINT = /^\s*(?:of (?:the )?|de la |de |du |des |d['’]|di |del |della |do |da |van |von |av |af )?/iu;
const NAME = /^[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}/u;
/** "Top each tortilla with ¼ cup beef", "½ cup at a time": such an amount is no part of the listed one. */
const EACH = [
  'per|each|every|at a time|apiece|pro|je|jede[nrs]?|jeweils|chaque|par|à la fois|cada|ogni|ciascun[oa]?|alla volta',
  'elke?|ieder[e]?|per keer|varje|hver|hvert|każd(?:y|ą|ego|ej)|každ(?:ý|ou|ého)',
];
const PER_PIECE = new RegExp(`(?<!\\p{L})(?:${EACH.join('|')})(?!\\p{L})`, 'iu');
/** The size of one thing: "a 2 l pot". */
const ARTICLE = /(?<!\p{L})(?:an?|eine?[mnrs]?|une?|un[ao]?|uma?|een|et|en|ett)\s$/iu;
const ENGLISH_UNIT = /^(teaspoon|tablespoon|ounce|pound|gram|kilogram|(?:milli)?lit(?:er|re))s?$/i;
/** The letter of a temperature is no cup. */
const LETTER_UNIT = /^\s?[cCtT]$/;
const NUMBER = /\d+|(?:(?![一-鿿぀-ヿ])[\p{L}\p{M}])+/gu;
const SENTENCE_END = /[.!?;](?=\s|$)|。|\n/g;
const NOTE_PART_END = /[.!?;,](?=\s|$)|。|\n/g;

/** Reads the first 20,000 characters, and at most 100 amounts among 400 numbers. */
export function findEdits(text: string, change: TextChange): FoundEdits {
  const head = text.slice(0, MAX_LENGTH);
  const temperatures = change.system ? temperatureEdits(head, change.system) : [];
  const amounts = findAmountEdits(head, change);
  return { ...amounts, edits: [...temperatures, ...amounts.edits] };
}

// Scales the amounts of a sentence together, because their ratio counts, or leaves them all

function findAmountEdits(text: string, change: TextChange): FoundEdits {
  const { plain, origin } = toPlain(text);
  const found: FoundEdits = { edits: [], isScaled: false, isLeft: false };
  const scales = change.from !== change.to;
  const ends = change.noteOf ? NOTE_PART_END : SENTENCE_END;
  for (const { sentence, amounts } of bySentence(plain, findAmounts(plain, change), ends)) {
    const isPerPiece = scales && PER_PIECE.test(sentence);
    const isUnsure = scales && amounts.some(({ role }) => role === 'unknown');
    const hasListed = amounts.some(({ role }) => role === 'listed' || (role === 'other' && change.noteOf?.scalable));
    const isChanged = hasListed && !isPerPiece && !isUnsure;
    for (const amount of isChanged ? amounts : []) {
      const edit = editOf(plain, origin, amount, change);
      if (edit) found.edits.push(edit);
      if (edit && scales) found.isScaled = true;
    }
    if (scales && !isChanged && amounts.some(({ role, unit }) => role !== 'fixed' && unit !== null))
      found.isLeft = true;
  }
  return found;
}

interface Sentence {
  sentence: string;
  amounts: FoundAmount[];
}

/** Keeps the sentences that have amounts. */
function bySentence(plain: string, amounts: FoundAmount[], end: RegExp): Sentence[] {
  const ends = [...plain.matchAll(end)].map(({ index }) => index);
  const sentences: Sentence[] = [];
  let next = 0;
  let last = -1;
  for (const amount of amounts) {
    while (next < ends.length && ends[next]! < amount.start) next += 1;
    if (last === next && sentences.length > 0) {
      sentences.at(-1)!.amounts.push(amount);
      continue;
    }
    last = next;
    sentences.push({
      sentence: plain.slice((ends[next - 1] ?? -1) + 1, ends[next] ?? plain.length),
      amounts: [amount],
    });
  }
  return sentences;
}

// Finds amounts with the food that follows them

interface FoundAmount extends ReadQuantity {
  start: number;
  /** Null for a count: "2 eggs". */
  unit: ReadUnit | null;
  food: CanonicalFood | null;
  /** Whether the food is an ingredient that scales, one that does not, another food, or unknown. */
  role: 'listed' | 'fixed' | 'other' | 'unknown';
}

function findAmounts(plain: string, change: TextChange): FoundAmount[] {
  const amounts: FoundAmount[] = [];
  let at = 0;
  let numbers = 0;
  for (const { 0: token, index } of plain.matchAll(NUMBER)) {
    if (amounts.length === MAX_AMOUNTS || numbers === MAX_NUMBERS) break;
    if (index < at || /[#&]/.test(plain[index - 1] ?? '')) continue;
    if (/^\d/.test(token) ? isInsideNumber(plain, index) : !isNumberWord(token.toLowerCase())) continue;
    numbers += 1;
    const found = readAmountAt(plain, index, change);
    if (!found) continue;
    at = found.unit?.end ?? found.end;
    amounts.push(found);
  }
  return amounts;
}

function readAmountAt(plain: string, start: number, change: TextChange): FoundAmount | null {
  const read = readQuantity(plain, start);
  if (!read) return null;
  const unit = readUnit(plain, read.end);
  // "A clove" and "an egg" are often no amounts, "a cup" and "two eggs" are.
  if (!/^\d/.test(plain.slice(start, start + 1))) {
    const isOne = read.quantity.numerator <= read.quantity.denominator;
    if (unit ? measureOf(unit.unit, '', change.locale) === null : isOne) return null;
  }
  if (!unit) {
    const found = /^\s/.test(plain.slice(read.end)) ? foodAt(plain.slice(read.end, read.end + 80), change) : null;
    return found?.role === 'listed' ? { ...read, ...found, start, unit: null } : null;
  }
  if (!unit.canonical || unit.factor !== 1) return null;

  const found = foodAt(plain.slice(unit.end, unit.end + 80), change);
  if (found) return { ...read, ...found, start, unit };
  const isSize = ARTICLE.test(plain.slice(Math.max(0, start - 8), start)) || /^-/.test(plain.slice(read.end, unit.end));
  const isMeasure = measureOf(unit.unit, '', change.locale) !== null;
  if (isSize || !isMeasure || LETTER_UNIT.test(plain.slice(read.end, unit.end))) return null;
  const same = equalIngredient({ quantity: read.quantity, unit: unit.unit }, change);
  return { ...read, start, unit, ...(same ?? { food: null, role: 'unknown' }) };
}

/** "12 tbsp" and "170 g" in the note of "¾ cup butter" are the same amount. */
function equalIngredient(
  amount: Pick<Amount, 'quantity' | 'unit'>,
  { noteOf, foodOf, locale, from, to }: TextChange,
): { food: CanonicalFood; role: FoundAmount['role'] } | null {
  if (!noteOf || from === to) return null;
  const food = foodOf(noteOf.name);
  return canBeEqual(noteOf, amount, food.key, locale) ? { food, role: noteOf.scalable ? 'other' : 'fixed' } : null;
}

/** Returns the food whose name begins the text: a listed one before others. */
function foodAt(
  text: string,
  { foods, fixedFoods, foodOf }: TextChange,
): { food: CanonicalFood; role: FoundAmount['role'] } | null {
  const words = NAME.exec(text.replace(JOINT, ''))?.[0].split(' ') ?? [];
  let other: CanonicalFood | null = null;
  for (let count = Math.min(words.length, MAX_NAME_WORDS); count > 0; count -= 1) {
    const food = foodOf(words.slice(0, count).join(' '));
    if (!food.isExact && food.isKnown) continue;
    if (foods.has(food.key)) return { food, role: 'listed' };
    if (fixedFoods.has(food.key)) return { food, role: 'fixed' };
    if (food.isKnown) other ??= food;
  }
  return other && { food: other, role: 'other' };
}

// Writes the new amount

function editOf(plain: string, origin: number[], amount: FoundAmount, change: TextChange): Edit | null {
  const { start, end, quantity, quantityMax, unit, food, role } = amount;
  const { from, to, system, locale } = change;
  if (role === 'fixed' || food === null) return null;
  const exact: Amount = scaleAmount({ quantity, quantityMax, unit: unit?.unit ?? null }, change);
  const converted = system && role === 'listed' ? convertAmount(exact, system, food, locale) : exact;
  const isConverted = converted.unit !== exact.unit;
  if (from === to && !isConverted) return null;

  const shown = toMeasurable(converted, kitchenOf(food, locale, isConverted));
  const replace = (last: number, text: string) => ({ start: origin[start]!, end: origin[last - 1]! + 1, text });
  if (unit === null) return countEdit(plain, amount, { shown, food, change, replace });
  if (shown.unit === null) return replace(end, numbersText(shown, locale));
  const named = { ...shown, unit: shown.unit };
  if (named.unit !== unit.unit) return replace(unit.end, amountText(named, locale));
  const gap = /^[\s-]*/.exec(plain.slice(end, unit.end))![0];
  const word = wordFor(plain.slice(end + gap.length, unit.end), named, locale);
  const numbers = numbersText(named, locale);
  return word === null ? replace(end, numbers) : replace(unit.end, `${numbers}${gap}${word}`);
}

/** Behind a number without a unit, the noun changes with it: "2 eggs" and "1 egg". */
function countEdit(plain: string, { end }: FoundAmount, { shown, food, change, replace }: CountEdit): Edit {
  const { locale, foodOf } = change;
  const gap = /^\s*/.exec(plain.slice(end))![0];
  const written = plain.slice(end + gap.length, end + gap.length + 80);
  const value = toNumber(shown.quantityMax ?? shown.quantity!);
  const agreed = agree(written, { value, food, locale, foodOf });
  let same = 0;
  while (same < written.length && written.at(-1 - same) === agreed.at(-1 - same)) same += 1;
  const numbers = numbersText(shown, locale);
  if (agreed === written) return replace(end, numbers);
  return replace(end + gap.length + written.length - same, `${numbers}${gap}${agreed.slice(0, agreed.length - same)}`);
}

interface CountEdit {
  shown: Amount;
  food: CanonicalFood;
  change: TextChange;
  replace: (last: number, text: string) => Edit;
}

/** Returns null if the author's word fits the new amount too. */
function wordFor(word: string, amount: Amount & { unit: string }, locale: string): string | null {
  const english = ENGLISH_UNIT.exec(word)?.[1];
  const isSeveral = toNumber(amount.quantityMax ?? amount.quantity!) > 1;
  return english ? `${english}${isSeveral ? 's' : ''}` : unitWordFor(word, amount, locale);
}
