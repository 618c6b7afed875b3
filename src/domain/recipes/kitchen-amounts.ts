/** Chooses amounts that a kitchen can measure: a third of a cup halved is 2⅔ tablespoons. */
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';
import { fromNumber, multiplyAmount, rational } from '../../recipe-import/quantity.ts';

export interface Amount extends Pick<IngredientDraft, 'quantity' | 'quantityMax' | 'unit'> {
  /** Of both numbers. Only in amounts from `toMeasurable`. */
  closeness?: readonly [least: Closeness, most: Closeness] | undefined;
}

/** "Scant 1" stands for 0.945 and "generous 1" for 1.06, so that they close the gap between ⅞, 1 and 1⅛. */
export type Closeness = 'exact' | 'scant' | 'generous';
const STANDS_FOR: Record<Closeness, number> = { scant: 0.945, exact: 1, generous: 1.06 };

/** Units that cooks read off a scale or a jug, in decimals. */
export const metricUnits = new Set<string | null>(['mg', 'g', 'kg', 'ml', 'cl', 'dl', 'l']);

export const toNumber = ({ numerator, denominator }: Rational): number => numerator / denominator;

/** An amount that is shown differs from the exact one by at most this part of it. */
const maxError = 0.03;
const isNear = (shown: number, exact: number) => Math.abs(shown - exact) <= maxError * exact + 1e-9;

// Rounds converted amounts for the API, whose clients show numbers

const nearest = (value: number, step: number) => Math.round(value / step) * step;
const clean = (value: number) => Math.round(value * 1e6) / 1e6;

/** Thirds and eighths of a cup. */
const PARTS = [0, 1 / 8, 1 / 4, 1 / 3, 3 / 8, 1 / 2, 5 / 8, 2 / 3, 3 / 4, 7 / 8, 1];

/** Steps below each limit, the last one without limit. */
const STEPS: Record<string, [limit: number, step: number][]> = {
  g: [
    [5, 0.5],
    [20, 1],
    [300, 5],
    [Number.POSITIVE_INFINITY, 10],
  ],
  ml: [
    [5, 0.5],
    [20, 1],
    [100, 5],
    [Number.POSITIVE_INFINITY, 10],
  ],
  tsp: [
    [0.2, 0.125],
    [Number.POSITIVE_INFINITY, 0.25],
  ],
  tbsp: [[Number.POSITIVE_INFINITY, 0.5]],
  kg: [[Number.POSITIVE_INFINITY, 0.05]],
  l: [[Number.POSITIVE_INFINITY, 0.05]],
  oz: [
    [4, 0.25],
    [16, 0.5],
    [Number.POSITIVE_INFINITY, 1],
  ],
  lb: [
    [4, 0.125],
    [Number.POSITIVE_INFINITY, 0.25],
  ],
};

const stepFor = (value: number, unit: string) => STEPS[unit]?.find(([limit]) => value < limit)?.[1];

/** Never rounds a positive value to 0. */
export function roundForKitchen(value: number, unit: string): number {
  const step = stepFor(value, unit);
  return step === undefined ? toPart(value) : clean(Math.max(nearest(value, step), step));
}

function toPart(value: number): number {
  if (value >= 10) return nearest(value, 0.5);
  const whole = Math.floor(value);
  const rest = PARTS.reduce((best, part) =>
    Math.abs(part - (value - whole)) < Math.abs(best - (value - whole)) ? part : best,
  );
  return whole + rest || 1 / 8;
}

// Finds fractions close to an amount

type Fraction = readonly [top: number, bottom: number];

