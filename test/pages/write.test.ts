/** Writing with plain HTML forms: recipes, dishes and posts. Input is never lost. */
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { type Browser, openBrowserAs } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { fieldsOf } from '../support/form-fields.ts';
import { blankPng, picture } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { origin, useWebServer } from '../support/web-server.ts';
import { withWorkers } from '../support/with-workers.ts';

useDatabase();
useWebServer();

const password = 'a long enough password';
let ann: Account;
let bo: Account;
let browser: Browser;

beforeAll(async () => {
  [ann, bo] = (await Promise.all(
    ['ann', 'bo'].map((username) => register({ username, name: username, password })),
  )) as [Account, Account];
  browser = await openBrowserAs('ann', password);
});

const recipe = {
  name: 'Apple pie',
  description: 'With *cinnamon*.',
  serving: '8',
  serving_type: 'Pieces',
  ingredients: 'Dough:\r\n250 g flour\r\n1/3 cup sugar\r\n\r\nFilling:\r\n5 apples, peeled',
  steps: '## Dough\r\nMix.\r\nTime: 30 min\r\n\r\nBake it\r\nuntil brown.',
  prep_time: '1 h 20',
  cook_time: '45 min',
  tags: 'Cake, autumn',
  visibility: 'public',
};

async function write(path: string, fields: Record<string, string>, files: [string, File][] = []) {
  const page = await browser.get(path);
  expect([path, page.status, forbiddenContentIn(page.html)]).toEqual([path, 200, []]);
  const all = { ...page.hidden, ...fields };
  return browser.send(path.split('?')[0]!, [...Object.entries(all), ...files]);
}

const photo = async () =>
  new File([(await picture().jpeg().toBuffer()) as Uint8Array<ArrayBuffer>], 'pie.jpg', {
    type: 'image/jpeg',
  });

test('a recipe is written as text and published with its photo', async () => {
  const file = await photo();
  const saved = await withWorkers(() =>
    write('/write/recipe', { ...recipe, 'photo1-alt': 'A pie' }, [['photo1', file]]),
  );
  expect([saved.status, saved.location]).toEqual([303, `${origin}/@ann/recipes/apple-pie`]);

  const { body } = await as(bo).get(`/accounts/${ann.id}/recipes/apple-pie`);
  expect(body).toMatchObject({ serving: 8, serving_type: 'pieces', prep_time: 4_800, cook_time: 2_700 });
  expect(body.ingredients).toMatchObject([
    { name: 'flour', quantity: 250, unit: 'g', group: 'Dough' },
    { name: 'sugar', unit: 'cup', group: 'Dough' },
    { name: 'apples', note: 'peeled', group: 'Filling' },
  ]);
  expect(body.steps).toMatchObject([
    { name: 'Dough', content: 'Mix.', duration: 1_800 },
    { name: '', content: 'Bake it\nuntil brown.' },
  ]);
  expect(body.media).toMatchObject([{ description: 'A pie' }]);
  const seen = await browser.get('/@ann/recipes/apple-pie');
  expect(seen.html).toContain(`/items/${body.id}/edit`);
  expect(forbiddenContentIn(seen.html)).toEqual([]);
});

test('saving an unchanged form changes nothing in a recipe, not even a third or a link', async () => {
  const dough = await createRecipe(ann.id, { ...pizzaDough, name: 'Base' });
  const id = await createRecipe(ann.id, {
    ...pizzaDough,
    name: 'Pizza',
    ingredients: [
      {
        ...pizzaDough.ingredients[0]!,
        quantity: { numerator: 1, denominator: 3 },
        originalText: null,
        group: 'Top',
      },
      { ...pizzaDough.ingredients[0]!, name: 'salt', group: null, scalable: false },
    ],
    steps: [
      {
        name: 'First',
        content: 'One paragraph.\n\nAnd another.',
        duration: 5_405,
        ingredientPositions: [1, 0],
        links: [{ target: { id: dough, type: 'recipe' }, serving: 2 }],
      },
      { name: '', content: 'Bake.', duration: null, ingredientPositions: [1], links: [] },
    ],
    prepTime: 4_801,
    details: {
      totalTime: 100_003,
      restTime: 61,
      nutrition: { calories: '840 kcal' },
      category: ['Dinner'],
      cuisine: ['Italian', 'Basque'],
      diet: ['LowSaltDiet', 'VeganDiet'],
      equipment: ['Peel, wooden'],
      difficulty: 'hard',
      statedRating: { value: 4.7, count: 1_203 },
      videoUrl: 'https://kitchen.example/1.mp4',
      credit: { name: 'Rosa', url: 'https://kitchen.example/rosa', site: 'Kitchen' },
    },
  });
  const read = async () => {
    const { body } = await as(ann).get(`/recipes/${id}`);
    const plain = (list: object[]) =>
      JSON.parse(JSON.stringify(list, (key, value) => (key === 'id' || key === 'ingredient_ids' ? undefined : value)));
    const positions = body.steps.map((step: { ingredient_ids: number[] }) =>
      step.ingredient_ids.map((each) => body.ingredients.findIndex((one: { id: number }) => one.id === each)),
    );
    const { ingredients, steps, updated_at: _, edited_at: __, media: ___, account: ____, ...rest } = body;
    return [plain(ingredients), plain(steps), positions, rest];
  };
  const before = await read();
  const path = `/items/${id}/edit`;
  const form = await browser.get(path);
  const saved = await browser.send(path, fieldsOf(form.html));
  expect(saved.location).toBe(`${origin}/@ann/recipes/pizza`);
  expect(await read()).toEqual(before);

  const links = (await as(ann).get(`/recipes/${id}/links`)).body;
  expect(links.map((each: { name: string }) => each.name)).toEqual(['Base']);
});

