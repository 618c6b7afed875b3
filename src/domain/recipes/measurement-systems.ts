/** Converts amounts to metric or US units for display. Stored quantities stay exact. */
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';
import { type Density, densityOf } from '../../recipe-import/foods/density.ts';
import type { CanonicalFood } from '../../recipe-import/foods/foods.ts';
import { fromNumber } from '../../recipe-import/quantity.ts';
import { measureOf } from './measures.ts';
import { roundForKitchen } from './rounding.ts';

/** Null stands for the author's own units. */
export type MeasurementSystem = 'metric' | 'us';

export type Amount = Pick<IngredientDraft, 'quantity' | 'quantityMax' | 'unit'>;

const NATIVE: Record<MeasurementSystem, RegExp> = {
  metric: /^(?:mg|g|kg|ml|cl|dl|l)$/,
  us: /^(?:oz|lb|floz|cup|tsp|tbsp|pints?|pt|quarts?|qts?|gallons?|gal|sticks?)$/i,
};
/** Spoons are common in both systems up to two tablespoons, and stay where the food is unknown. */
const MAX_SPOON_ML = 31;
const TSP_ML = 4.92892;
const TBSP_ML = 14.7868;
const CUP_ML = 236.588;
const OZ_GRAMS = 28.3495;
const LB_GRAMS = 453.592;

/** True for the units in which recipes of the system are written. */
export const isCommonUnit = (unit: string | null, system: MeasurementSystem): boolean =>
  unit !== null && NATIVE[system].test(unit);

type Unit = [code: string, size: number];

/** Returns the amount unchanged if its unit is common in the system, or no weight or volume. */
export function convertAmount(
  { quantity, quantityMax, unit }: Amount,
  system: MeasurementSystem,
  food: CanonicalFood,
  locale: string,
): Amount {
  const written = { quantity, quantityMax, unit };
  if (unit === null || quantity === null) return written;
  const measure = measureOf(unit, food.key, locale);
  if (!measure) return written;

  const largest = toNumber(quantityMax ?? quantity) * measure.size;
  const density = densityOf(food);
  const isSpoon = unit === 'tsp' || unit === 'tbsp';
  const staysSpoon = isSpoon && (largest <= MAX_SPOON_ML || !density);
  if (NATIVE[system].test(unit) || staysSpoon) return written;

  const target = targetOf(measure.kind, system, density);
  const factor =
    target === measure.kind || !density
      ? 1
      : target === 'weight'
        ? density.gramsPerMl
        : 1 / density.gramsPerMl;
  const [code, size] = unitFor(target, largest * factor, system);
  const convert = (each: Rational) =>
    fromNumber(roundForKitchen((toNumber(each) * measure.size * factor) / size, code));
  return { quantity: convert(quantity), quantityMax: quantityMax && convert(quantityMax), unit: code };
}

/** Metric recipes weigh what is not liquid. US recipes fill cups, except with produce, meat and fish. */
function targetOf(
  kind: 'weight' | 'volume',
  system: MeasurementSystem,
  density: Density | null,
): 'weight' | 'volume' {
  if (!density) return kind;
  if (system === 'metric') return kind === 'volume' && !density.isLiquid ? 'weight' : kind;
  return kind === 'weight' && !density.isWeighedInUs ? 'volume' : kind;
}

function unitFor(kind: 'weight' | 'volume', size: number, system: MeasurementSystem): Unit {
  if (system === 'metric') {
    const isLarge = size >= 1_000;
    if (kind === 'weight') return isLarge ? ['kg', 1_000] : ['g', 1];
    return isLarge ? ['l', 1_000] : ['ml', 1];
  }
  if (kind === 'weight') return size >= LB_GRAMS * 0.97 ? ['lb', LB_GRAMS] : ['oz', OZ_GRAMS];
  if (size < TBSP_ML - 0.5) return ['tsp', TSP_ML];
  return size < 55 ? ['tbsp', TBSP_ML] : ['cup', CUP_ML];
}

const toNumber = ({ numerator, denominator }: Rational) => numerator / denominator;
