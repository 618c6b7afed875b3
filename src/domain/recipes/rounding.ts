/** Rounds amounts to what a kitchen can measure. */

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

/** Never rounds a positive value to 0. */
export function roundForKitchen(value: number, unit: string): number {
  const steps = STEPS[unit];
  if (!steps) return toPart(value);
  const step = steps.find(([limit]) => value < limit)![1];
  return clean(Math.max(nearest(value, step), step));
}

function toPart(value: number): number {
  if (value >= 10) return nearest(value, 0.5);
  const whole = Math.floor(value);
  const rest = PARTS.reduce((best, part) =>
    Math.abs(part - (value - whole)) < Math.abs(best - (value - whole)) ? part : best,
  );
  return whole + rest || 1 / 8;
}

/** Ovens in the United States have steps of 25 °F. */
export function toFahrenheit(celsius: number): number {
  const exact = celsius * 1.8 + 32;
  if (exact < 200) return Math.round(exact);
  const mark = nearest(exact, 25);
  return Math.abs(mark - exact) <= 8.5 && exact > 270 ? mark : nearest(exact, 5);
}

/** Exact below 100 °C, where degrees matter, and in steps of 10 for ovens. */
export function toCelsius(fahrenheit: number): number {
  const exact = (fahrenheit - 32) / 1.8;
  if (exact < 100) return Math.round(exact);
  return nearest(exact, exact < 140 ? 5 : 10);
}
