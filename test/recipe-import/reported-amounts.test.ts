/** Amounts, yields and timers that people reported to recipe managers as wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ingredient, Recipe, Step } from '../../src/domain/items/eventable.ts';
import { ingredientAmount } from '../../src/domain/recipes/amount-text.ts';
import { readableRecipe } from '../../src/domain/recipes/display.ts';
import { readRecipes } from '../../src/recipe-import/html-page.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';
import { readServing } from '../../src/recipe-import/serving.ts';
import { readTimers } from '../../src/recipe-import/timers.ts';
import { sharedPath } from '../support/shared-documents.ts';

const folder = sharedPath('recipes/reported');
const textOf = (name: string, file: string) => readFileSync(join(folder!, name, file), 'utf8');
const jsonOf = (name: string, file: string) => JSON.parse(textOf(name, file));

/** Returns amounts, notes and steps as a page shows them. */
function shownAt(name: string, serving: number) {
  const { recipe: posted } = jsonOf(name, 'input.json');
  const ingredients = posted.ingredients.map(
    (line: string, position: number): Ingredient => ({ ...parseIngredientLine(line), id: position, position }),
  );
  const steps = posted.steps.map(({ content }: { content: string }) => ({ content, contentHtml: content }) as Step);
  const recipe = { type: 'recipe', serving: posted.serving, locale: 'en', ingredients, steps } as Recipe;
  const shown = readableRecipe(recipe, { serving, units: null }).recipe;
  return {
    amounts: shown.ingredients.map((each) => ingredientAmount(each, 'en')),
    notes: shown.ingredients.map(({ note }) => note),
    steps: shown.steps.map(({ contentHtml }) => contentHtml),
  };
}

describe.skipIf(folder === null)('reported', () => {
  it('a third of a cup is halved and quartered', () => {
    const name = '201-scale-third-halved';
    expect(shownAt(name, 2).amounts).toEqual(['2⅔ tbsp', '0.3 tsp', '2⅔ tbsp']);
    expect(shownAt(name, 1).amounts).toEqual(['4 tsp', '0.15 tsp', '4 tsp']);
  });

  it('an eighth of a teaspoon is halved to a pinch', () => {
    expect(shownAt('202-scale-eighth-teaspoon', 2).amounts).toEqual(['a pinch']);
  });

  it('both amounts of a mixture are scaled', () => {
    expect(shownAt('204-scale-part-of-sentence', 4)).toEqual({
      amounts: ['½ tbsp', '½ cup'],
      notes: [null, 'or 1 cup almond flour'],
      steps: ['Mix ½ tbsp cornstarch with ½ tbsp water.'],
    });
  });

  it('a yield in grams is a weight', () => {
    const [read] = readRecipes(textOf('205-yield-weight', 'input.json')).recipes;
    expect(read!.draft).toMatchObject({ serving: 750, servingType: 'g' });
  });

  it('two numbers behind "between" are a range', () => {
    const { text, language } = jsonOf('210-timer-between', 'input.json');
    const found = readTimers(text, language).map(({ seconds, maxSeconds }) => [seconds, maxSeconds]);
    expect(found).toEqual(jsonOf('210-timer-between', 'expected.json').expect);
  });

  it('yields are numbers of what is made', () => {
    const { yields } = jsonOf('42-yields', 'expected.json').expect as { yields: [string, number[]][] };
    expect(yields.filter(([text, accepted]) => !accepted.includes(readServing(text)?.serving ?? 0))).toEqual([]);
    expect(yields.length).toBeGreaterThan(20);
  });
});
