/** Formats amounts for cooks: `1½ cups`, `250 g`, `2–3 tbsp`. */
import type { Rational } from '../../recipe-import/draft.ts';
import type { Amount } from './measurement-systems.ts';

const fractions: [value: number, sign: string][] = [
  [1 / 8, '⅛'],
  [1 / 4, '¼'],
  [1 / 3, '⅓'],
  [3 / 8, '⅜'],
  [1 / 2, '½'],
  [5 / 8, '⅝'],
  [2 / 3, '⅔'],
  [3 / 4, '¾'],
  [7 / 8, '⅞'],
];
const decimal = new Set(['mg', 'g', 'kg', 'ml', 'cl', 'dl', 'l']);

/** Singular and plural of each unit. */
const names: Record<string, [one: string, several: string]> = {
  cup: ['cup', 'cups'],
  floz: ['fl oz', 'fl oz'],
  pinch: ['pinch', 'pinches'],
  clove: ['clove', 'cloves'],
  slice: ['slice', 'slices'],
  can: ['can', 'cans'],
  stick: ['stick', 'sticks'],
  pint: ['pint', 'pints'],
  quart: ['quart', 'quarts'],
  piece: ['', ''],
};

/** The words that `amountText` writes for a unit. */
export const unitNames = (unit: string): string[] => (Object.hasOwn(names, unit) ? [...names[unit]!] : []);

/** Returns an empty string if there is no amount. */
export function amountText({ quantity, quantityMax, unit }: Amount): string {
  const several = toNumber(quantityMax ?? quantity ?? { numerator: 1, denominator: 1 }) > 1;
  const known = unit !== null && Object.hasOwn(names, unit) ? names[unit]! : null;
  const name = known ? known[several ? 1 : 0] : unit;
  return [numbersText({ quantity, quantityMax, unit }), name].filter(Boolean).join(' ');
}

/** Formats only the numbers: `2–3`. The unit decides between decimals and fractions. */
export function numbersText({ quantity, quantityMax, unit }: Amount): string {
  const format = unit !== null && decimal.has(unit) ? toDecimal : toFraction;
  const numbers = [quantity, quantityMax]
    .filter((each) => each !== null)
    .map((each) => format(toNumber(each)));
  return [...new Set(numbers)].join('–');
}

const toNumber = ({ numerator, denominator }: Rational) => numerator / denominator;

/** Rounds to what a kitchen scale can show. */
function toDecimal(value: number): string {
  if (value >= 200) return String(Math.round(value / 5) * 5);
  if (value >= 20) return String(Math.round(value));
  return String(
    Math.round(value * (value >= 3 ? 10 : 100)) / (value >= 3 ? 10 : 100) || value.toPrecision(1),
  );
}

function toFraction(value: number): string {
  if (value >= 20) return String(Math.round(value));
  const whole = Math.floor(value + 0.04);
  const rest = value - whole;
  if (Math.abs(rest) <= 0.04 && whole > 0) return String(whole);
  const [nearest, sign] = fractions.reduce((best, each) =>
    Math.abs(each[0] - rest) < Math.abs(best[0] - rest) ? each : best,
  );
  if (Math.abs(nearest - rest) <= 0.045) return `${whole > 0 ? whole : ''}${sign}`;
  return String(Math.round(value * 100) / 100 || value.toPrecision(1));
}
