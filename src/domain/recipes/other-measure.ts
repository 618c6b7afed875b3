/** Reads an ingredient's second measure from its note: "1 cup (120 g) flour". */
import type { Rational } from '../../recipe-import/draft.ts';
import { plainNumbers, readQuantity } from '../../recipe-import/quantity-text.ts';
import { readUnit } from '../../recipe-import/units.ts';
import type { Ingredient } from '../items/eventable.ts';
import type { Amount } from './measurement-systems.ts';
import { measureOf } from './measures.ts';

export interface OtherMeasure {
  amount: Amount;
  /** The parts of the note before and after it. */
  before: string[];
  after: string[];
}

const ABOUT = /^(?:about|approx\.?|approximately|ca\.?|circa|etwa|environ|~)\s?/iu;
const MAX_NOTE_PARTS = 10;

/** Returns null unless both amounts are weights or volumes and can be equal, unlike the size of each of two cans. */
export function readOtherMeasure(
  { quantity, unit, note }: Pick<Ingredient, 'quantity' | 'unit' | 'note'>,
  food: string,
  locale: string,
): OtherMeasure | null {
  const measure = unit === null ? null : measureOf(unit, food, locale);
  if (!note || !quantity || !measure) return null;

  const parts = note.split(', ', MAX_NOTE_PARTS + 1);
  if (parts.length > MAX_NOTE_PARTS) return null;
  for (const [at, part] of parts.entries()) {
    const amount = readMeasure(part.replace(ABOUT, ''));
    const other = amount?.unit ? measureOf(amount.unit, food, locale) : null;
    if (!amount?.quantity || !other) continue;

    const ratio = (toNumber(amount.quantity) * other.size) / (toNumber(quantity) * measure.size);
    const [least, most] = ratioLimits(measure.kind, other.kind);
    if (ratio >= least && ratio <= most)
      return { amount, before: parts.slice(0, at), after: parts.slice(at + 1) };
  }
  return null;
}

/** Millilitres per gram and grams per millilitre of foods, from puffed rice to honey and salt. */
function ratioLimits(kind: 'weight' | 'volume', other: 'weight' | 'volume'): [least: number, most: number] {
  if (kind === other) return [0.8, 1.25];
  return kind === 'volume' ? [0.06, 1.6] : [0.6, 16];
}

function readMeasure(text: string): Amount | null {
  const plain = plainNumbers(text.slice(0, 60));
  const read = readQuantity(plain);
  const unit = read && readUnit(plain, read.end);
  if (!unit || unit.end !== plain.length || unit.factor !== 1) return null;
  return { quantity: read.quantity, quantityMax: read.quantityMax, unit: unit.unit };
}

const toNumber = ({ numerator, denominator }: Rational) => numerator / denominator;
