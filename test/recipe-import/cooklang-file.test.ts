/** A recipe written in Cooklang is read back by our own importer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyDetails } from '../../src/db/recipe-details.ts';
import type { Recipe } from '../../src/domain/items/eventable.ts';
import { toCooklang } from '../../src/domain/recipes/cooklang.ts';
import { renderMarkdown } from '../../src/lib/markdown.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';
import { ann } from '../support/ann.ts';
import { readText } from './read-content.ts';

interface Written {
  name?: string;
  content: string;
  uses?: number[];
  duration?: number;
}

function recipeOf(lines: string[], steps: Written[], more: Partial<Recipe> = {}): Recipe {
  const recipe = {
    name: 'Bread',
    serving: 4,
    servingType: 'servings',
    locale: 'en',
    tags: ['bread', 'slow food'],
    content: '',
    contentHtml: '',
    prepTime: 600,
    cookTime: 2_400,
    sourceUrl: null,
    details: emptyDetails,
    account: ann,
    ingredients: lines.map((line, position) => ({ ...parseIngredientLine(line), id: position, position })),
    steps: steps.map(({ name = '', content, uses = [], duration = null }, position) => ({
      id: position,
      position,
      name,
      content,
      contentHtml: renderMarkdown(content),
      duration,
      ingredientPositions: uses,
      links: [],
    })),
    ...more,
  };
  return recipe as unknown as Recipe;
}

const write = (recipe: Recipe) =>
  toCooklang(recipe, {
    origin: { source: 'https://cook.example/@ann/recipes/bread', author: 'Ann' },
    pictures: [],
  });

function readBack(recipe: Recipe) {
  const { format, recipes, problems } = readText(write(recipe), 'other name.cook');
  expect([format, recipes.length, problems]).toEqual(['Cooklang', 1, []]);
  return recipes[0]!;
}

const amountsOf = (ingredients: Recipe['ingredients'] | ReturnType<typeof parseIngredientLine>[]) =>
  ingredients
    .map(({ name, quantity, quantityMax, unit, note, optional }) =>
      JSON.stringify([name, quantity, quantityMax, unit, note, optional]),
    )
    .sort();

describe('a recipe in Cooklang', () => {
  const bread = recipeOf(
    ['500 g flour, sifted', '1 1/3 cups water', '2-3 tsp salt', 'butter (optional)', '7 g yeast'],
    [
      { name: 'Dough', content: 'Mix **flour** and water.', uses: [0, 1, 4], duration: 600 },
      { content: 'Bake for 40 minutes with @home #1 love.', uses: [2], duration: 2_400 },
    ],
    { name: 'Bread: the "best"', servingType: 'loaves' },
  );

  test('ingredients and times are marked in the text, and listed behind it if it does not name them', () => {
    expect(write(bread)).toBe(`---
title: 'Bread: the "best"'
servings: 4 loaves
tags: "bread, slow food"
prep time: 10 min
cook time: 40 min
locale: en
author: Ann
source: "https://cook.example/@ann/recipes/bread"
sections: steps
---

[- Cooklang has no place for these, or no exact one: ingredients as they were written, order of ingredients, \
steps as they are formatted, ingredients of each step. -]

== Dough ==

Mix @flour{500%g}(sifted) and @water{1 1/3%cup}. (@yeast{7%g}, @butter{}(optional), ~{10%minutes})

Bake for ~{40%minutes} with @ home # 1 love. (@salt{2-3%tsp})
`);
  });

  test('it keeps its ingredients, quantities, steps and times', () => {
    const { draft, stated } = readBack(bread);
    expect(draft).toMatchObject({
      name: 'Bread: the "best"',
      serving: 4,
      servingType: 'loaves',
      locale: 'en',
      prepTime: 600,
      cookTime: 2_400,
      tags: ['bread', 'slow food'],
      sourceUrl: 'https://cook.example/@ann/recipes/bread',
    });
    expect(stated!.authors).toEqual([{ name: 'Ann', url: null }]);
    expect(amountsOf(draft.ingredients)).toEqual(amountsOf(bread.ingredients));
    expect(draft.steps.map(({ name, content, duration }) => [name, content, duration])).toEqual([
      ['Dough', 'Mix flour and water.', 600],
      ['', 'Bake for 40 minutes with @ home # 1 love.', 2_400],
    ]);
    const named = draft.steps.map((step) => step.ingredientPositions.map((at) => draft.ingredients[at]!.name));
    expect(named).toEqual([['flour', 'water', 'yeast', 'butter'], ['salt']]);
  });

  test('an ingredient of two steps is stated once, and a fixed amount stays fixed', () => {
    const recipe = recipeOf(
      ['10 g salt', '1 bay leaf'],
      [
        { content: 'Add salt.', uses: [0] },
        { content: 'Add more salt and wait.', uses: [0, 1] },
      ],
    );
    recipe.ingredients[1]!.scalable = false;
    expect(write(recipe)).toContain('Add more @salt{} and wait. (@bay leaf{=1})');
    const { draft } = readBack(recipe);
    expect(draft.ingredients.map(({ name, scalable }) => [name, scalable])).toEqual([
      ['salt', true],
      ['bay leaf', false],
    ]);
    expect(draft.steps.map((step) => step.ingredientPositions)).toEqual([[0], [0, 1]]);
  });

  test('a recipe without steps lists its ingredients', () => {
    const { draft } = readBack(recipeOf(['1 kg apples', '2 tbsp sugar'], []));
    expect([draft.ingredients.map(({ name }) => name), draft.steps]).toEqual([['apples', 'sugar'], []]);
  });

  test('no text of a recipe breaks the file: ingredients and steps are the same in number', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab @#~{}()|%=->[]:"\\\n'),
      minLength: 1,
      maxLength: 25,
    });
    const line = text.map((value) => `x${value.replaceAll(/\s+/g, ' ').trim()}`);
    const drafts = fc.record({
      names: fc.array(line, { minLength: 1, maxLength: 4 }),
      steps: fc.array(line, { minLength: 1, maxLength: 3 }),
      title: line,
    });
    fc.assert(
      fc.property(drafts, ({ names, steps, title }) => {
        const recipe = recipeOf(
          [],
          steps.map((content) => ({ name: title, content })),
          { name: title },
        );
        recipe.ingredients = names.map((name, position) => ({
          ...parseIngredientLine('2 g salt'),
          name: `${name} ${position}`,
          note: title,
          unit: name,
          id: position,
          position,
        }));
        const { draft } = readBack(recipe);
        expect(draft.ingredients).toHaveLength(names.length);
        expect(draft.steps).toHaveLength(steps.length);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
