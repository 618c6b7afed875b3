/** Reads amounts in many notations, without loss of precision. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, fromNumber, multiply, rational, scaleAmount, toDisplay } from '../../src/recipe-import/quantity.ts';
import { plainNumbers, readQuantity } from '../../src/recipe-import/quantity-text.ts';
import { randomRuns } from '../support/random-runs.ts';

const amount = (text: string) => {
  const read = readQuantity(plainNumbers(text));
  return read && [read.quantity, read.quantityMax].map((part) => part && `${part.numerator}/${part.denominator}`);
};

const whole = fc.integer({ min: 1, max: 10_000 });

describe('reading amounts', () => {
  it.each([
    ['1 1/2', '3/2', null],
    ['½', '1/2', null],
    ['1½', '3/2', null],
    ['1 ½', '3/2', null],
    ['1⁄4', '1/4', null],
    ['2,5', '5/2', null],
    ['1.5', '3/2', null],
    ['.5', '1/2', null],
    ['1-1/2', '3/2', null],
    ['1 and 1/3', '4/3', null],
    ['2-3', '2/1', '3/1'],
    ['2 – 3', '2/1', '3/1'],
    ['1/2 to 3/4', '1/2', '3/4'],
    ['5 1/4 - 6', '21/4', '6/1'],
    ['2 bis 3', '2/1', '3/1'],
    ['1 à 2', '1/1', '2/1'],
    ['1.500 g', '1500/1', null],
    ['1 000 g', '1000/1', null],
    ['1,000', '1000/1', null],
    ['1Â¼ cups', '5/4', null],
    ['eine Prise', '1/1', null],
    ['half a lemon', '1/2', null],
    ['两个', '2/1', null],
    ['一个半', '3/2', null],
  ])('%s is %s up to %s', (text, from, to) => {
    expect(amount(text)).toEqual([from, to]);
  });

  it.each(['', 'salt', '0', '00 flour', '-', '99999999999999999999'])('"%s" is not an amount', (text) => {
    expect(amount(text)).toBeNull();
  });
});

describe('exact amounts', () => {
  it('scaling up and down again gives the same amount', () => {
    fc.assert(
      fc.property(whole, whole, whole, whole, (top, bottom, from, to) => {
        const amount = { quantity: rational(top, bottom)!, quantityMax: null };
        const scaled = scaleAmount(amount, { from, to });
        expect(scaleAmount(scaled, { from: to, to: from })).toEqual(amount);
      }),
      randomRuns(),
    );
  });

  it('a third of a cup for 2 is a cup for 6', () => {
    const third = { quantity: rational(1, 3), quantityMax: rational(2, 3) };
    expect(scaleAmount(third, { from: 2, to: 6 })).toEqual({ quantity: rational(1), quantityMax: rational(2) });
  });

  it('never exceeds safe integers, in any multiplication or addition', () => {
    const part = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const any = fc.tuple(part, part).map(([top, bottom]) => rational(top, bottom)!);
    fc.assert(
      fc.property(any, any, (a, b) => {
        for (const { numerator, denominator } of [multiply(a, b), add(a, b)]) {
          expect(Number.isSafeInteger(numerator) && numerator >= 1).toBe(true);
          expect(Number.isSafeInteger(denominator) && denominator >= 1).toBe(true);
        }
      }),
      randomRuns(),
    );
  });

  it('is shown with at most three decimals, and never as zero', () => {
    expect(toDisplay(rational(1, 3)!)).toBe(0.333);
    expect(toDisplay(rational(5, 2)!)).toBe(2.5);
    expect(toDisplay(rational(1, 9_000)!)).toBe(0.001);
  });

  it('is recovered exactly from a JSON number', () => {
    expect(fromNumber(2.5)).toEqual({ numerator: 5, denominator: 2 });
    expect(fromNumber(1 / 3)).toEqual({ numerator: 1, denominator: 3 });
    expect(fromNumber(-1)).toBeNull();
    expect(fromNumber(Number.NaN)).toBeNull();
  });
});
