/** Adds amounts of one food exactly. What cannot be added with certainty stays side by side: "2 + 300 g". */
import { reader } from '../../lib/language/reader.ts';
import type { Rational } from '../../recipe-import/draft.ts';
import { type CanonicalFood, densityOf } from '../../recipe-import/foods/foods.ts';
import { add, compare, fromNumber, multiply, multiplyAmount, rational } from '../../recipe-import/quantity.ts';
import { amountText } from '../recipes/amount-text.ts';
import { type Amount, metricUnits, toMeasurable, toNumber } from '../recipes/kitchen-amounts.ts';
import {
  isCommonUnit,
  LB_GRAMS,
  type Measure,
  measureOf,
  metricUnitFor,
  OZ_GRAMS,
  TSP_ML,
  type Unit,
} from '../recipes/measures.ts';

/** `locale` decides the size of cups and spoons. */
type LocalAmount = Amount & { locale: string };

/** An exact sum, with what its text needs. */
export interface ShoppingAmount extends Amount {
  /** Grams or millilitres of the unit. Null for a unit that is neither weight nor volume. */
  size: number | null;
  isLiquid: boolean;
  /** Different units were added, so the number is not one that an author wrote. */
  isConverted: boolean;
}

interface Sum {
  quantity: Rational;
  quantityMax: Rational | null;
  unit: string | null;
  /** Null for units that are neither weight nor volume. */
  measure: Measure | null;
}

type MeasuredSum = Sum & { unit: string; measure: Measure };

/** Leaves out amounts without a number. Counts come first. */
export function sumAmounts(amounts: LocalAmount[], food: CanonicalFood): ShoppingAmount[] {
  const sums: Sum[] = [];
  for (const { quantity, quantityMax, unit: written, locale } of amounts) {
    if (quantity === null) continue;
    const unit = written === 'piece' ? null : written;
    const measure = unit === null ? null : measureOf(unit, food.key, locale);
    const sum = sums.find((each) => isSameUnit(each, { unit, measure }));
    if (sum) addTo(sum, quantity, quantityMax);
    else sums.push({ quantity, quantityMax, unit, measure });
  }
  const isLiquid = densityOf(food)?.isLiquid ?? false;
  const counted = sums
    .filter(({ measure }) => measure === null)
    .map((sum) => ({ ...amountOf(sum), size: null, isLiquid, isConverted: false }));
  return [...counted, ...sumMeasured(sums.filter(isMeasured), food).map((sum) => ({ ...sum, isLiquid }))];
}

const isMeasured = (sum: Sum): sum is MeasuredSum => sum.measure !== null;
const amountOf = ({ quantity, quantityMax, unit }: Amount): Amount => ({ quantity, quantityMax, unit });

/** Teaspoons of two countries differ by a drop. Their cups and pints do not count as one unit. */
const maxDifference = 1.03;

function isSameUnit(one: Pick<Sum, 'unit' | 'measure'>, other: Pick<Sum, 'unit' | 'measure'>): boolean {
  if ((one.unit?.toLowerCase() ?? null) !== (other.unit?.toLowerCase() ?? null)) return false;
  if (!one.measure || !other.measure) return one.measure === other.measure;
  const [size, otherSize] = [one.measure.size, other.measure.size];
  return Math.max(size, otherSize) <= Math.min(size, otherSize) * maxDifference;
}

function addTo(sum: Sum, quantity: Rational, quantityMax: Rational | null): void {
  if (sum.quantityMax || quantityMax) sum.quantityMax = add(sum.quantityMax ?? sum.quantity, quantityMax ?? quantity);
  sum.quantity = add(sum.quantity, quantity);
}

type Total = Omit<ShoppingAmount, 'isLiquid'>;

/** Weights and volumes are added if the density of the food is known. */
function sumMeasured(sums: MeasuredSum[], food: CanonicalFood): Total[] {
  const kinds = Map.groupBy(sums, ({ measure }) => measure.kind);
  const density = kinds.size > 1 ? densityOf(food) : null;
  if (!density) return [...kinds.values()].map((each) => toOneUnit(each));
  const kind = density.isLiquid ? 'volume' : 'weight';
  const factor = density.isLiquid ? 1 / density.gramsPerMl : density.gramsPerMl;
  return [toOneUnit(sums, { kind, factor })];
}

/** `factor` converts the other kind to `kind`. */
function toOneUnit(sums: MeasuredSum[], into?: { kind: Measure['kind']; factor: number }): Total {
  const [first] = sums;
  const kind = into?.kind ?? first!.measure.kind;
  const inBase = (amount: Rational, { unit, measure }: MeasuredSum) => {
    const base = multiply(amount, exactSize(unit, measure.size));
    return into && measure.kind !== kind ? multiply(base, fromNumber(into.factor)!) : base;
  };
  const least = sums.map((sum) => inBase(sum.quantity, sum)).reduce(add);
  const most = sums.map((sum) => inBase(sum.quantityMax ?? sum.quantity, sum)).reduce(add);

  const isLarge = toNumber(most) >= 1_000;
  if (sums.length === 1 && !(metricUnits.has(first!.unit) && isLarge))
    return { ...amountOf(first!), size: first!.measure.size, isConverted: false };
  const [unit, size] = unitFor(kind, most, sums);
  const inUnit = (base: Rational) => multiply(base, inverse(exactSize(unit, size)));
  const isRange = sums.some(({ quantityMax }) => quantityMax !== null);
  const isConverted = into !== undefined || !sums.every((sum) => metricUnits.has(sum.unit));
  return { quantity: inUnit(least), quantityMax: isRange ? inUnit(most) : null, unit, size, isConverted };
}

