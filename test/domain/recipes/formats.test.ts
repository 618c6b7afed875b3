/** Recipes of other programs, as these write them, are read by what is in the file. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../../src/domain/recipes/reading/file.ts';
import { zipOf } from '../../support/zip.ts';

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
    ...[unit, name, note, group],
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

  test('ingredients, cookware and times are read out of the text', async () => {
    const recipe = await one(cook);
    expect(recipe.format).toBe('Cooklang');
    expect(recipe.draft).toMatchObject({
      ...{ name: 'Soda bread', serving: 4, tags: ['bread', 'quick'], prepTime: 600 },
      ...{ sourceUrl: 'https://kitchen.example/soda', description: 'Best on the day.' },
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

  test('the older metadata and the name of the file do as well', async () => {
    const { draft } = await one(
      '>> servings: 2\n>> locale: de_DE\n\nSchlage @Eier{3}.',
      'Rührei_mit_Nichts.cook',
    );
    expect(draft).toMatchObject({ name: 'Rührei mit Nichts', serving: 2, locale: 'de-DE' });
  });
});

const paprika = {
  ...{ uid: 'A', name: 'Toast', servings: '2', source_url: 'https://kitchen.example/toast' },
  ...{
    ingredients: '2 slices bread\n1 tbsp butter',
    directions: 'Toast it.\nButter it.',
    notes: 'Eat at once.',
  },
  ...{ prep_time: '2 mins', cook_time: '', categories: ['Breakfast'], photo_data: null },
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
  expect(problems).toEqual(['broken.paprikarecipe: it is no recipe of Paprika.']);
  expect(recipes[0]!.draft).toMatchObject({
    ...{ serving: 2, prepTime: 120, cookTime: null, description: 'Eat at once.', tags: ['breakfast'] },
    sourceUrl: 'https://kitchen.example/toast',
  });
  expect(recipes[0]!.draft.steps.map(({ content }) => content)).toEqual(['Toast it.', 'Butter it.']);
  expect(recipes.map(({ picture }) => picture && Buffer.compare(Buffer.from(picture.bytes), pixel))).toEqual([
    0,
    undefined,
  ]);
});

test('Mealie: ingredients in parts, under their titles', async () => {
  const recipe = await one(
    JSON.stringify({
      ...{
        slug: 'stew',
        name: 'Stew',
        recipeServings: 4,
        orgURL: 'https://kitchen.example/stew',
        performTime: '1 hour',
      },
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
    ...{ serving: 4, cookTime: 3_600, tags: ['winter'], sourceUrl: 'https://kitchen.example/stew' },
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

test('Tandoor: an archive of archives, ingredients at their steps', async () => {
  const recipe = {
    ...{ name: 'Dal', servings: 3, servings_text: 'bowls', working_time: 10, waiting_time: 30 },
    keywords: [{ name: 'lentils' }],
    steps: [
      {
        ...{ name: 'First', instruction: 'Boil {{ ingredients[0] }} them.', time: 20 },
        ingredients: [
          { food: { name: 'lentils' }, unit: { name: 'g' }, amount: 200, note: '', is_header: false },
        ],
      },
      {
        ...{ name: '', instruction: 'Temper.', time: 0 },
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

test('Nextcloud Cookbook: a folder for each recipe', async () => {
  const recipe = (name: string) =>
    JSON.stringify({
      ...{ '@context': 'http://schema.org', '@type': 'Recipe', name, recipeYield: 2, prepTime: 'PT0H5M' },
      ...{ tool: [], recipeIngredient: ['1 onion'], recipeInstructions: ['Chop.', 'Fry.'], url: '' },
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
  expect(
    recipes.map(({ draft, picture }) => [draft.name, draft.steps.length, picture !== undefined]),
  ).toEqual([
    ['A', 2, true],
    ['B', 2, false],
  ]);
});

describe('hostile files', () => {
  const bomb = Buffer.alloc(64 * 2 ** 20, ' ');

  test('what unpacks to too much is not unpacked', async () => {
    const { recipes, problems } = await read(await zipOf({ 'a.json': bomb }));
    expect([recipes, problems]).toEqual([[], ['The file unpacks to too much.']]);
    const gzip = await read(gzipSync(bomb));
    expect(gzip.problems).toEqual(['it is no recipe of Paprika.']);
  });

  test('names that lead out of the archive are refused', async () => {
    const zip = await zipOf({ 'aa/aa/evil.json': '{}' });
    const evil = Buffer.from(zip.toString('latin1').replaceAll('aa/aa/evil', '../../evil'), 'latin1');
    expect((await read(evil)).problems).toEqual(['The file is not a zip archive that can be read.']);
  });

  test('a size that is told wrong is not believed', async () => {
    const zip = await zipOf({ 'a.json': 'x'.repeat(5_000) });
    const at = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    zip.writeUInt32LE(10, at + 24);
    expect((await read(zip)).recipes).toEqual([]);
  });

  test('archives within archives are opened once', async () => {
    let zip = await zipOf({ 'recipe.json': JSON.stringify(paprika) });
    for (let depth = 0; depth < 3; depth += 1) zip = await zipOf({ 'a.zip': zip });
    expect((await read(zip)).recipes).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['half an archive', Buffer.from('PK\x03\x04 and no more', 'latin1')],
    ['half a gzip', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['no text', Buffer.from([0xff, 0xfe, 0x00])],
    [
      'JSON of the wrong kind',
      '{"steps":[{"instruction":{"a":1},"ingredients":[null,5,{"food":[]}]}],"name":{}}',
    ],
    [
      'Mealie gone wrong',
      '{"slug":1,"recipeIngredient":[null,{},{"quantity":"x","food":{"name":5}}],"recipeInstructions":"x"}',
    ],
    ['Paprika gone wrong', '{"ingredients":"","directions":null}'],
    ['an object without a prototype’s names', '{"__proto__":{"@type":"Recipe"},"constructor":1}'],
    ['marks that never close', `@${'a{'.repeat(1_000)} >> x: ${'['.repeat(1_000)} @a{1}`],
  ])('%s is no recipe, or a poor one, and never an exception', async (_, content) => {
    const { recipes, problems } = await read(content);
    expect(recipes.length + problems.length).toBeGreaterThan(0);
  });

  test.each([
    ['@', '@'.repeat(2 ** 20)],
    ['open braces', `@a{1}${'@b{'.repeat(350_000)}`],
    ['words after a sign', `@a{1} ${'@b c d e '.repeat(110_000)}`],
    ['block comments', `@a{1} ${'[-'.repeat(500_000)}`],
    ['headings', `@a{1}\n${'=  '.repeat(350_000)}`],
    ['front matter', `---\n${'a: b\n'.repeat(200_000)}`],
    ['spaces', `@a{1}\n>>${' '.repeat(2 ** 20)}`],
  ])('a megabyte of %s is read in no time', async (_, content) => {
    const start = performance.now();
    await read(content);
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
