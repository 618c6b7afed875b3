/** Converts amounts to metric or US units for display. Stored quantities stay exact. */
import type { Ingredient } from '../items/eventable.ts';

export type MeasurementSystem = 'metric' | 'us';

export interface Amount {
  /** Null if the ingredient has no amount. */
  value: number | null;
  /** The upper end of a range. */
  max: number | null;
  unit: string | null;
}

const grams: Record<string, number> = { mg: 0.001, g: 1, kg: 1_000, oz: 28.3495, lb: 453.592 };
const millilitres: Record<string, number> = {
  ml: 1,
  cl: 10,
  dl: 100,
  l: 1_000,
  tsp: 4.92892,
  tbsp: 14.7868,
  floz: 29.5735,
  cup: 236.588,
};

/** Spoons are common in both systems and stay. */
const nativeUnits: Record<MeasurementSystem, Set<string>> = {
  metric: new Set(['mg', 'g', 'kg', 'ml', 'cl', 'dl', 'l', 'tsp', 'tbsp']),
  us: new Set(['oz', 'lb', 'floz', 'cup', 'tsp', 'tbsp']),
};

/** Returns the amount unchanged without a system, or if its unit is no weight or volume. */
export function convertAmount(
  { quantity, quantityMax, unit }: Pick<Ingredient, 'quantity' | 'quantityMax' | 'unit'>,
  system: MeasurementSystem | null,
): Amount {
  const number = (each: typeof quantity) => each && each.numerator / each.denominator;
  const written: Amount = { value: number(quantity), max: number(quantityMax), unit };
  if (system === null || unit === null || written.value === null || nativeUnits[system].has(unit))
    return written;

  const isWeight = Object.hasOwn(grams, unit);
  if (!isWeight && !Object.hasOwn(millilitres, unit)) return written;
  const base = (isWeight ? grams : millilitres)[unit]!;
  const largest = (written.max ?? written.value) * base;
  const [target, size] = (isWeight ? weightUnit : volumeUnit)(largest, system);
  const convert = (value: number | null) => (value === null ? null : (value * base) / size);
  return { value: convert(written.value), max: convert(written.max), unit: target };
}

type Unit = [code: string, size: number];

function weightUnit(weight: number, system: MeasurementSystem): Unit {
  if (system === 'metric') return weight >= 1_000 ? ['kg', 1_000] : ['g', 1];
  return weight >= grams.lb! ? ['lb', grams.lb!] : ['oz', grams.oz!];
}

/** US recipes switch from spoons to cups at a quarter of a cup. */
function volumeUnit(volume: number, system: MeasurementSystem): Unit {
  if (system === 'metric') return volume >= 1_000 ? ['l', 1_000] : ['ml', 1];
  if (volume < millilitres.tbsp! - 0.5) return ['tsp', millilitres.tsp!];
  return volume < 55 ? ['tbsp', millilitres.tbsp!] : ['cup', millilitres.cup!];
}
