/** Reads nutrition facts that were written as text: "Calories: 210, Fat: 2 g". */
import type { Nutrient, Nutrition } from '../db/recipe-details.ts';
import { lazy } from '../lib/lazy.ts';
import { listWords } from './words.ts';

const words = lazy(
  () => new Map(listWords('nutrient').map(({ word, meaning }) => [keyOf(word), meaning as Nutrient] as const)),
);
const AMOUNT = /(\d{1,6}(?:[.,]\d{1,3})?)\s{0,3}(kcal|cal|kj|mg|g|µg|mcg|%)?(?![\p{L}\d])/iu;
const ALONE = /^[<~]?\d{1,6}(?:[.,]\d{1,3})?\s?(?:kcal|cal|kj|mg|g|µg|mcg|%)?$/i;
const MAX_PARTS = 200;

/** Lines and parts of lines that state no known nutrient are ignored. The first statement of each counts. */
export function readNutritionText(text: string): Nutrition {
  const found: Nutrition = {};
  const parts = text.slice(0, 5_000).split(/\n|;|\||•|,(?=\s|$)/, MAX_PARTS);
  for (const part of parts) {
    const [nutrient, amount] = readPart(withoutBrackets(part)) ?? [];
    if (nutrient && amount) found[nutrient] ??= amount;
  }
  return found;
}

/** True for "12 g protein", and for a name or an amount on a line of its own. */
export const isNutritionLine = (text: string): boolean =>
  ALONE.test(text) || words().has(keyOf(withoutBrackets(text))) || Object.keys(readNutritionText(text)).length > 0;

function readPart(part: string): [Nutrient, string] | null {
  const colon = part.lastIndexOf(':');
  const label = words().get(keyOf(part.slice(0, Math.max(colon, 0))));
  if (label === 'servingSize')
    return [
      label,
      part
        .slice(colon + 1)
        .trim()
        .slice(0, 100),
    ];

  const stated = part.slice(colon + 1);
  const match = AMOUNT.exec(stated);
  if (!match) return null;
  const [whole, number, unit = ''] = match;
  const rest = `${stated.slice(0, match.index)} ${stated.slice(match.index + whole.length)}`;
  const isEnergy = /^(?:kcal|kj|cal)$/i.test(unit);
  const nutrient = words().get(keyOf(rest)) ?? label ?? (isEnergy && keyOf(rest) === '' ? 'calories' : undefined);
  if (nutrient === undefined || nutrient === 'servingSize') return null;
  return [nutrient, [number, unit].filter(Boolean).join(' ')];
}

/** Adds the usual unit to a number without one. Calories stay as they are. */
export function withUnit(nutrient: Nutrient, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (text === '') return undefined;
  if (!/^\d{1,6}(?:[.,]\d{1,6})?$/.test(text) || nutrient === 'calories' || nutrient === 'servingSize') return text;
  return `${text} ${nutrient === 'sodiumContent' || nutrient === 'cholesterolContent' ? 'mg' : 'g'}`;
}

const withoutBrackets = (text: string): string => text.replace(/\([^()]{0,100}\)/g, ' ');

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