/** Those for which cooks own a spoon or a cup. */
const OWNED: Fraction[] = [
  [1, 8],
  [1, 4],
  [1, 3],
  [1, 2],
  [2, 3],
  [3, 4],
];
const SIGNS = new Map([
  ['1/8', '⅛'],
  ['1/6', '⅙'],
  ['1/5', '⅕'],
  ['1/4', '¼'],
  ['1/3', '⅓'],
  ['3/8', '⅜'],
  ['2/5', '⅖'],
  ['1/2', '½'],
  ['3/5', '⅗'],
  ['5/8', '⅝'],
  ['2/3', '⅔'],
  ['3/4', '¾'],
  ['4/5', '⅘'],
  ['5/6', '⅚'],
  ['7/8', '⅞'],
]);

const WHOLES: Fraction[] = [
  [0, 1],
  [1, 1],
];
const HALVES: Fraction[] = [...WHOLES, [1, 2]];
const THIRDS: Fraction[] = [...HALVES, [1, 4], [1, 3], [2, 3], [3, 4]];
/** From coarse to fine. */
const GRIDS = [WHOLES, HALVES, THIRDS, [...WHOLES, ...OWNED]];
const WRITTEN: Fraction[] = [...SIGNS.keys()].map((sign) => sign.split('/').map(Number) as unknown as Fraction);

/** Returns the sign of the fraction that an amount has beside its whole, '' for none and null for another fraction. */
export function fractionSign({ numerator, denominator }: Rational): string | null {
  return denominator === 1 ? '' : (SIGNS.get(`${numerator % denominator}/${denominator}`) ?? null);
}

const isOwned = ({ numerator, denominator }: Rational) =>
  denominator === 1 || OWNED.some(([top, bottom]) => bottom === denominator && top === numerator % denominator);

/** Returns the closest number of the grid, or null if it is too far away. */
function toGrid(value: number, grid: Fraction[]): Rational | null {
  const whole = Math.floor(value);
  const [top, bottom] = grid.reduce((best, each) => (distance(each, value) < distance(best, value) ? each : best));
  const shown = whole + top / bottom;
  return shown > 0 && isNear(shown, value) ? rational(whole * bottom + top, bottom) : null;
}

const distance = ([top, bottom]: Fraction, value: number) => Math.abs(Math.floor(value) + top / bottom - value);

/** Prefers an exact fraction, then the coarsest that is close enough. From ten on, halves are close enough. */
function toOwned(exact: Rational, grids: Fraction[][]): Rational | null {
  if (grids === GRIDS && isOwned(exact)) return exact;
  const value = toNumber(exact);
  for (const grid of value >= 10 ? grids.slice(0, 2) : grids) {
    const found = toGrid(value, grid);
    if (found) return found;
  }
  return null;
}

/** Returns an amount that can be written with a sign such as ⅜ or ⅙, or null if none is close enough. */
export const toWritten = (exact: Rational): Rational | null =>
  toOwned(exact, GRIDS) ?? toGrid(toNumber(exact), [...WHOLES, ...WRITTEN]);

// Rounds metric amounts to what a scale can show

/** Decimals that keep the error below 2.5 %. */
export function decimalsFor(value: number): number {
  if (value >= 20) return 0;
  if (value >= 3) return 1;
  return value >= 0.3 || value <= 0 ? 2 : Math.min(15, 2 - Math.floor(Math.log10(value / 0.3)));
}

const FINER_STEPS = [10, 5, 1, 0.5, 0.1, 0.05, 0.01];

/** Rounds an amount that was converted, so that its digits say nothing, as coarsely as the limit of error allows. */
function roundConverted(value: number, unit: string): number {
  const first = stepFor(value, unit) ?? 1;
  const step = FINER_STEPS.find((each) => each <= first && isNear(nearest(value, each), value));
  return step === undefined ? Number(value.toFixed(decimalsFor(value))) : clean(nearest(value, step));
}

/** Keeps the grams and cents of litres that the author's number times the factor has. */
function roundScaled(value: number, unit: string): number {
  const isLarge = unit === 'kg' || unit === 'l';
  return Number(value.toFixed(isLarge && value < 20 ? Math.max(2, decimalsFor(value)) : decimalsFor(value)));
}

