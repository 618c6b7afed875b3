/** Checks that reading hostile text takes time linear in its length. */
import { describe, expect, it } from 'vitest';
import { applyHtmlEdits, editHtmlText } from '../../src/domain/recipes/edits.ts';
import { findEdits } from '../../src/domain/recipes/text-amounts.ts';
import { parseDuration } from '../../src/recipe-import/duration.ts';
import { canonicalFood } from '../../src/recipe-import/foods/foods.ts';
import { isPlainText, readTextRecipe } from '../../src/recipe-import/formats/plain-text.ts';
import { readPage, readRecipes } from '../../src/recipe-import/html-page.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';
import { plainNumbers, readQuantity } from '../../src/recipe-import/quantity-text.ts';
import { readSchemaOrg } from '../../src/recipe-import/schema-org.ts';
import { readServing } from '../../src/recipe-import/serving.ts';
import { readTimers } from '../../src/recipe-import/timers.ts';
import { readUnit } from '../../src/recipe-import/units.ts';
import { leastProcessorTime } from '../support/processor-time.ts';
import { sampled } from '../support/test-length.ts';

const MEBIBYTE = 2 ** 20;
/** Most take less than 200, but memory may be slow. Quadratic time would be much longer. */
const MAX_MS = 1_000;
const PIECES = sampled(
  [
    '1',
    ' ',
    '(',
    '[',
    '<',
    '<a ',
    '1 ',
    '1/',
    '½',
    '一',
    '{',
    '"',
    '\\',
    '&amp;',
    '** ',
    ', ',
    '\n',
    '1. ',
    '/*',
    '<b>',
    '</b>',
    '٣',
    ' - 1',
    '| 1 g ',
    '1 of a ',
    'eine halbe ',
    '1 h ',
    '5 min, ',
    'half an ',
    '1 g sugar ',
    '99 ',
    '100 °C ',
    'gas ',
  ],
  7,
);

const readers: Record<string, (text: string) => unknown> = {
  plainNumbers,
  readQuantity: (text) => readQuantity(text),
  parseDuration,
  readServing,
  readUnit,
  readTimers,
  canonicalFood,
  findEdits: (text) =>
    findEdits(text, {
      from: 1,
      to: 3,
      system: 'us',
      locale: 'und',
      foods: new Set(['sugar', '1']),
      fixedFoods: new Set(),
      foodOf: (name) => canonicalFood(name),
    }),
  editHtmlText: (text) => editHtmlText(text, (piece) => piece),
  applyHtmlEdits: (text) => applyHtmlEdits(text, () => [{ start: 0, end: text.length, text: '' }]),
  parseIngredientLine,
  readRecipes,
  readPage,
  isPlainText,
  'readTextRecipe of lines with amounts': (text) => readTextRecipe(`1 g\n2 g\n${text}`, null),
  'readTextRecipe below headings': (text) => readTextRecipe(`Ingredients\n1 g\nMethod\n${text}`, null),
  'readRecipes of a list': (text) => readRecipes(`[${text}`),
  'readSchemaOrg of every property': (text) =>
    readSchemaOrg({
      '@type': 'Recipe',
      name: text,
      description: text,
      keywords: text,
      recipeYield: text,
      recipeIngredient: text,
      recipeInstructions: text,
      totalTime: text,
    }),
};

describe('hostile text', () => {
  it.each(Object.keys(readers))('%s takes linear time', (name) => {
    for (const piece of PIECES) {
      const time = (bytes: number, maxMs: number) => {
        const text = piece.repeat(Math.ceil(bytes / piece.length));
        return leastProcessorTime(maxMs, () => readers[name]!(text));
      };
      const whole = time(MEBIBYTE, MAX_MS);
      if (whole < MAX_MS) continue;
      // A slow machine needs longer: eight times the text may take sixteen times as long, quadratic time takes 64 times.
      expect(whole, JSON.stringify(piece)).toBeLessThan(16 * time(MEBIBYTE / 8, 0));
    }
  });

  it('deep nesting causes no error', () => {
    let steps: unknown = 'Boil.';
    for (let depth = 0; depth < 100_000; depth += 1) {
      steps = { '@type': 'HowToSection', name: 'x', itemListElement: [steps] };
    }
    const { recipes } = readSchemaOrg({
      '@type': 'Recipe',
      name: 'Deep',
      recipeInstructions: steps,
      recipeYield: steps,
    });
    expect(recipes[0]!.draft.name).toBe('Deep');
    expect(readRecipes(`${'['.repeat(200_000)}${']'.repeat(200_000)}`).recipes).toEqual([]);
  });
});
