/** Measures: sizes, systems and temperatures. */
import type { MeasurementSystem } from '../../lib/language/reader.ts';
import type { Rational } from '../../recipe-import/draft.ts';
import { type CanonicalFood, type Density, densityOf } from '../../recipe-import/foods/foods.ts';
import { fromNumber } from '../../recipe-import/quantity.ts';
import { plainNumbers, readQuantity } from '../../recipe-import/quantity-text.ts';
import { readUnit } from '../../recipe-import/units.ts';
import type { Ingredient } from '../items/eventable.ts';
import type { Edit } from './edits.ts';
import { type Amount, type Kitchen, toNumber } from './kitchen-amounts.ts';

// Rounds temperatures to what an oven can be set to

const nearest = (value: number, step: number) => Math.round(value / step) * step;

/** Ovens in the United States have steps of 25 °F. */
function toFahrenheit(celsius: number): number {
  const exact = celsius * 1.8 + 32;
  if (exact < 200) return Math.round(exact);
  const mark = nearest(exact, 25);
  return Math.abs(mark - exact) <= 8.5 && exact > 270 ? mark : nearest(exact, 5);
}

/** Exact below 100 °C, where degrees matter, and in steps of 10 for ovens. */
function toCelsius(fahrenheit: number): number {
  const exact = (fahrenheit - 32) / 1.8;
  if (exact < 100) return Math.round(exact);
  return nearest(exact, exact < 140 ? 5 : 10);
}

// Sizes of kitchen measures. Cups, spoons and pints differ between countries.

export interface Measure {
  kind: 'weight' | 'volume';
  /** Grams or millilitres. */
  size: number;
}

/** Of the United States. */
export const TSP_ML = 4.92892;
const TBSP_ML = 14.7868;
const CUP_ML = 236.588;
export const OZ_GRAMS = 28.3495;
export const LB_GRAMS = 453.592;

const WEIGHTS: Record<string, number> = {
  mg: 0.001,
  g: 1,
  kg: 1_000,
  oz: OZ_GRAMS,
  lb: LB_GRAMS,
  pfund: 500,
};

const VOLUMES: Record<string, number> = {
  ml: 1,
  cl: 10,
  dl: 100,
  l: 1_000,
  tsp: TSP_ML,
  tbsp: TBSP_ML,
  floz: 29.5735,
  cup: CUP_ML,
  pint: 473.176,
  quart: 946.353,
  gallon: 3_785.41,
  gill: 118.294,
};

/** Imperial measures, which are larger than those of the United States. */
const BRITISH: Record<string, number> = {
  floz: 28.4131,
  pint: 568.261,
  quart: 1_136.52,
  gallon: 4_546.09,
  gill: 142.065,
};

const ALIASES: Record<string, string> = {
  pints: 'pint',
  pt: 'pint',
  quarts: 'quart',
  qt: 'quart',
  qts: 'quart',
  gallons: 'gallon',
  gal: 'gallon',
  gills: 'gill',
};

const BUTTER_STICK_GRAMS = 113.4;

/**
 * Returns null for units that are neither weight nor volume. `food` is the canonical key, `locale` that of the recipe.
 */
export function measureOf(unit: string, food: string, locale: string): Measure | null {
  const word = unit.toLowerCase();
  const code = Object.hasOwn(ALIASES, word) ? ALIASES[word]! : word;
  if (/^sticks?$/.test(code) && (food === 'butter' || food === 'margarine'))
    return { kind: 'weight', size: BUTTER_STICK_GRAMS };
  if (Object.hasOwn(WEIGHTS, code)) return { kind: 'weight', size: WEIGHTS[code]! };
  if (!Object.hasOwn(VOLUMES, code)) return null;
  return { kind: 'volume', size: localSize(code, locale) ?? VOLUMES[code]! };
}

/** A metric cup has 250 ml, a Japanese one 200 ml, an Australian tablespoon 20 ml. */
function localSize(code: string, locale: string): number | null {
  const [language = 'und', ...rest] = locale.split('-');
  const region = rest.find((part) => /^[A-Z]{2}$/.test(part));
  if (region === 'GB' || region === 'IE') return BRITISH[code] ?? (code === 'cup' ? 250 : null);
  const isAmerican = region === 'US' || (region === undefined && (language === 'en' || language === 'und'));
  if (code === 'cup' && !isAmerican) return language === 'ja' ? 200 : 250;
  if (code === 'tbsp' && !isAmerican) return region === 'AU' ? 20 : 15;
  return code === 'tsp' && !isAmerican ? 5 : null;
}

