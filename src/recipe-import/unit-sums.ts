/** Adds two measures exactly: a cup plus a tablespoon is 17 tablespoons. */
import type { Rational } from './draft.ts';
import { add, multiply, rational } from './quantity.ts';

export interface Measure {
  quantity: Rational;
  quantityMax: Rational | null;
  unit: string | null;
}

/** Units that can be added, with their size in the smallest unit of the family. */
const FAMILIES: Record<string, number>[] = [
  { mg: 1, g: 1_000, kg: 1_000_000 },
  { ml: 1, cl: 10, dl: 100, l: 1_000 },
  { oz: 1, lb: 16 },
  { tsp: 1, tbsp: 3, cup: 48 },
];

/** Returns the sum in the smaller unit, or null if the units cannot be added. */
export function addMeasures(a: Measure, b: Measure): Measure | null {
  if (!a.unit || !b.unit || a.quantityMax || b.quantityMax) return null;

  const family = FAMILIES.find((sizes) => Object.hasOwn(sizes, a.unit!) && Object.hasOwn(sizes, b.unit!));
  if (!family) return null;

  const unit = family[a.unit]! < family[b.unit]! ? a.unit : b.unit;
  const inUnit = (measure: Measure) =>
    multiply(measure.quantity, rational(family[measure.unit!]!, family[unit]!)!);
  return { quantity: add(inUnit(a), inUnit(b)), quantityMax: null, unit };
}