const SMALLER_METRIC: Record<string, string> = { kg: 'g', l: 'ml' };
const LARGER_METRIC: Record<string, string> = { g: 'kg', ml: 'l' };
const thousand: Rational = { numerator: 1_000, denominator: 1 };
const thousandth: Rational = { numerator: 1, denominator: 1_000 };

function toScale(amount: Measured, isConverted: boolean): Amount {
  const { quantity, quantityMax, unit } = amount;
  const smaller = SMALLER_METRIC[unit];
  if (smaller !== undefined && toNumber(quantityMax ?? quantity) < 1)
    return toScale({ ...multiplyAmount(amount, thousand), unit: smaller }, isConverted);
  const round = (each: Rational) => {
    if (each.denominator === 1 && !isConverted) return each;
    return fromNumber((isConverted ? roundConverted : roundScaled)(toNumber(each), unit)) ?? each;
  };
  return inLargerMetric({ quantity: round(quantity), quantityMax: quantityMax && round(quantityMax), unit });
}

/** From a thousand on, if two decimals say the same: 1000 ml is 1 l, and 1125 g of flour stays as it is. */
function inLargerMetric(amount: Measured): Amount {
  const { quantity, quantityMax, unit } = amount;
  const larger = LARGER_METRIC[unit];
  const isExact = (each: Rational) => toNumber(each) >= 1_000 && toNumber(each) % 10 === 0;
  if (larger === undefined || !isExact(quantity) || (quantityMax && !isExact(quantityMax))) return amount;
  return { ...multiplyAmount(amount, thousandth), unit: larger };
}

// Chooses the unit

type Measured = Amount & { quantity: Rational; unit: string };

export interface Kitchen {
  /** Millilitres or grams of a unit. Null for units that are neither volume nor weight. */
  sizeOf: (unit: string) => number | null;
  isLiquid: boolean;
  /** The amount was converted from other units, so it is not the author's number times a factor. */
  isConverted: boolean;
}

/** Smaller units, each with the most of them that a cook counts and the fractions that it has, in order of choice. */
const SMALLER = new Map<string, [unit: string, most: number, grids: Fraction[][]][]>([
  [
    'cup',
    [
      ['tbsp', 12, GRIDS.slice(0, 2)],
      ['tsp', 6, GRIDS],
      ['tbsp', 12, GRIDS],
    ],
  ],
  ['tbsp', [['tsp', 6, GRIDS]]],
  [
    'floz',
    [
      ['tbsp', 4, GRIDS],
      ['tsp', 6, GRIDS],
    ],
  ],
  ['pint', [['cup', 2, GRIDS]]],
  ['quart', [['cup', 4, GRIDS]]],
  ['lb', [['oz', 16, GRIDS]]],
]);
const VOLUMES = new Set(['tsp', 'tbsp', 'cup', 'floz']);
/** Less than a ninth of a teaspoon. */
const TINY_ML = 0.55;
const TINY_PINCH = 0.45;

/**
 * Returns the amount as a kitchen can measure it, within 3 % of the exact one: in fractions of the unit for which cooks
 * own a measure, otherwise in a smaller unit, otherwise in other fractions, otherwise as a scant or generous one of them,
 * or as it is. Less than every spoon is `a pinch` or `a few drops`.
 */
export function toMeasurable(amount: Amount, kitchen: Kitchen): Amount {
  const { quantity, quantityMax, unit } = amount;
  if (quantity === null || quantity.numerator === 0) return amount;
  if (unit === null) return inUnit(amount, ownedIn(unit)) ?? closest(amount);
  const measured: Measured = { quantity, quantityMax, unit };
  if (metricUnits.has(unit)) return toScale(measured, kitchen.isConverted);
  if (isTiny(measured, kitchen))
    return { quantity: null, quantityMax: null, unit: kitchen.isLiquid ? 'a few drops' : 'a pinch' };
  return (
    inUnit(measured, ownedIn(unit)) ??
    inSmallerUnit(measured, kitchen) ??
    closest(inTeaspoons(measured, kitchen) ?? measured)
  );
}

