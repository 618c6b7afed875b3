/** Formats amounts for cooks: `1½ cups`, `250 g`, `2–3 tbsp`. */
import type { Amount } from '../../domain/recipes/measurement-systems.ts';

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
  piece: ['', ''],
};

/** Returns an empty string if there is no amount. */
export function amountText({ value, max, unit }: Amount): string {
  const format = unit !== null && decimal.has(unit) ? toDecimal : toFraction;
  const numbers = [value, max].filter((each) => each !== null).map(format);
  const several = (max ?? value ?? 1) > 1;
  const known = unit !== null && Object.hasOwn(names, unit) ? names[unit]! : null;
  const name = known ? known[several ? 1 : 0] : unit;
  return [[...new Set(numbers)].join('–'), name].filter(Boolean).join(' ');
}

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