const inverse = ({ numerator, denominator }: Rational): Rational => ({
  numerator: denominator,
  denominator: numerator,
});

/** Measures of the United States in teaspoons. Their stated sizes are rounded, and three teaspoons are a tablespoon. */
const TEASPOONS = new Map([
  ['tbsp', 3],
  ['floz', 6],
  ['gill', 24],
  ['cup', 48],
  ['pint', 96],
  ['quart', 192],
  ['gallon', 768],
]);

function exactSize(unit: string, size: number): Rational {
  const count = TEASPOONS.get(unit);
  const isAmerican = count !== undefined && Math.abs(size / (count * TSP_ML) - 1) < 1e-4;
  const exact = isAmerican ? multiply(fromNumber(TSP_ML)!, rational(count)!) : fromNumber(size);
  return exact ?? { numerator: 1, denominator: 1 };
}

/** Metric if one of the units is, or if the units are not common in the United States. */
function unitFor(kind: Measure['kind'], base: Rational, sums: MeasuredSum[]): Unit {
  const sizes = new Map(sums.toReversed().map(({ unit, measure }) => [unit, measure.size]));
  if (kind === 'volume' && sums.every(({ unit }) => unit === 'tsp' || unit === 'tbsp')) return spoonFor(base, sizes);
  if (sums.some(({ unit }) => isCommonUnit(unit, 'metric') || !isCommonUnit(unit, 'us')))
    return metricUnitFor(kind, toNumber(base));
  if (kind === 'weight') return toNumber(base) >= LB_GRAMS ? ['lb', LB_GRAMS] : ['oz', OZ_GRAMS];
  return ['cup', sizes.get('cup') ?? 48 * TSP_ML];
}

/** Tablespoons if they come out in halves: a tablespoon and a teaspoon are 4 teaspoons. */
function spoonFor(base: Rational, sizes: Map<string, number>): Unit {
  const tbsp = sizes.get('tbsp');
  const tsp = sizes.get('tsp');
  if (tbsp === undefined) return ['tsp', tsp!];
  const halves = multiply(base, inverse(multiply(exactSize('tbsp', tbsp), { numerator: 1, denominator: 2 })));
  return tsp === undefined || halves.denominator === 1 ? ['tbsp', tbsp] : ['tsp', tsp];
}

// Writes sums for a shopper

/** Example: "2 + 300 g", in the language of the reader. Empty without an amount. */
export const amountsText = ({ amounts }: { amounts: ShoppingAmount[] }): string =>
  amounts.map((amount) => amountText(toShown(amount), reader().language)).join(' + ');

/** From this many on, another unit is shown if the amount is exact in it: 6 teaspoons are 2 tablespoons. */
const LARGER: Record<string, [unit: string, least: number, perUnit: number, part: number]> = {
  tsp: ['tbsp', 6, 3, 2],
  tbsp: ['cup', 8, 16, 4],
};

function toShown({ size, isLiquid, isConverted, ...amount }: ShoppingAmount): Amount {
  const isAmerican = amount.unit !== null && size === measureOf(amount.unit, '', 'en-US')?.size;
  const { quantity, quantityMax, unit } = inLargerUnit(amount, isAmerican);
  const sizeOf = (each: string) =>
    each === amount.unit ? size : (measureOf(each, '', isAmerican ? 'en-US' : 'de')?.size ?? null);
  return toMeasurable({ quantity, quantityMax, unit }, { sizeOf, isLiquid, isConverted });
}

/** Only where cups and tablespoons are those of the United States, 16 to one. */
function inLargerUnit(amount: Amount, isAmerican: boolean): Amount {
  const { quantity, quantityMax, unit } = amount;
  const larger = unit !== null && Object.hasOwn(LARGER, unit) ? LARGER[unit] : undefined;
  if (!larger || quantity === null || (unit === 'tbsp' && !isAmerican)) return amount;
  const [name, least, perUnit, part] = larger;
  if (compare(quantity, rational(least)!) < 0) return amount;
  const inUnit = multiplyAmount({ quantity, quantityMax }, rational(1, perUnit)!);
  const parts = multiplyAmount(inUnit, rational(part)!);
  if ([parts.quantity, parts.quantityMax].some((each) => each && each.denominator !== 1)) return amount;
  return inLargerUnit({ ...inUnit, unit: name }, isAmerican);
}
