/** Scales and converts amounts in notes and steps, where they certainly are amounts of a listed ingredient. */
import type { Rational } from '../../recipe-import/draft.ts';
import { type CanonicalFood, canonicalFood } from '../../recipe-import/foods/foods.ts';
import { isInsideNumber, toPlain } from '../../recipe-import/plain-text.ts';
import { scale } from '../../recipe-import/quantity.ts';
import { readQuantity } from '../../recipe-import/quantity-text.ts';
import { readUnit } from '../../recipe-import/units.ts';
import { amountText, numbersText, unitNames } from './amount-text.ts';
import { type Amount, convertAmount, type MeasurementSystem } from './measurement-systems.ts';
import { temperatureEdits } from './temperatures.ts';
import { applyEdits, type Edit } from './text-edits.ts';

export interface TextChange {
  /** Numbers of servings, both > 0. */
  from: number;
  to: number;
  system: MeasurementSystem | null;
  locale: string;
  /** Canonical keys of the ingredients that scale. */
  foods: Set<string>;
}

const MAX_LENGTH = 20_000;
const MAX_AMOUNTS = 100;
const MAX_NAME_WORDS = 4;
const JOINT = /^\s*(?:of (?:the )?|de la |de |du |des |d['’]|di |del |della |do |da |van |von |av |af )?/iu;
const NAME = /^[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}/u;
/** "Top each tortilla with ¼ cup beef", "½ cup at a time": such an amount is no part of the listed one. */
const PER_PIECE =
  /(?<!\p{L})(?:per|each|every|at a time|apiece|pro|je|jede[nrs]?|jeweils|chaque|par|à la fois|cada|ogni|ciascun[oa]?|alla volta|elke?|ieder[e]?|per keer|varje|hver|hvert|każd(?:y|ą|ego|ej)|každ(?:ý|ou|ého))(?!\p{L})/iu;
const ENGLISH_UNIT = /^(teaspoon|tablespoon|ounce|pound|gram|kilogram|(?:milli)?lit(?:er|re))s?$/i;

/** Returns the text with every other number unchanged. */
export function changeText(text: string, change: TextChange): string {
  const head = text.slice(0, MAX_LENGTH);
  const temperatures = change.system ? temperatureEdits(head, change.system) : [];
  const edits = [...temperatures, ...amountEdits(head, change)];
  return edits.length === 0 ? text : applyEdits(head, edits) + text.slice(MAX_LENGTH);
}

function amountEdits(text: string, change: TextChange): Edit[] {
  const { plain, origin } = toPlain(text);
  const edits: Edit[] = [];
  let at = 0;
  for (const { index } of plain.matchAll(/\d+/g)) {
    if (edits.length === MAX_AMOUNTS) break;
    if (index < at || isInsideNumber(plain, index) || /[#&]/.test(plain[index - 1] ?? '')) continue;
    const found = readAmountOf(plain, index, change);
    if (!found) continue;
    at = found.unitEnd;
    const written = found.replacesUnit ? found.unitEnd : found.numberEnd;
    edits.push({ start: origin[index]!, end: origin[written - 1]! + 1, text: found.text });
  }
  return edits;
}

function readAmountOf(plain: string, start: number, change: TextChange) {
  const read = readQuantity(plain, start);
  if (!read) return null;
  const unit = readUnit(plain, read.end);
  if (!unit?.canonical || unit.factor !== 1) return null;
  if (change.from !== change.to && PER_PIECE.test(sentenceAround(plain, start, unit.end))) return null;
  const food = foodAt(plain.slice(unit.end, unit.end + 80), change);
  if (!food) return null;

  const scaled = (each: Rational) => scale(each, change.from, change.to);
  const amount: Amount = {
    quantity: scaled(read.quantity),
    quantityMax: read.quantityMax && scaled(read.quantityMax),
    unit: unit.unit,
  };
  const shown = change.system ? convertAmount(amount, change.system, food, change.locale) : amount;
  if (change.from === change.to && shown.unit === unit.unit) return null;

  const word = plain.slice(read.end, unit.end).trim();
  const isOurs = shown.unit !== unit.unit || unitNames(unit.unit).includes(word.toLowerCase());
  const english = ENGLISH_UNIT.exec(word)?.[1];
  const several = toNumber(shown.quantityMax ?? shown.quantity!) > 1;
  return {
    numberEnd: read.end,
    unitEnd: unit.end,
    replacesUnit: isOurs || english !== undefined,
    text: isOurs
      ? amountText(shown)
      : `${numbersText(shown)}${english ? ` ${english}${several ? 's' : ''}` : ''}`,
  };
}

const toNumber = ({ numerator, denominator }: Rational) => numerator / denominator;

/** At most 100 characters on either side. */
function sentenceAround(plain: string, start: number, end: number): string {
  const before = plain.slice(Math.max(0, start - 100), start).split(/[.!?;。]\s|\n/);
  const after = plain.slice(end, end + 100).split(/[.!?;。](?:\s|$)|\n/, 1);
  return `${before.at(-1)} ${after[0]}`;
}

/** Returns the listed food whose name begins the text. */
function foodAt(text: string, { foods, locale }: TextChange): CanonicalFood | null {
  const words = NAME.exec(text.replace(JOINT, ''))?.[0].split(' ') ?? [];
  for (let count = Math.min(words.length, MAX_NAME_WORDS); count > 0; count -= 1) {
    const food = canonicalFood(words.slice(0, count).join(' '), locale);
    if (foods.has(food.key) && (food.isExact || !food.isKnown)) return food;
  }
  return null;
}