test('an error is shown at its field, and the input is preserved', async () => {
  const refused = await write('/write/recipe', {
    ...recipe,
    name: ' ',
    serving: 'many',
    prep_time: '20 min',
    ingredients: `${recipe.ingredients}\n${'x'.repeat(600)}`,
    description: '</textarea><script>alert(1)</script>',
  });
  expect([refused.status, forbiddenContentIn(refused.html)]).toEqual([422, []]);
  for (const id of ['name', 'serving', 'ingredients']) expect(refused.html).toContain(`id="${id}-error"`);
  expect(refused.html).toContain('line 4 is too long');
  expect(refused.html).toContain('5 apples, peeled');
  expect(refused.html).toContain('&lt;/textarea&gt;&lt;script&gt;');
});

test('an invalid photo is refused, and a valid one survives an error in another field', async () => {
  const text = new File(['no picture'], 'x.jpg', { type: 'image/jpeg' });
  const refused = await write('/write/post', { content: 'Look', visibility: 'public' }, [['photo1', text]]);
  expect([refused.status, refused.html.includes('Choose a picture. This file is none')]).toEqual([422, true]);
  expect(refused.html).toMatch(/id="photo1"[^>]* aria-describedby="photo1-hint photo1-error" aria-invalid="true"/);
  expect(refused.html).toMatch(/<p class="error" role="alert" id="photo1-error"[^>]*>Choose a picture/);
  const huge = new File([blankPng(16_000, 16_000) as Uint8Array<ArrayBuffer>], 'x.png', { type: 'image/png' });
  const tooLarge = await withWorkers(() =>
    write('/write/post', { content: 'Look', visibility: 'public' }, [['photo1', huge]]),
  );
  expect([tooLarge.status, tooLarge.html.includes('This photo has too many pixels.')]).toEqual([422, true]);

  const file = await photo();
  const again = await withWorkers(() =>
    write('/write/recipe', { ...recipe, name: '', 'photo1-alt': 'Still there' }, [['photo1', file]]),
  );
  expect(again.status).toBe(422);
  expect(again.html).toContain('value="Still there"');
  const sent = await browser.send('/write/recipe', [
    ...fieldsOf(again.html).filter(([name]) => name !== 'name'),
    ['name', 'Second pie'],
  ]);
  expect(sent.status).toBe(303);
  const { body } = await as(ann).get(`/accounts/${ann.id}/recipes/second-pie`);
  expect(body.media).toMatchObject([{ description: 'Still there' }]);
});

test('a cooked item is saved as a draft, published, unpublished and deleted', async () => {
  const recipeId = await createRecipe(bo.id, { ...pizzaDough, name: 'Flat bread' });
  const kept = await write(`/write/cooked?recipe=${recipeId}`, {
    name: 'My bread',
    prepared_at: '2026-11-20',
    serving: '2',
    description: 'Fine',
    visibility: 'public',
    intent: 'draft',
  });
  expect(kept.location).toBe(`${origin}/drafts`);
  const drafts = await browser.get('/drafts');
  const id = Number(/\/items\/(\d+)\/publish/.exec(drafts.html)![1]);
  expect((await as(bo).get(`/bakings/${id}`)).status).toBe(404);

  const published = await browser.post(`/items/${id}/publish`, drafts.hidden);
  expect(published.location).toBe(`${origin}/@ann/bakings/${id}`);
  expect((await as(bo).get(`/bakings/${id}`)).body).toMatchObject({ name: 'My bread', recipe_id: recipeId });

  const question = await browser.get(`/items/${id}/delete`);
  expect(question.html).toContain('You can undo this for 10 seconds');
  expect((await as(bo).get(`/bakings/${id}`)).status).toBe(200);
  await browser.post(`/items/${id}/delete`, question.hidden);
  expect((await as(bo).get(`/bakings/${id}`)).status).toBe(404);
});