function inUnit({ quantity, quantityMax, unit }: Amount, round: (each: Rational) => Rational | null): Amount | null {
  const least = quantity && round(quantity);
  const most = quantityMax && round(quantityMax);
  return least === null || (quantityMax !== null && most === null)
    ? null
    : { quantity: least, quantityMax: most, unit };
}

/** Of a tablespoon there is only a half: a third of one is a teaspoon. */
const ownedIn =
  (unit: string | null, grids = GRIDS) =>
  (exact: Rational): Rational | null =>
    toOwned(exact, unit === 'tbsp' && exact.numerator < exact.denominator ? GRIDS.slice(0, 2) : grids);

const closest = (amount: Amount): Amount => inUnit(amount, toWritten) ?? scantOrGenerous(amount);

/** Returns the amount as it is if one of its numbers is close to no fraction that cooks own. */
function scantOrGenerous(amount: Amount): Amount {
  const { quantity, quantityMax, unit } = amount;
  const grids = unit === 'tbsp' && toNumber(quantityMax ?? quantity!) < 1 ? GRIDS.slice(0, 2) : GRIDS;
  const least = toClose(quantity!, grids);
  const most = quantityMax && toClose(quantityMax, grids);
  if (!least || (quantityMax && !most)) return amount;
  const closeness = [least.closeness, most?.closeness ?? 'exact'] as const;
  return { quantity: least.shown, quantityMax: most?.shown ?? null, unit, closeness };
}

function toClose(exact: Rational, grids: Fraction[][]): { shown: Rational; closeness: Closeness } | null {
  const plain = toWritten(exact);
  if (plain) return { shown: plain, closeness: 'exact' };
  for (const grid of grids)
    for (const closeness of ['scant', 'generous'] as const) {
      const shown = toGrid(toNumber(exact) / STANDS_FOR[closeness], grid);
      if (shown) return { shown, closeness };
    }
  return null;
}

function isTiny({ quantity, quantityMax, unit }: Measured, { sizeOf }: Kitchen): boolean {
  const most = toNumber(quantityMax ?? quantity);
  if (unit === 'pinch') return most < TINY_PINCH;
  return VOLUMES.has(unit) && most * (sizeOf(unit) ?? Number.POSITIVE_INFINITY) < TINY_ML;
}

/** The least part of a unit for which cooks own a measure. */
const LEAST = new Map([
  ['tbsp', 1 / 2],
  ['cup', 1 / 8],
  ['floz', 1 / 8],
]);

/** Returns null for what is more than the least part of its unit. */
function inTeaspoons(amount: Measured, { sizeOf }: Kitchen): Amount | null {
  const { quantity, quantityMax, unit } = amount;
  const [own, size] = [sizeOf(unit), sizeOf('tsp')];
  if (own === null || size === null || toNumber(quantityMax ?? quantity) >= (LEAST.get(unit) ?? 0)) return null;
  return { ...multiplyAmount(amount, fromNumber(own / size)!), unit: 'tsp' };
}

function inSmallerUnit(amount: Measured, { sizeOf }: Kitchen): Amount | null {
  const { quantity, quantityMax, unit } = amount;
  const own = sizeOf(unit);
  for (const [smaller, most, grids] of SMALLER.get(unit) ?? []) {
    const size = sizeOf(smaller);
    const factor = own !== null && size !== null ? fromNumber(own / size) : null;
    if (!factor || toNumber(quantityMax ?? quantity) * toNumber(factor) > most) continue;
    const found = inUnit({ ...multiplyAmount(amount, factor), unit: smaller }, ownedIn(smaller, grids));
    if (found) return found;
  }
  return null;
}
