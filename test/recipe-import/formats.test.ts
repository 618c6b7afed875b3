/** Reads recipe files of other programs, detected by content. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../src/recipe-import/read-file.ts';
import { zipOf } from '../support/zip.ts';

const read = (content: string | Uint8Array, name: string | null = null) =>
  readFile(typeof content === 'string' ? new TextEncoder().encode(content) : content, name);
const one = async (content: string | Uint8Array, name: string | null = null) => {
  const { recipes, problems, format } = await read(content, name);
  expect(problems).toEqual([]);
  expect(recipes).toHaveLength(1);
  return { ...recipes[0]!, format };
};
const shown = ({ draft }: Awaited<ReturnType<typeof one>>) =>
  draft.ingredients.map(({ quantity, quantityMax, unit, name, note, group }) => [
    quantity && quantity.numerator / quantity.denominator,
    quantityMax && quantityMax.numerator / quantityMax.denominator,
    unit,
    name,
    note,
    group,
  ]);

describe('Cooklang', () => {
  const cook = `---
title: Soda bread
servings: 4
tags: [bread, quick]
source: https://kitchen.example/soda
time:
  prep: 10 minutes
---
-- what my aunt did
Heat the #oven{} to 200°C. [- not the grill -] Mix @flour{450%g}, @baking soda{1-2%tsp}(sifted) and @salt.

Stir in @buttermilk{1/2%l} and the rest of the @salt; bake for ~{40%minutes}, rest ~cooling{5%minutes}.

== Butter ==
Whip @&cold butter{=100%g} in a #bowl. Write to cook@kitchen.example.
> Best on the day.
`;

  test('ingredients, cookware and times are read from the text', async () => {
    const recipe = await one(cook);
    expect(recipe.format).toBe('Cooklang');
    expect(recipe.draft).toMatchObject({
      name: 'Soda bread',
      serving: 4,
      tags: ['bread', 'quick'],
      prepTime: 600,
      sourceUrl: 'https://kitchen.example/soda',
      description: 'Best on the day.',
    });
    expect(shown(recipe)).toEqual([
      [450, null, 'g', 'flour', null, null],
      [1, 2, 'tsp', 'baking soda', 'sifted', null],
      [null, null, null, 'salt', null, null],
      [0.5, null, 'l', 'buttermilk', null, null],
      [100, null, 'g', 'cold butter', null, 'Butter'],
    ]);
    expect(recipe.draft.ingredients[4]!.scalable).toBe(false);
    expect(recipe.draft.steps.map((step) => [step.name, step.content, step.duration])).toEqual([
      ['', 'Heat the oven to 200°C. Mix flour, baking soda and salt.', null],
      ['', 'Stir in buttermilk and the rest of the salt; bake for 40 minutes, rest 5 minutes.', 2_700],
      ['Butter', 'Whip cold butter in a bowl. Write to cook@kitchen.example.', null],
    ]);
    expect(recipe.draft.steps.map((step) => step.ingredientPositions)).toEqual([[0, 1, 2], [3, 2], [4]]);
  });

  test('older metadata and the file name are used as well', async () => {
    const { draft } = await one('>> servings: 2\n>> locale: de_DE\n\nSchlage @Eier{3}.', 'Rührei_mit_Nichts.cook');
    expect(draft).toMatchObject({ name: 'Rührei mit Nichts', serving: 2, locale: 'de-DE' });
  });
});

const paprika = {
  uid: 'A',
  name: 'Toast',
  servings: '2',
  source_url: 'https://kitchen.example/toast',
  ingredients: '2 slices bread\n1 tbsp butter',
  directions: 'Toast it.\nButter it.',
  notes: 'Eat at once.',
  prep_time: '2 mins',
  cook_time: '',
  categories: ['Breakfast'],
  photo_data: null,
};

test('Paprika: an archive of gzipped recipes', async () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const file = await zipOf({
    'Toast.paprikarecipe': gzipSync(JSON.stringify({ ...paprika, photo_data: pixel.toString('base64') })),
    'Tea.paprikarecipe': gzipSync(JSON.stringify({ ...paprika, name: 'Tea' })),
    'broken.paprikarecipe': gzipSync('no JSON'),
  });
  const { format, recipes, problems } = await read(file);
  expect([format, recipes.map(({ draft }) => draft.name)]).toEqual(['Paprika', ['Toast', 'Tea']]);
  expect(problems).toEqual(['broken.paprikarecipe: It is not a Paprika recipe.']);
  expect(recipes[0]!.draft).toMatchObject({
    serving: 2,
    prepTime: 120,
    cookTime: null,
    description: '',
    tags: ['breakfast'],
    sourceUrl: 'https://kitchen.example/toast',
  });
  expect(recipes[0]!.privateNote).toBe('Eat at once.');
  expect(recipes[0]!.draft.steps.map(({ content }) => content)).toEqual(['Toast it.', 'Butter it.']);
  expect(recipes.map(({ picture }) => picture && Buffer.compare(Buffer.from(picture.bytes), pixel))).toEqual([
    0,
    undefined,
  ]);
});

test('Mealie: ingredients in sections with titles', async () => {
  const recipe = await one(
    JSON.stringify({
      slug: 'stew',
      name: 'Stew',
      recipeServings: 4,
      orgURL: 'https://kitchen.example/stew',
      performTime: '1 hour',
      recipeIngredient: [
        { title: 'Base', quantity: 1.5, unit: { name: 'kilogram' }, food: { name: 'beef' }, note: 'diced' },
        { quantity: 0, unit: null, food: null, note: '2 bay leaves', originalText: '2 bay leaves' },
      ],
      recipeInstructions: [
        { title: 'First', text: 'Brown the beef.' },
        { title: '', text: 'Simmer.' },
      ],
      tags: [{ name: 'Winter' }],
      notes: [{ title: 'Wine', text: 'Red.' }],
    }),
  );
  expect(recipe.format).toBe('Mealie');
  expect(recipe.draft).toMatchObject({
    serving: 4,
    cookTime: 3_600,
    tags: ['winter'],
    sourceUrl: 'https://kitchen.example/stew',
    description: 'Wine\n\nRed.',
  });
  expect(shown(recipe)).toEqual([
    [1.5, null, 'kg', 'beef', 'diced', 'Base'],
    [2, null, null, 'bay leaves', null, 'Base'],
  ]);
  expect(recipe.draft.steps.map(({ name, content }) => [name, content])).toEqual([
    ['First', 'Brown the beef.'],
    ['', 'Simmer.'],
  ]);
});

test('Mealie backup: tables of its database, and pictures by recipe', async () => {
  const stew = 'a3d5e1c0-0000-4000-8000-000000000001';
  const bare = stew.replaceAll('-', '');
  const line = { recipe_id: bare, title: '', note: '', unit_id: null, food_id: null };
  const database = {
    recipes: [
      { id: bare, slug: 'stew', name: 'Stew', recipe_servings: 4, perform_time: '1 hour', org_url: null },
      { id: 'b', slug: 'toast', name: 'Toast', recipe_yield: '2 slices' },
    ],
    recipes_ingredients: [
      { ...line, position: 1, quantity: 0, original_text: '2 bay leaves', note: '2 bay leaves' },
      { ...line, position: 0, title: 'Base', quantity: 1.5, unit_id: 'u', food_id: 'f', note: 'diced' },
    ],
    recipe_instructions: [
      { recipe_id: bare, position: 1, text: 'Simmer.' },
      { recipe_id: bare, position: 0, title: 'First', text: 'Brown the beef.' },
      { recipe_id: 'b', position: 0, text: 'Toast it.' },
    ],
    ingredient_units: [{ id: 'u', name: 'kilogram' }],
    ingredient_foods: [{ id: 'f', name: 'beef' }],
    recipes_to_tags: [{ recipe_id: bare, tag_id: 't' }],
    tags: [{ id: 't', name: 'Winter' }],
    notes: [{ recipe_id: bare, title: 'Wine', text: 'Red.' }],
    users: [{ password: 'no business of ours' }],
  };
  const { format, recipes, problems } = await read(
    await zipOf({
      'database.json': JSON.stringify(database),
      [`data/recipes/${stew}/images/original.webp`]: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      'data/recipes/c/images/original.webp': 'x',
    }),
  );
  expect([format, problems, recipes.map(({ draft }) => draft.name)]).toEqual(['Mealie', [], ['Stew', 'Toast']]);
  expect(shown({ ...recipes[0]!, format })).toEqual([
    [1.5, null, 'kg', 'beef', 'diced', 'Base'],
    [2, null, null, 'bay leaves', null, 'Base'],
  ]);
  expect(recipes[0]!.draft).toMatchObject({
    serving: 4,
    cookTime: 3_600,
    tags: ['winter'],
    description: 'Wine\n\nRed.',
    steps: [{ name: 'First', content: 'Brown the beef.' }, { content: 'Simmer.' }],
  });
  expect(recipes.map(({ picture }) => picture !== undefined)).toEqual([true, false]);
  expect(recipes[1]!.draft).toMatchObject({ serving: 2, servingType: 'slices' });
});

test('Tandoor: an archive of archives, with ingredients in steps', async () => {
  const recipe = {
    name: 'Dal',
    servings: 3,
    servings_text: 'bowls',
    working_time: 10,
    waiting_time: 30,
    keywords: [{ name: 'lentils' }],
    steps: [
      {
        name: 'First',
        instruction: 'Boil {{ ingredients[0] }} them.',
        time: 20,
        ingredients: [{ food: { name: 'lentils' }, unit: { name: 'g' }, amount: 200, note: '', is_header: false }],
      },
      {
        name: '',
        instruction: 'Temper.',
        time: 0,
        ingredients: [
          { note: 'Tadka', is_header: true },
          { food: { name: 'cumin' }, unit: null, amount: 0, no_amount: true, note: 'whole' },
        ],
      },
    ],
  };
  const inner = await zipOf({ 'recipe.json': JSON.stringify(recipe) });
  const read = await one(await zipOf({ '1.zip': inner }));
  expect(read.format).toBe('Tandoor');
  expect(read.draft).toMatchObject({ serving: 3, servingType: 'bowls', prepTime: 600, cookTime: 1_800 });
  expect(shown(read)).toEqual([
    [200, null, 'g', 'lentils', null, 'First'],
    [null, null, null, 'cumin', 'whole', 'Tadka'],
  ]);
  expect(read.draft.steps).toMatchObject([
    { name: 'First', duration: 1_200, ingredientPositions: [0] },
    { name: '', content: 'Temper.', ingredientPositions: [1] },
  ]);
});

test('Nextcloud Cookbook: a folder per recipe', async () => {
  const recipe = (name: string) =>
    JSON.stringify({
      '@context': 'http://schema.org',
      '@type': 'Recipe',
      name,
      recipeYield: 2,
      prepTime: 'PT0H5M',
      tool: [],
      recipeIngredient: ['1 onion'],
      recipeInstructions: ['Chop.', 'Fry.'],
      url: '',
    });
  const { recipes, problems } = await read(
    await zipOf({
      'Recipes/A/recipe.json': recipe('A'),
      'Recipes/A/full.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      'Recipes/B/recipe.json': recipe('B'),
      'Recipes/.DS_Store': 'x',
    }),
  );
  expect(problems).toEqual([]);
  expect(recipes.map(({ draft, picture }) => [draft.name, draft.steps.length, picture !== undefined])).toEqual([
    ['A', 2, true],
    ['B', 2, false],
  ]);
});
