/** Search of recipes over the API. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { reindexRecipes } from '../../src/domain/items/search-index.ts';
import { suspend, unsuspend } from '../../src/domain/moderation/members.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
beforeEach(async () => {
  await pool().query('DELETE FROM eventable; DELETE FROM block; DELETE FROM follow; DELETE FROM outbox');
});

interface Found {
  recipes: { id: number; name: string }[];
  total: number;
  total_is_capped: boolean;
  facets: Record<string, { value: string; count: number }[]> & {
    max_times: { minutes: number; count: number }[];
    with_photo: number;
  };
}

const find = async (query: Record<string, string | string[]>, who: Account | null = null): Promise<Found> => {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) search.append(name, value);
  }
  const response = await (who ? as(who) : anyone).get(`/search/recipes?${search}`);
  expect(response.status).toBe(200);
  return response.body;
};
const names = async (...asked: Parameters<typeof find>) => (await find(...asked)).recipes.map(({ name }) => name);
const cook = async (name: string, recipe: object = {}, who = cast.ann): Promise<number> =>
  (await as(who).post('/recipes', { name, locale: 'en', ...recipe })).body.id;
const of = (...lines: string[]) => ({ ingredients: lines.map((name) => ({ name })) });

test('what to cook with leek and potatoes: recipes that need little else come first', async () => {
  await cook('Leek feast', of('leeks', 'potatoes', 'cream', 'nutmeg', 'butter'));
  await cook('Leek soup', of('2 large leeks, sliced', 'floury potatoes'));
  await cook('Kartoffeltopf', { locale: 'de', ...of('Porree', 'Kartoffeln', 'Salz') });
  await cook('Leek tart', of('leek', 'flour'));
  await cook('Vichyssoise', { description: 'Leek and potato.' });
  expect(await names({ ingredient: ['leek', 'potatoes'] })).toEqual(['Leek soup', 'Kartoffeltopf', 'Leek feast']);
  expect(await names({ ingredient: 'Lauch,patate', without: 'heavy cream' })).toEqual(['Leek soup', 'Kartoffeltopf']);
  expect(await names({ ingredient: 'leek', without: 'potato' })).toEqual(['Leek tart']);
});

test('a food is found under its kind, but not under another food in its name', async () => {
  await cook('Curry', of('chicken breast', 'coconut milk'));
  await cook('Cookies', of('peanut butter', 'zorblax berries'));
  expect(await names({ ingredient: 'chicken' })).toEqual(['Curry']);
  expect(await names({ ingredient: 'milk' })).toEqual([]);
  expect(await names({ without: 'butter', sort: 'newest' })).toEqual(['Cookies', 'Curry']);
  expect(await names({ ingredient: 'berry' })).toEqual(['Cookies']);
  expect(await names({ ingredient: 'breast' })).toEqual([]);
});

test('words are found in titles first, in their language and without accents', async () => {
  await cook('Tarte', { locale: 'fr', description: 'Une crème brûlée en tarte.' });
  await cook('Crème brûlée', { locale: 'fr' });
  await cook('Roasted potatoes');
  await cook('Potato salad', { tags: ['picnic'] });
  await cook("Cook's pie", of('minced lamb'));
  expect(await names({ q: 'creme brulee' })).toEqual(['Crème brûlée', 'Tarte']);
  expect(await names({ q: 'CRÈMES' })).toEqual(['Crème brûlée', 'Tarte']);
  expect(await names({ q: 'potato -roast' })).toEqual(['Potato salad']);
  expect(await names({ q: '"potato roasted"' })).toEqual([]);
  expect(await names({ q: '"roasted potato"' })).toEqual(['Roasted potatoes']);
  expect(await names({ q: 'picnic' })).toEqual(['Potato salad']);
  expect(await names({ q: 'lamb' })).toEqual(["Cook's pie"]);
  expect(await names({ q: "cook's" })).toEqual(["Cook's pie"]);
  expect(await names({ q: '-potato' })).toHaveLength(3);
  expect(await names({ q: '!!' })).toEqual([]);
});

test('filters narrow the search, and facets count what the matches share', async () => {
  await cook('Quick soup', { tags: ['soup', 'quick'], prep_time: 600, cook_time: 600 });
  await cook('Slow soup', { tags: ['soup'], prep_time: 600, cook_time: 5_400 });
  await cook('Suppe', { tags: ['soup'], locale: 'de' }, cast.bo);
  await cook('Bread', { tags: ['bread'] });
  const found = await find({ tag: 'Soup' });
  expect(found).toMatchObject({ total: 3, total_is_capped: false });
  expect(found.facets).toMatchObject({
    tags: [
      { value: 'soup', count: 3 },
      { value: 'quick', count: 1 },
    ],
    languages: [
      { value: 'en', count: 2 },
      { value: 'de', count: 1 },
    ],
    max_times: [
      { minutes: 30, count: 1 },
      { minutes: 60, count: 1 },
      { minutes: 120, count: 2 },
    ],
    with_photo: 0,
  });
  expect(await names({ tag: ['soup', 'quick'] })).toEqual(['Quick soup']);
  expect(await names({ max_time: '100' })).toEqual(['Slow soup', 'Quick soup']);
  expect(await names({ max_time: '99' })).toEqual(['Quick soup']);
  expect(await names({ language: 'de-AT,fr' })).toEqual(['Suppe']);
  expect(await names({ author: '@bo@cook.example' })).toEqual(['Suppe']);
  expect(await names({ author: 'nobody' })).toEqual([]);
  expect(await names({ has_photo: 'true' })).toEqual([]);
  expect(await names({ has_photo: 'false', tag: 'bread' })).toEqual(['Bread']);
});

test('the most cooked recipes come first when asked for', async () => {
  const [rare, often] = [await cook('Rare'), await cook('Often')];
  await cook('Never');
  const bake = async (id: number) =>
    (
      await as(cast.bo).post('/bakings', {
        name: 'Baked',
        recipe_id: id,
        prepared_at: '2026-01-01T00:00:00Z',
        publish: true,
      })
    ).body.id;
  for (const id of [rare, ...Array(5).fill(often)]) {
    const baking = await bake(id);
    expect(baking).toBeGreaterThan(0);
    expect((await as(cast.bo).post(`/bakings/${baking}/publish`)).status).toBe(204);
  }
  expect(await names({ sort: 'cooked' })).toEqual(['Often', 'Rare', 'Never']);
  expect(await names({ sort: 'newest' })).toEqual(['Never', 'Often', 'Rare']);
  expect(await names({ sort: 'newest', limit: '1', offset: '1' })).toEqual(['Often']);
});

test('others find public recipes, followers private ones, and nobody those of a blocked account', async () => {
  for (const visibility of ['public', 'unlisted', 'private']) await cook(`A ${visibility} jam`, { visibility });
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  const seen = async (who: Account | null) => (await names({ q: 'jam' }, who)).sort();
  const all = ['A private jam', 'A public jam', 'A unlisted jam'];
  expect(await seen(null)).toEqual(['A public jam']);
  expect(await seen(cast.cy)).toEqual(['A public jam']);
  expect(await seen(cast.bo)).toEqual(['A private jam', 'A public jam']);
  expect(await seen(cast.ann)).toEqual(all);
  expect((await find({ q: 'jam' })).total).toBe(1);

  await pool().query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [cast.ann.id, cast.cy.id]);
  expect(await seen(cast.cy)).toEqual([]);
  expect((await find({ q: 'jam' }, cast.cy)).total).toBe(0);
  await pool().query('UPDATE block SET blocker_id = blocked_id, blocked_id = blocker_id');
  expect(await seen(cast.cy)).toEqual([]);
  expect(await seen(null)).toEqual(['A public jam']);
});

test('recipes of suspended accounts and of those that opted out disappear, and come back', async () => {
  await cook('Marmalade');
  const total = async () => (await find({ q: 'marmalade' })).total;
  expect(await total()).toBe(1);
  await suspend(cast.ann.id);
  expect(await total()).toBe(0);
  await unsuspend(cast.ann.id);
  expect(await total()).toBe(1);
  await as(cast.ann).patch('/accounts/me', { indexable: false });
  await pool().query('UPDATE account SET indexable = false WHERE id = $1', [cast.ann.id]);
  expect(await total()).toBe(0);
  expect(await names({ q: 'marmalade' }, cast.ann)).toEqual(['Marmalade']);
  await pool().query('UPDATE account SET indexable = true WHERE id = $1', [cast.ann.id]);
  expect(await total()).toBe(1);
});

test('changed and deleted recipes are found as they are now', async () => {
  const id = await cook('Plum jam', { tags: ['sweet'], ...of('plums') });
  await as(cast.ann).patch(`/recipes/${id}`, { name: 'Pickle', tags: ['sour'], ...of('cucumber') });
  expect(await names({ q: 'plum' })).toEqual([]);
  expect(await names({ tag: 'sweet' })).toEqual([]);
  expect(await names({ ingredient: 'plum' })).toEqual([]);
  expect(await names({ q: 'pickle', tag: 'sour', ingredient: 'cucumbers' })).toEqual(['Pickle']);
  await as(cast.ann).patch(`/recipes/${id}`, { visibility: 'unlisted' });
  expect(await names({ q: 'pickle' })).toEqual([]);
  await as(cast.ann).patch(`/recipes/${id}`, { visibility: 'public' });
  expect(await names({ q: 'pickle' })).toEqual(['Pickle']);
  await as(cast.ann).delete(`/recipes/${id}`);
  expect((await find({ q: 'pickle' })).total).toBe(0);
});

test('drafts are found by nobody until they are published', async () => {
  const id = await cook('Quince paste', { draft: true, category: ['Dessert'], diet: ['VeganDiet'] });
  expect(await names({ q: 'quince' }, cast.ann)).toEqual([]);
  expect((await as(cast.ann).post(`/recipes/${id}/publish`)).status).toBe(204);
  expect(await names({ q: 'quince' })).toEqual(['Quince paste']);
  await as(cast.ann).post(`/recipes/${id}/publish`, { visibility: 'unlisted' });
  expect(await names({ q: 'quince' })).toEqual([]);
  await as(cast.ann).post(`/recipes/${id}/publish`, { visibility: 'public' });
  expect(await names({ q: 'quince' })).toEqual(['Quince paste']);
  await as(cast.ann).delete(`/recipes/${id}/publish`);
  expect(await names({ q: 'quince' })).toEqual([]);
});

test('categories, cuisines and diets are filters', async () => {
  await cook('Curry', {
    category: ['Main course'],
    cuisine: ['Indian'],
    diet: ['VeganDiet', 'GlutenFreeDiet'],
    total_time: 2_400,
  });
  await cook('Lasagne', {
    category: ['Main course'],
    cuisine: ['Italian'],
    prep_time: 600,
    rest_time: 3_600,
  });
  await cook('Tiramisu', { category: ['Dessert'], cuisine: ['Italian'] });
  expect(await names({ diet: ['VeganDiet', 'GlutenFreeDiet'] })).toEqual(['Curry']);
  expect(await names({ diet: ['VeganDiet', 'HalalDiet'] })).toEqual([]);
  expect(await names({ category: 'main COURSE' })).toEqual(['Lasagne', 'Curry']);
  expect(await names({ category: 'Dessert,Main course', cuisine: 'italian' })).toEqual(['Tiramisu', 'Lasagne']);
  expect(await names({ max_time: '70', sort: 'newest' })).toEqual(['Lasagne', 'Curry']);
  expect(await names({ max_time: '69' })).toEqual(['Curry']);
  expect((await find({})).facets).toMatchObject({
    categories: [
      { value: 'main course', count: 2 },
      { value: 'dessert', count: 1 },
    ],
    cuisines: [
      { value: 'italian', count: 2 },
      { value: 'indian', count: 1 },
    ],
    diets: [
      { value: 'GlutenFreeDiet', count: 1 },
      { value: 'VeganDiet', count: 1 },
    ],
  });
});

test('common categories are one in all languages, and a word counts as in the language of its recipe', async () => {
  for (const [name, category, locale] of [
    ['Roast', 'Dinner', 'en'],
    ['Schnitzel', 'Hauptgericht', 'de'],
    ['Coq au vin', 'Plat', 'fr'],
    ['Mapo', '主菜', 'zh-CN'],
    ['Rillettes', 'Entrée', 'fr'],
    ['Leftovers', 'Grandma’s', 'en'],
  ] as const)
    await cook(name, { category: [category], locale });
  expect((await find({})).facets.categories).toEqual([
    { value: 'main course', count: 4 },
    { value: 'grandma’s', count: 1 },
    { value: 'starter', count: 1 },
  ]);
  for (const category of ['main course', 'DINNER', 'Hauptgericht'])
    expect(await names({ category })).toEqual(['Mapo', 'Coq au vin', 'Schnitzel', 'Roast']);
  expect(await names({ category: 'Vorspeise' })).toEqual(['Rillettes']);
  // Of recipes that were indexed by an earlier version.
  const old = `UPDATE recipe_search SET terms = ARRAY['c:dinner'],
      document = ts_delete(document, '=c:main course') || array_to_tsvector(ARRAY['=c:dinner'])
    WHERE eventable_id = (SELECT id FROM eventable WHERE name = 'Roast')`;
  await pool().query(old);
  expect(await names({ category: 'Plat' })).toContain('Roast');
  expect((await find({})).facets.categories![0]).toEqual({ value: 'main course', count: 4 });
});

test('a recipe from another server is found like a local one, also after an edit', async () => {
  const remote = remoteServerAt('searched.example');
  const bob = remote.actor('bob');
  const recipe = remote.note(bob, {
    type: 'Article',
    additionalType: 'http://schema.org/Recipe',
    name: 'Poireaux vinaigrette',
    'schema:recipeIngredient': ['3 poireaux'],
  });
  await withWorkers(() => as(cast.ann).get(`/search?resolve=true&q=${encodeURIComponent(recipe.id)}`));
  expect(await names({ q: 'vinaigrette' })).toEqual(['Poireaux vinaigrette']);
  expect(await names({ author: 'bob@searched.example' })).toEqual(['Poireaux vinaigrette']);
});

test('a rebuilt index is the same', async () => {
  const id = await cook('Plum jam', { tags: ['sweet'], ...of('plums'), prep_time: 300 });
  await cook('Private plums', { visibility: 'private' });
  const read = async () =>
    (await pool().query('SELECT * FROM recipe_search ORDER BY eventable_id')).rows.map(({ seq: _, ...row }) => row);
  const before = await read();
  expect(before).toHaveLength(2);
  await pool().query('UPDATE recipe_search SET terms = $2, total_time = 1 WHERE eventable_id = $1', [id, ['t:wrong']]);
  expect(await reindexRecipes()).toBe(2);
  expect(await read()).toEqual(before);
});

test('wrong parameters get clear errors, and strange ones find nothing', async () => {
  const status = async (query: string) => (await anyone.get(`/search/recipes?${query}`)).status;
  expect(await status(`q=${'x'.repeat(201)}`)).toBe(422);
  expect(await status('q=%00')).toBe(422);
  expect(await status('max_time=0')).toBe(422);
  expect(await status('max_time=ten')).toBe(422);
  expect(await status('sort=best')).toBe(422);
  expect(await status('offset=10001')).toBe(422);
  expect(await status(Array(11).fill('tag=x').join('&'))).toBe(422);
  expect(await status(`tag=${'x'.repeat(101)}`)).toBe(422);
  await cook('Jam', { tags: ['a'] });
  for (const odd of ["'", '\\', "\\'", ':*', 'a & b | !c', '<->', '"', '\u{10ffff}', "=n:'jam"]) {
    for (const name of ['q', 'tag', 'ingredient', 'without', 'category', 'author', 'diet']) {
      const { total } = await find({ [name]: odd });
      if (name !== 'without' && name !== 'q') expect([name, odd, total]).toEqual([name, odd, 0]);
    }
  }
  expect(await names({})).toEqual(['Jam']);
});