// Converts amounts to metric or US units for display. Stored quantities stay exact.

const NATIVE: Record<MeasurementSystem, RegExp> = {
  metric: /^(?:mg|g|kg|ml|cl|dl|l)$/,
  us: /^(?:oz|lb|floz|cup|tsp|tbsp|pints?|pt|quarts?|qts?|gallons?|gal|sticks?)$/i,
};
/** Spoons are common in both systems up to two tablespoons, and stay where the food is unknown. */
const MAX_SPOON_ML = 31;

/** True for the units in which recipes of the system are written. */
export const isCommonUnit = (unit: string | null, system: MeasurementSystem): boolean =>
  unit !== null && NATIVE[system].test(unit);

/** What `toMeasurable` knows about a food. Units of a converted amount have the sizes of the United States. */
export const kitchenOf = (food: CanonicalFood, locale: string, isConverted: boolean): Kitchen => ({
  sizeOf: (unit) => measureOf(unit, food.key, isConverted ? 'en-US' : locale)?.size ?? null,
  isLiquid: densityOf(food)?.isLiquid ?? false,
  isConverted,
});

export type Unit = [code: string, size: number];

/**
 * Returns the amount unchanged if its unit is common in the system, or no weight or volume. `round` takes the converted
 * number and its unit.
 */
export function convertAmount(
  { quantity, quantityMax, unit }: Amount,
  system: MeasurementSystem,
  food: CanonicalFood,
  locale: string,
  round: (value: number, unit: string) => number = (value) => value,
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
    target === measure.kind || !density ? 1 : target === 'weight' ? density.gramsPerMl : 1 / density.gramsPerMl;
  const [code, size] = unitFor(target, largest * factor, system);
  const convert = (each: Rational) => fromNumber(round((toNumber(each) * measure.size * factor) / size, code));
  return { quantity: convert(quantity), quantityMax: quantityMax && convert(quantityMax), unit: code };
}

/** Metric recipes weigh what is not liquid. US recipes fill cups, except with produce, meat and fish. */
function targetOf(kind: Measure['kind'], system: MeasurementSystem, density: Density | null): Measure['kind'] {
  if (!density) return kind;
  if (system === 'metric') return kind === 'volume' && !density.isLiquid ? 'weight' : kind;
  return kind === 'weight' && !density.isWeighedInUs ? 'volume' : kind;
}

/** `size` is in grams or millilitres. */
export function metricUnitFor(kind: Measure['kind'], size: number): Unit {
  const isLarge = size >= 1_000;
  if (kind === 'weight') return isLarge ? ['kg', 1_000] : ['g', 1];
  return isLarge ? ['l', 1_000] : ['ml', 1];
}

function unitFor(kind: Measure['kind'], size: number, system: MeasurementSystem): Unit {
  if (system === 'metric') return metricUnitFor(kind, size);
  if (kind === 'weight') return size >= LB_GRAMS * 0.97 ? ['lb', LB_GRAMS] : ['oz', OZ_GRAMS];
  if (size < TBSP_ML - 0.5) return ['tsp', TSP_ML];
  return size < 55 ? ['tbsp', TBSP_ML] : ['cup', CUP_ML];
}

// Reads an ingredient's second measure from its note: "1 cup (120 g) flour"

interface OtherMeasure {
  amount: Amount;
  /** As written. */
  text: string;
  /** The parts of the note before and after it. */
  before: string[];
  after: string[];
}

const ABOUT = /^(?:about|approx\.?|approximately|ca\.?|circa|etwa|environ|~)\s?/iu;
const MAX_NOTE_PARTS = 10;

/** Returns null unless both amounts are weights or volumes and can be equal, unlike the size of each of two cans. */
export function readOtherMeasure(
  { quantity, unit, note }: Pick<Ingredient, 'quantity' | 'unit' | 'note'>,
  food: string,
  locale: string,
): OtherMeasure | null {
  if (!note || !quantity || unit === null || !measureOf(unit, food, locale)) return null;

  const parts = note.split(', ', MAX_NOTE_PARTS + 1);
  if (parts.length > MAX_NOTE_PARTS) return null;
  for (const [at, part] of parts.entries()) {
    const amount = readMeasure(part.replace(ABOUT, ''));
    if (amount && canBeEqual({ quantity, unit }, amount, food, locale)) {
      return { amount, text: part, before: parts.slice(0, at), after: parts.slice(at + 1) };
    }
  }
  return null;
}