test('a recipe is saved as a draft, previewed by nobody, published and unpublished', async () => {
  const kept = await write('/write/recipe', {
    ...recipe,
    name: 'Shy pie',
    intent: 'draft',
    diet: 'VeganDiet',
  });
  expect(kept.location).toBe(`${origin}/drafts`);
  const drafts = await browser.get('/drafts');
  const id = Number(/\/items\/(\d+)\/edit">Shy pie/.exec(drafts.html)![1]);
  const form = await browser.get(`/items/${id}/edit`);
  expect(forbiddenContentIn(form.html)).toEqual([]);
  const again = await browser.send(`/items/${id}/edit`, [...fieldsOf(form.html), ['intent', 'draft']]);
  expect(again.location).toBe(`${origin}/drafts`);
  expect((await as(bo).get(`/recipes/${id}`)).status).toBe(404);

  const published = await browser.send(`/items/${id}/edit`, [...fieldsOf(form.html), ['intent', 'publish']]);
  expect(published.location).toBe(`${origin}/@ann/recipes/shy-pie`);
  expect((await as(bo).get(`/recipes/${id}`)).body).toMatchObject({ name: 'Shy pie', diet: ['VeganDiet'] });

  const question = await browser.get(`/items/${id}/unpublish`);
  expect(question.html).toContain('only you can see');
  await browser.post(`/items/${id}/unpublish`, question.hidden);
  expect((await as(bo).get(`/recipes/${id}`)).status).toBe(404);
  expect((await browser.get('/@ann/recipes/shy-pie')).status).toBe(404);
});

test('a version of another recipe names the original', async () => {
  const id = await createRecipe(bo.id, { ...pizzaDough, name: 'Plain bread' });
  const form = await browser.get(`/write/recipe?from=${id}`);
  const fields = fieldsOf(form.html).map(([name, value]): [string, string] => [
    name,
    name === 'name' ? 'Better bread' : value,
  ]);
  const saved = await browser.send('/write/recipe', fields);
  const page = await browser.get(saved.location);
  expect(page.html).toContain('<a href="/@bo/recipes/plain-bread">Plain bread</a>');
});

test('a reply goes to its parent, and nobody can change the posts of others', async () => {
  const id = await createRecipe(bo.id, { ...pizzaDough, name: 'Crisp bread' });
  const sent = await write(`/write/post?to=${id}`, { content: 'Lovely, @bo', visibility: 'public' });
  expect(sent.status).toBe(303);
  await drain();
  expect((await as(bo).get(`/recipes/${id}/replies`)).body).toMatchObject([{ content: 'Lovely, @bo' }]);

  const page = await browser.get('/write/post');
  expect((await browser.get(`/items/${id}/edit`)).status).toBe(403);
  expect((await browser.post(`/items/${id}/delete`, page.hidden)).status).toBe(403);
  expect((await browser.post(`/items/${id}/edit`, { ...page.hidden, ...recipe })).status).toBe(403);
  expect((await as(bo).get(`/recipes/${id}`)).body.name).toBe('Crisp bread');
});

test('what is cooked or written from a recipe for followers starts with that visibility, and no wider one is saved', async () => {
  const parts = { ingredients: ['1 egg'], steps: [{ content: 'Whisk' }] };
  const pie = { recipe: { name: 'Secret pie', visibility: 'private', ...parts } };
  const { body: secret } = await as(bo).post('/recipes', pie);
  await as(ann).post(`/accounts/${bo.id}/follow`);
  for (const path of [`/write/cooked?recipe=${secret.id}`, `/write/recipe?from=${secret.id}`]) {
    const form = await browser.get(path);
    expect(form.html).toContain('<option value="private" selected="">');
    const fields = { ...Object.fromEntries(fieldsOf(form.html)), intent: 'publish' };
    const refused = await write(path, { ...fields, visibility: 'public' });
    expect([refused.status, refused.html.includes('fewer people can see')]).toEqual([422, true]);
    const saved = await write(path, { ...fields, visibility: 'private' });
    expect(saved.status).toBe(303);
  }
});
