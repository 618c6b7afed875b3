/** Joins two measures exactly: a cup plus a tablespoon is 17 tablespoons. */
import type { Rational } from './draft.ts';
import { add, compare, multiply, rational, subtract } from './quantity.ts';
import type { ReadUnit } from './units.ts';

export interface Measure {
  quantity: Rational;
  quantityMax: Rational | null;
  unit: string | null;
}

const CUBIC_CENTIMETRES = /^\s?c\.?\s?c\.?$/i;
const MAX_SPOONS = 12;

/** Returns the measure of a unit as written. "3 cc" are French teaspoons, "100 cc" and "100 c.c." cubic centimetres. */
export function measureOf(
  { quantity, quantityMax }: Pick<Measure, 'quantity' | 'quantityMax'>,
  unit: ReadUnit | null,
  written: string,
): Measure {
  const isMillilitres = CUBIC_CENTIMETRES.test(written) && quantity.numerator > MAX_SPOONS * quantity.denominator;
  const factor = rational(unit?.factor ?? 1)!;
  return {
    quantity: multiply(quantity, factor),
    quantityMax: quantityMax && multiply(quantityMax, factor),
    unit: isMillilitres ? 'ml' : (unit?.unit ?? null),
  };
}

/** Units that can be added, with their size in the smallest unit of the family. */
const FAMILIES: Record<string, number>[] = [
  { mg: 1, g: 1_000, kg: 1_000_000 },
  { ml: 1, cl: 10, dl: 100, l: 1_000 },
  { oz: 1, lb: 16 },
  { tsp: 1, tbsp: 3, cup: 48 },
];

const MINUS = /^(?:minus|less|weniger|moins|menos|meno)$/;
const RANGE = /^(?:-|–|to|bis|à|a|até|do|tot|til|till)$/;

/** Returns the sum, the difference or the range in the smaller unit, or null if there is none. */
export function joinMeasures(a: Measure, b: Measure, sign: string): Measure | null {
  if (!a.unit || !b.unit || a.quantityMax || b.quantityMax) return null;
  const isRange = RANGE.test(sign);
  if (isRange && a.unit === b.unit)
    return compare(b.quantity, a.quantity) > 0 ? { ...a, quantityMax: b.quantity } : null;

  const family = FAMILIES.find((sizes) => Object.hasOwn(sizes, a.unit!) && Object.hasOwn(sizes, b.unit!));
  if (!family) return null;

  const unit = family[a.unit]! < family[b.unit]! ? a.unit : b.unit;
  const inUnit = (measure: Measure) => multiply(measure.quantity, rational(family[measure.unit!]!, family[unit]!)!);
  if (isRange) return compare(inUnit(b), inUnit(a)) > 0 ? { quantity: inUnit(a), quantityMax: inUnit(b), unit } : null;
  const quantity = (MINUS.test(sign) ? subtract : add)(inUnit(a), inUnit(b));
  return quantity?.numerator ? { quantity, quantityMax: null, unit } : null;
}
