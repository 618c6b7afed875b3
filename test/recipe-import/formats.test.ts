/** Reads recipe files of other programs, detected by content. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../support/zip.ts';
import { readContent, readOnly } from './read-content.ts';

const shown = ({ draft }: Awaited<ReturnType<typeof readOnly>>) =>
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
    const recipe = await readOnly(cook);
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
    const { draft } = await readOnly('>> servings: 2\n>> locale: de_DE\n\nSchlage @Eier{3}.', 'Rührei_mit_Nichts.cook');
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
  const { format, recipes, problems } = await readContent(file);
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
  const recipe = await readOnly(
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
  const { format, recipes, problems } = await readContent(
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
  const read = await readOnly(await zipOf({ '1.zip': inner }));
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
  const { recipes, problems } = await readContent(
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

// One soup as programs, people and machines write it

const lines = ['500 g peas', '1 onion'];
const steps = ['Chop the onion.', 'Boil the peas.'];
const json = (value: unknown) => JSON.stringify(value);
const parts = { title: 'Pea soup', servings: 4, ingredients: lines, instructions: steps };
const schema = {
  '@type': 'Recipe',
  name: 'Pea soup',
  recipeYield: '4',
  recipeIngredient: lines,
  recipeInstructions: steps,
};
const mealMaster = `MMMMM----- Recipe via Meal-Master (tm) v8.05

      Title: Pea soup
      Yield: 4 servings

    500 g  peas
      1    onion

  Chop the onion.

  Boil the peas.

MMMMM
`;
const saffron = `Title: "Pea soup"
Original URL: https://a.example/pea
Yield: 4 servings
Active:
Prep: 10 min
Cookbook:
Ingredients:
\t500 g peas
\t1 onion

Instructions:
\tChop the onion.
\tBoil the peas.
`;
const fdx = (root: string, list = '') => `<${root}><Recipe Name="Pea soup" Servings="4">
  ${list && `<${list}>`}<RecipeIngredient Quantity="500" Unit="g" Ingredient="peas"/><RecipeIngredient Quantity="1" Ingredient="onion"/>${list && `</${list}>`}
  <RecipeProcedure><ProcedureText>Chop the onion.</ProcedureText></RecipeProcedure>
  <RecipeProcedure><ProcedureText>Boil the peas.</ProcedureText></RecipeProcedure></Recipe></${root}>`;
const csv =
  'Title,Ingredient 1,Ingredient 2,Step 1,Step 2,Servings\nPea soup,500 g peas,1 onion,Chop the onion.,Boil the peas.,4\n';
const saved = `From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a.example/pea\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--b--"\r\n\r\n----b--\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Serves 4</p><h1>Pea soup</h1><h2>Ingredients</h2><ul><li>500 g peas</li><li>1 on=\r\nion</li></ul><h2>Method</h2><ol><li>Chop=20the onion.</li><li>Boil the peas.</li></ol>\r\n----b----\r\n`;
const recipeMd = `# Pea soup\n\nGreen.\n\n*soup, green*\n\n**4 servings**\n\n---\n\n- *500 g* peas\n- *1* onion\n\n---\n\nChop the onion.\n\nBoil the peas.\n`;
const markdown =
  '# Pea soup\n\n4 servings\n\n## Ingredients\n\n| Amount | Food |\n|---|---|\n| 500 g | [peas](https://a.example/p) |\n| 1 | **onion** |\n\n## Method\n\n1. Chop the onion.\n2. Boil the peas.\n';
const wprm = {
  name: 'Pea soup',
  servings: '4',
  ingredients_flat: [
    { type: 'ingredient', amount: '500', unit: 'g', name: 'peas' },
    { type: 'ingredient', amount: '1', name: 'onion' },
  ],
  instructions_flat: steps.map((text) => ({ type: 'instruction', text })),
};
const kitchenOwl = {
  items: [{ name: 'milk' }],
  recipes: [
    {
      name: 'Pea soup',
      description: steps.join('\n\n'),
      yields: 4,
      items: [
        { name: 'peas', description: '500 g', optional: false },
        { name: 'onion', description: '1', optional: false },
      ],
    },
  ],
};

test.each<[string, string | Uint8Array | Promise<Uint8Array>]>([
  ['carriage returns alone', mealMaster.replaceAll('\n', '\r')],
  ['a table whose lines end with carriage returns', csv.replaceAll('\n', '\r')],
  ['a table with numbered columns', csv],
  ['one document on each line', `${json(schema)}\n${json({ ...schema, name: 'B' })}\n`],
  ['schema.org without a type', json({ ...schema, '@type': undefined })],
  ['JSON with the usual names', json(parts)],
  ['JSON of an API', json({ data: [{ ...parts, ingredients: undefined, ingredient_list: lines }] })],
  [
    'JSON with parts of ingredients and steps',
    json({
      ...parts,
      ingredients: [
        {
          items: [
            { quantity: 500, unit: 'g', name: 'peas' },
            { amount: '1', food: 'onion' },
          ],
        },
      ],
      instructions: steps.map((text) => ({ text })),
    }),
  ],
  ['JSON in Portuguese', json({ nome: 'Pea soup', porções: '4', ingredientes: lines, 'modo de preparo': steps })],
  ['KitchenOwl', json(kitchenOwl)],
  ['WP Recipe Maker with flat lists only', json([wprm])],
  ['a text with labels (Saffron, Pepperplate)', saffron],
  ['RecipeMD', recipeMd],
  ['Markdown with a table, links and bold words', markdown],
  [
    'ChefTap: a link at the end',
    `Pea soup\nServes 4\n\n500 g peas\n1 onion\n\nChop the onion.\nBoil the peas.\nhttps://a.example/pea\n`,
  ],
  ['Living Cookbook without lists', fdx('fdx')],
  ['Living Cookbook, compressed', zipOf({ 'Data.xml': fdx('hixz', 'RecipeIngredients') })],
  [
    'Living Cookbook, compressed, in a zip',
    zipOf({ 'Data.xml': fdx('fdxz') }).then((inner) => zipOf({ 'My.fdxz': inner })),
  ],
  ['a page saved by a browser', saved],
])('%s', async (_, content) => {
  const bytes = await content;
  const { recipes, problems } = await readContent(bytes);
  expect(problems).toEqual([]);
  const { draft } = recipes[0]!;
  expect(draft).toMatchObject({ name: 'Pea soup', serving: 4 });
  expect(draft.ingredients.map(({ quantity, unit, name }) => [quantity!.numerator, unit, name])).toEqual([
    [500, 'g', 'peas'],
    [1, null, 'onion'],
  ]);
  expect(draft.steps.map(({ content: text }) => text)).toEqual(steps);
});

test('a text credits its source, and lists tags in italics', async () => {
  const [labelled] = (await readContent(saffron)).recipes;
  expect(labelled!.draft).toMatchObject({ sourceUrl: 'https://a.example/pea', prepTime: 600, description: '' });
  expect((await readContent(recipeMd)).recipes[0]!.draft).toMatchObject({
    tags: ['soup', 'green'],
    description: 'Green.',
  });
});

test('Cooklang: an amount in words stays text', async () => {
  const read = await readOnly('Add @salt{a pinch} and @flour{1 1/2%cups}.', 'Dough.cook');
  expect(read.draft.ingredients.map(({ quantity, note }) => [quantity?.numerator ?? null, note])).toEqual([
    [null, 'a pinch'],
    [3, null],
  ]);
});

test('Paprika: categories may be objects', async () => {
  const node = { name: 'Soup', ingredients: '1 l water', directions: 'Boil.', categories: ['Soup', { name: 'Green' }] };
  expect((await readOnly(json(node))).draft.tags).toEqual(['soup', 'green']);
});
