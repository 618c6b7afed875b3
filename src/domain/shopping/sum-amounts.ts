/** Adds amounts of one food. What cannot be added with certainty stays side by side: "2 + 300 g". */
import type { Rational } from '../../recipe-import/draft.ts';
import { densityOf } from '../../recipe-import/foods/density.ts';
import type { CanonicalFood } from '../../recipe-import/foods/foods.ts';
import { add, fromNumber } from '../../recipe-import/quantity.ts';
import { type Amount, isCommonUnit } from '../recipes/measurement-systems.ts';
import { type Measure, measureOf } from '../recipes/measures.ts';
import { roundForKitchen } from '../recipes/rounding.ts';

/** `locale` decides the size of cups and spoons. */
export type LocalAmount = Amount & { locale: string };

interface Sum {
  quantity: Rational;
  quantityMax: Rational | null;
  unit: string | null;
  /** Null for units that are neither weight nor volume. */
  measure: Measure | null;
}

type MeasuredSum = Sum & { measure: Measure };

/** Leaves out amounts without a number. Counts come first. */
export function sumAmounts(amounts: LocalAmount[], food: CanonicalFood): Amount[] {
  const sums = new Map<string, Sum>();
  for (const { quantity, quantityMax, unit: written, locale } of amounts) {
    if (quantity === null) continue;
    const unit = written === 'piece' ? null : written;
    const measure = unit === null ? null : measureOf(unit, food.key, locale);
    const key = `${unit?.toLowerCase() ?? ''} ${measure?.size ?? ''}`;
    const sum = sums.get(key);
    if (sum) addTo(sum, quantity, quantityMax);
    else sums.set(key, { quantity, quantityMax, unit, measure });
  }
  const all = [...sums.values()];
  const counted = all.filter(({ measure }) => measure === null);
  return [...counted, ...sumMeasured(all.filter(isMeasured), food)].map(
    ({ quantity, quantityMax, unit }) => ({
      ...{ quantity, quantityMax, unit },
    }),
  );
}

const isMeasured = (sum: Sum): sum is MeasuredSum => sum.measure !== null;

function addTo(sum: Sum, quantity: Rational, quantityMax: Rational | null): void {
  if (sum.quantityMax || quantityMax)
    sum.quantityMax = add(sum.quantityMax ?? sum.quantity, quantityMax ?? quantity);
  sum.quantity = add(sum.quantity, quantity);
}

/** Weights and volumes are added if the density of the food is known. */
function sumMeasured(sums: MeasuredSum[], food: CanonicalFood): Amount[] {
  const kinds = Map.groupBy(sums, ({ measure }) => measure.kind);
  const density = kinds.size > 1 ? densityOf(food) : null;
  if (!density) return [...kinds.values()].map((each) => toOneUnit(each));
  const kind = density.isLiquid ? 'volume' : 'weight';
  const factor = density.isLiquid ? 1 / density.gramsPerMl : density.gramsPerMl;
  return [toOneUnit(sums, { kind, factor })];
}

type Unit = [code: string, size: number];

/** `factor` converts the other kind to `kind`. */
function toOneUnit(sums: MeasuredSum[], into?: { kind: Measure['kind']; factor: number }): Amount {
  const [first] = sums;
  const isMetric = (unit: string | null) => isCommonUnit(unit, 'metric');
  const kind = into?.kind ?? first!.measure.kind;
  const inBase = (amount: Rational, { measure }: MeasuredSum) =>
    toNumber(amount) * measure.size * (into && measure.kind !== kind ? into.factor : 1);
  const least = total(sums.map((sum) => inBase(sum.quantity, sum)));
  const most = total(sums.map((sum) => inBase(sum.quantityMax ?? sum.quantity, sum)));

  if (sums.length === 1 && (!isMetric(first!.unit) || most < 1_000)) return first!;
  const [unit, size] = unitFor(kind, most, sums);
  const isExact = sums.every((sum) => isMetric(sum.unit)) && !into;
  const convert = (base: number) =>
    fromNumber(isExact ? base / size : roundForKitchen(base / size, unit)) ?? {
      numerator: 0,
      denominator: 1,
    };
  const isRange = sums.some(({ quantityMax }) => quantityMax !== null);
  return { quantity: convert(least), quantityMax: isRange ? convert(most) : null, unit };
}

/** Metric if one of the units is, or if the units are not common in the United States. */
function unitFor(kind: Measure['kind'], base: number, sums: MeasuredSum[]): Unit {
  const sizes = new Map(sums.map(({ unit, measure }) => [unit, measure.size]));
  const isSpoons = sums.every(({ unit }) => unit === 'tsp' || unit === 'tbsp');
  if (kind === 'volume' && isSpoons && sizes.has('tbsp')) return ['tbsp', sizes.get('tbsp')!];
  if (sums.some(({ unit }) => isCommonUnit(unit, 'metric') || !isCommonUnit(unit, 'us'))) {
    const isLarge = base >= 1_000;
    if (kind === 'weight') return isLarge ? ['kg', 1_000] : ['g', 1];
    return isLarge ? ['l', 1_000] : ['ml', 1];
  }
  if (kind === 'weight') return base >= 453.592 ? ['lb', 453.592] : ['oz', 28.3495];
  return ['cup', sizes.get('cup') ?? 236.588];
}

const toNumber = ({ numerator, denominator }: Rational) => numerator / denominator;
const total = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);