/** True for "1 cup" and "120 g" of flour. False for amounts that are neither weight nor volume. */
export function canBeEqual(
  one: Pick<Amount, 'quantity' | 'unit'>,
  other: Pick<Amount, 'quantity' | 'unit'>,
  food: string,
  locale: string,
): boolean {
  const measure = one.unit === null ? null : measureOf(one.unit, food, locale);
  const otherMeasure = other.unit === null ? null : measureOf(other.unit, food, locale);
  if (!measure || !otherMeasure || !one.quantity || !other.quantity) return false;
  const ratio = (toNumber(other.quantity) * otherMeasure.size) / (toNumber(one.quantity) * measure.size);
  const [least, most] = ratioLimits(measure.kind, otherMeasure.kind);
  return ratio >= least && ratio <= most;
}

/** Millilitres per gram and grams per millilitre of foods, from puffed rice to honey and salt. */
function ratioLimits(kind: Measure['kind'], other: Measure['kind']): [least: number, most: number] {
  if (kind === other) return [0.8, 1.25];
  return kind === 'volume' ? [0.06, 1.6] : [0.6, 16];
}

function readMeasure(text: string): Amount | null {
  const plain = plainNumbers(text.slice(0, 60));
  const read = readQuantity(plain);
  const unit = read && readUnit(plain, read.end);
  if (!unit || unit.end !== plain.length || unit.factor !== 1) return null;
  return { quantity: read.quantity, quantityMax: read.quantityMax, unit: unit.unit };
}

// Converts oven temperatures in the text of steps

/** "180 °C", "350F", "160–180 degrees C", "200 Grad". */
const DEGREES = new RegExp(
  [
    String.raw`(?<![\d.,])(\d{2,3})(?:\s?[-–]\s?(\d{2,3}))?(?:`,
    String.raw`\s?(?:°|º|˚|degrees|degrés|grados|gradi|graden|grader|stopni)`,
    String.raw`\s?(C|F|Celsius|Fahrenheit|celsius|fahrenheit|c|f)(?![\p{L}\d])`,
    String.raw`|\s?(F|C)(?![\p{L}\d])|\s?(Grad|градусов|grader)(?!\p{L}|\s?F))`,
  ].join(''),
  'gu',
);
const GAS_MARK = /(?<!\p{L})gas(?:\s?(?:mark|stufe|oven))?\s(\d{1,2}(?!\d|\/)|1\/[24]|[¼½])(?!\s?[°º\d])/giu;

/** Degrees Celsius and Fahrenheit of each gas mark (BS EN 30-1-1 ovens as British cookbooks state them). */
const GAS: Record<string, [celsius: number, fahrenheit: number]> = {
  '1/4': [110, 225],
  '¼': [110, 225],
  '1/2': [120, 250],
  '½': [120, 250],
  '1': [140, 275],
  '2': [150, 300],
  '3': [160, 325],
  '4': [180, 350],
  '5': [190, 375],
  '6': [200, 400],
  '7': [220, 425],
  '8': [230, 450],
  '9': [240, 475],
};

/** Leaves a temperature that is also stated in the other unit. */
export function temperatureEdits(text: string, system: MeasurementSystem): Edit[] {
  const target = system === 'metric' ? 'C' : 'F';
  const found = [...text.matchAll(DEGREES)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    values: [match[1]!, match[2]].filter((each) => each !== undefined).map(Number),
    unit: (match[3] ?? match[4] ?? 'C').charAt(0).toUpperCase(),
  }));
  const isStatedNear = (start: number, end: number) =>
    found.some((each) => each.unit === target && each.end > start - 30 && each.start < end + 30);

  const convert = target === 'C' ? toCelsius : toFahrenheit;
  const degrees = found
    .filter(({ start, end, unit }) => unit !== target && !isStatedNear(start, end))
    .map(({ start, end, values }) => ({ start, end, text: `${values.map(convert).join('–')} °${target}` }));

  const isNearDegrees = (at: number) => found.some(({ start, end }) => end > at - 30 && start < at + 40);
  const marks = [...text.matchAll(GAS_MARK)].flatMap(({ 0: written, 1: mark, index }) => {
    const stated = GAS[mark!];
    if (!stated || isNearDegrees(index)) return [];
    return [{ start: index, end: index + written.length, text: `${stated[target === 'C' ? 0 : 1]} °${target}` }];
  });
  return [...degrees, ...marks];
}
