/** Calculates exactly with fractions: three times a third of a cup is one cup. */
import type { IngredientDraft, Rational } from './draft.ts';

const DENOMINATOR_LIMIT = 10_000n;
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns the fraction in lowest terms, or null if negative or not of integers. Approximates beyond safe integers. */
export function rational(numerator: number | bigint, denominator: number | bigint = 1): Rational | null {
  if (typeof numerator === 'number' && !Number.isInteger(numerator)) return null;
  if (typeof denominator === 'number' && !Number.isInteger(denominator)) return null;

  const top = BigInt(numerator);
  const bottom = BigInt(denominator);
  return top < 0n || bottom < 1n ? null : lowestTerms(top, bottom);
}

/** Converts a JSON number to a fraction, exact to 6 decimals and for thirds, sixths, sevenths, ninths and twelfths. */
export function fromNumber(value: number): Rational | null {
  if (!Number.isFinite(value) || value < 0 || value > Number.MAX_SAFE_INTEGER) return null;
  if (Number.isInteger(value)) return { numerator: value, denominator: 1 };

  for (const denominator of [3, 6, 7, 9, 12]) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(numerator / denominator - value) < 1e-9) return rational(numerator, denominator);
  }

  return value < 1e9 ? rational(Math.round(value * 1e6), 1_000_000) : { numerator: Math.round(value), denominator: 1 };
}

export function multiply(a: Rational, b: Rational): Rational {
  const top = BigInt(a.numerator) * BigInt(b.numerator);
  return lowestTerms(top, BigInt(a.denominator) * BigInt(b.denominator));
}

export function add(a: Rational, b: Rational): Rational {
  const top = BigInt(a.numerator) * BigInt(b.denominator) + BigInt(b.numerator) * BigInt(a.denominator);
  return lowestTerms(top, BigInt(a.denominator) * BigInt(b.denominator));
}

/** Returns null if the result is negative. */
export function subtract(a: Rational, b: Rational): Rational | null {
  const top = BigInt(a.numerator) * BigInt(b.denominator) - BigInt(b.numerator) * BigInt(a.denominator);
  return rational(top, BigInt(a.denominator) * BigInt(b.denominator));
}

type Quantities = Pick<IngredientDraft, 'quantity' | 'quantityMax'>;

/** Multiplies the number, or both numbers of a range. */
export const multiplyAmount = <Amount extends Quantities>(amount: Amount, factor: Rational): Amount => ({
  ...amount,
  quantity: amount.quantity && multiply(amount.quantity, factor),
  quantityMax: amount.quantityMax && multiply(amount.quantityMax, factor),
});

/** From one number of servings or area of a pan to another. Both are integers > 0. */
export interface Scaling {
  from: number;
  to: number;
}

/** Quantities stay exact. */
export const scaleAmount = <Amount extends Quantities>(amount: Amount, { from, to }: Scaling): Amount =>
  multiplyAmount(amount, lowestTerms(BigInt(to), BigInt(from)));

/** Negative when a < b, 0 when equal, positive when a > b. */
export function compare(a: Rational, b: Rational): number {
  const left = BigInt(a.numerator) * BigInt(b.denominator);
  const right = BigInt(b.numerator) * BigInt(a.denominator);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rounds to 3 decimals, but a positive amount never becomes 0. */
export function toDisplay(quantity: Rational): number {
  const value = quantity.numerator / quantity.denominator;
  const rounded = value < 1e12 ? Math.round(value * 1000) / 1000 : Math.round(value);
  return rounded === 0 && value > 0 ? 0.001 : rounded;
}

function lowestTerms(top: bigint, bottom: bigint): Rational {
  const divisor = greatestCommonDivisor(top, bottom);
  let numerator = top / divisor;
  let denominator = bottom / divisor;

  if (numerator > SAFE || denominator > SAFE) {
    [numerator, denominator] = approximate(numerator, denominator);
  }

  return { numerator: Number(numerator), denominator: Number(denominator) };
}

function approximate(top: bigint, bottom: bigint): [bigint, bigint] {
  const whole = top / bottom;
  if (whole >= SAFE) return [SAFE, 1n];

  let denominator = DENOMINATOR_LIMIT;
  while (denominator > 1n && whole * denominator >= SAFE) denominator /= 10n;

  let numerator = (top * denominator + bottom / 2n) / bottom;
  if (numerator === 0n && top > 0n) numerator = 1n;
  if (numerator > SAFE) numerator = SAFE;

  const divisor = greatestCommonDivisor(numerator, denominator);
  return [numerator / divisor, denominator / divisor];
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
