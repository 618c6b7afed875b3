/** Sizes of kitchen measures. Cups, spoons and pints differ between countries. */

export interface Measure {
  kind: 'weight' | 'volume';
  /** Grams or millilitres. */
  size: number;
}

const WEIGHTS: Record<string, number> = {
  mg: 0.001,
  g: 1,
  kg: 1_000,
  oz: 28.3495,
  lb: 453.592,
  pfund: 500,
};

const VOLUMES: Record<string, number> = {
  ml: 1,
  cl: 10,
  dl: 100,
  l: 1_000,
  tsp: 4.92892,
  tbsp: 14.7868,
  floz: 29.5735,
  cup: 236.588,
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

/** Returns null for units that are neither weight nor volume. `food` is the canonical key, `locale` that of the recipe. */
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
