/** Search of recipes over the API. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { pool, prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { reindexRecipes, updateSearchIndex } from '../../src/domain/items/search-index.ts';
import { suspend, unsuspend } from '../../src/domain/moderation/members.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { insertBlock, reverseBlocks } from '../support/relations.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { stored } from '../support/stored.ts';
import { openTransaction } from '../support/transactions.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
beforeEach(async () => {
  await deleteAll('items', 'search words', 'blocks', 'follows', 'jobs');
});

interface Found {
  recipes: { id: number; name: string }[];
  total: number;
  total_is_capped: boolean;
  corrected_q: string | null;
  at_hand: { recipe_id: number; present: string[]; missing: string[] }[];
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

  await insertBlock(cast.ann.id, cast.cy.id);
  expect(await seen(cast.cy)).toEqual([]);
  expect((await find({ q: 'jam' }, cast.cy)).total).toBe(0);
  await reverseBlocks();
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

  expect(await total()).toBe(0);
  expect(await names({ q: 'marmalade' }, cast.ann)).toEqual(['Marmalade']);
  await as(cast.ann).patch('/accounts/me', { indexable: true });
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
    for (const name of ['q', 'tag', 'ingredient', 'at_hand', 'without', 'category', 'author', 'diet']) {
      const { total } = await find({ [name]: odd });
      if (name !== 'without' && name !== 'q') expect([name, odd, total]).toEqual([name, odd, 0]);
    }
  }
  expect(await names({})).toEqual(['Jam']);
});

const reported = sharedPath('recipes/reported');
const folders = reported ? readdirSync(reported).filter((name) => /^20[78]-search/.test(name)) : [];

test.each(folders)('what people reported as not found is found: %s', async (folder) => {
  const { recipes, queries } = JSON.parse(readFileSync(join(reported!, folder, 'input.json'), 'utf8'));
  for (const name of recipes) await cook(name, { locale: /[a-z]/.test(name) ? 'en' : 'ja' });
  for (const q of queries) {
    const found = await names({ q });
    expect([q, found]).toEqual([q, recipes.filter((name: string) => name.includes(q) || recipes.length === 1)]);
  }
});

test('parts of words are found in writing without spaces, also with other filters and in ingredients', async () => {
  await cook('肉じゃが', { locale: 'ja', ...of('牛肉', 'ジャガイモ') });
  await cook('照り焼き', { locale: 'ja', ...of('鶏もも肉') });
  await cook('麻婆豆腐', { locale: 'zh', tags: ['川菜'] });
  await cook('김치찌개', { locale: 'ko' });
  await cook('ต้มยำกุ้ง', { locale: 'th' });
  expect(await names({ q: '肉' })).toEqual(['肉じゃが', '照り焼き']);
  expect(await names({ q: 'じゃが' })).toEqual(['肉じゃが']);
  expect(await names({ q: 'じゃがいも 肉' })).toEqual(['肉じゃが']);
  expect(await names({ q: '照り' })).toEqual(['照り焼き']);
  expect(await names({ q: '麻婆', language: 'zh' })).toEqual(['麻婆豆腐']);
  expect(await names({ q: '豆腐', language: 'ja' })).toEqual([]);
  expect(await names({ q: '찌개' })).toEqual(['김치찌개']);
  expect(await names({ q: 'ต้มยำ' })).toEqual(['ต้มยำกุ้ง']);
  expect(await names({ q: '"じゃが"' })).toEqual([]);
});

test('parts of compounds are found with and without accents, after the exact words', async () => {
  await cook('Käsespätzle', { locale: 'de' });
  await cook('Kaesespaetzlepfanne', { locale: 'de' });
  await cook('Spätzle', { locale: 'de' });
  await cook('Schokoladentorte', { locale: 'de', ...of('Weißbrot') });
  const all = ['Spätzle', 'Kaesespaetzlepfanne', 'Käsespätzle'];
  for (const q of ['Spätzle', 'spaetzle', 'SPATZLE'])
    expect([q, (await names({ q })).sort()]).toEqual([q, all.toSorted()]);
  expect((await names({ q: 'Spätzle' }))[0]).toBe('Spätzle');
  expect((await names({ q: 'Spätzle', sort: 'cooked' })).sort()).toEqual(all.toSorted());
  expect((await names({ q: 'Spätzle', sort: 'rating', offset: '1' })).length).toBe(2);
  expect(await names({ q: 'torten' })).toEqual(['Schokoladentorte']);
  expect(await names({ q: 'weissbrot' })).toEqual(['Schokoladentorte']);
  expect(await names({ q: 'spätzle -pfanne', sort: 'newest' })).toHaveLength(3);
  expect(await names({ q: '"spätzle"' })).toEqual(['Spätzle']);
});

test('beginnings of words are found, and what is excluded stays out', async () => {
  await cook('Chicken tikka masala');
  await cook('Tikka skewers');
  await cook('Rye bread', { tags: ['sourdough'] });
  expect(await names({ q: 'tikka mas' })).toEqual(['Chicken tikka masala']);
  expect(await names({ q: 'chick with tik' })).toEqual(['Chicken tikka masala']);
  expect(await names({ q: 'tik -masala' })).toEqual(['Tikka skewers']);
  expect(await names({ q: 'sourdoug' })).toEqual(['Rye bread']);
  expect(await names({ q: 'ti' })).toEqual([]);
});

test('typing errors are corrected if the words find nothing, and the answer has the words', async () => {
  await cook('Chicken tikka masala');
  await cook('Pancakes with blueberries');
  await cook('Chick pea stew', {}, cast.bo);
  await cook('Secret truffles', { visibility: 'private' });
  const corrected = async (q: string, who: Account | null = null) => {
    const found = await find({ q }, who);
    return [found.corrected_q, found.recipes.map(({ name }) => name)];
  };
  expect(await corrected('tika masala')).toEqual(['tikka masala', ['Chicken tikka masala']]);
  expect(await corrected('Tikka Msaala')).toEqual(['Tikka masala', ['Chicken tikka masala']]);
  expect(await corrected('pankakes')).toEqual(['pancakes', ['Pancakes with blueberries']]);
  expect(await corrected('pankaces -chicken')).toEqual(['pancakes -chicken', ['Pancakes with blueberries']]);
  expect(await corrected('pancakes')).toEqual([null, ['Pancakes with blueberries']]);
  expect(await corrected('"pankakes"')).toEqual([null, []]);
  expect(await corrected('chicken pancakes')).toEqual([null, []]);
  expect(await corrected('chicken zorblax')).toEqual([null, []]);
  expect(await corrected('trufles')).toEqual([null, []]);
  expect(await corrected('trufles', cast.ann)).toEqual(['truffles', ['Secret truffles']]);
});

test('a misspelled word is corrected although another recipe has a word of the same stem', async () => {
  await cook('Chicken soup');
  await cook('Gravy', { description: 'Sop it up with summer rolls.' });
  expect(await find({ q: 'chikcen sopu' })).toMatchObject({ corrected_q: 'chicken soup', total: 1 });
  await cook('Chicken salad', { description: 'Simmer it.' });
  await cook('Summer squash');
  expect(await find({ q: 'chikcen simmer' })).toMatchObject({ corrected_q: 'chicken simmer', total: 1 });
});

test('words of deleted recipes correct nothing, and a rebuilt index forgets them', async () => {
  const id = await cook('Marzipan');
  await as(cast.ann).delete(`/recipes/${id}`);
  expect(await find({ q: 'marzipn' })).toMatchObject({ total: 0, corrected_q: null });
  const words = async () => (await prisma().searchWord.findMany()).map(({ word }) => word);
  expect(await words()).toEqual(['marzipan']);
  await cook('Nougat');
  await reindexRecipes();
  expect(await words()).toEqual(['nougat']);
});

test('recipes that an earlier version indexed are indexed again by a job', async () => {
  await cook('肉じゃが', { locale: 'ja' });
  await cook('Käsespätzle', { locale: 'de' });
  await pool().query(
    `DELETE FROM search_word; UPDATE recipe_search SET index_version = 0,
       document = ts_delete(document, ARRAY(SELECT lexeme FROM unnest(document) WHERE lexeme ~ '=p:'))`,
  );
  expect(await names({ q: '肉' })).toEqual([]);
  await updateSearchIndex();
  await drain();
  expect(await names({ q: '肉' })).toEqual(['肉じゃが']);
  expect(await names({ q: 'spatzle' })).toEqual(['Käsespätzle']);
  expect((await find({ q: 'kasespazle' })).corrected_q).toBe('käsespätzle');
  await deleteAll('jobs');
  await updateSearchIndex();
  expect(await stored.jobs()).toBe(0);
});

test('a search that finds a page of recipes with the words is not widened', async () => {
  for (let number = 0; number < 20; number += 1) await cook(`Leek soup ${number}`);
  await cook('Leeky pie');
  expect((await find({ q: 'leek' })).total).toBe(20);
  expect((await find({ q: 'leek pie' })).recipes.map(({ name }) => name)).toEqual(['Leeky pie']);
});

test('words that another transaction adds at the same time are added later', async () => {
  const other = await openTransaction();
  await other.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('search_word', 0))`;
  await cook('Gugelhupf');
  expect(await names({ q: 'gugel' })).toEqual([]);
  await other.rollback();
  await updateSearchIndex();
  await drain();
  expect(await names({ q: 'gugel' })).toEqual(['Gugelhupf']);
});

test('recipes for the ingredients at hand: those of which most is there come first, and more names find more', async () => {
  await cook('Fried rice', of('2 cups rice', '3 eggs', 'soy sauce', 'peas'));
  await cook('Pancakes', of('flour', 'eggs', 'milk'));
  await cook('Omelette', of('eggs', 'salt'));
  await cook('Risotto', { ...of('rice', 'butter', 'parmesan', 'white wine', 'onions'), tags: ['italian'] });
  expect(await names({ ingredient: ['flour', 'rice'] })).toEqual([]);
  expect(await names({ at_hand: ['rice'] })).toEqual(['Fried rice', 'Risotto']);
  const found = await find({ at_hand: 'flour,rice,egg,milk' });
  expect(found.recipes.map(({ name }) => name)).toEqual(['Pancakes', 'Fried rice', 'Omelette', 'Risotto']);
  expect(found.total).toBe(4);
  expect(found.at_hand.map(({ present, missing }) => [present, missing])).toEqual([
    [['flour', 'eggs', 'milk'], []],
    [
      ['2 cups rice', '3 eggs'],
      ['soy sauce', 'peas'],
    ],
    [['eggs'], ['salt']],
    [['rice'], ['butter', 'parmesan', 'white wine', 'onions']],
  ]);
  expect(found.at_hand.map(({ recipe_id }) => recipe_id)).toEqual(found.recipes.map(({ id }) => id));
  expect(await names({ at_hand: 'Reis', tag: 'italian', without: 'egg' })).toEqual(['Risotto']);
  expect(await names({ at_hand: ['rice', 'egg'], q: 'fried', limit: '1' })).toEqual(['Fried rice']);
  expect(await names({ at_hand: '!!' })).toEqual([]);
  const many = Array.from({ length: 20 }, (_, each) => `food${'abcdefghijklmnopqrst'[each]}`);
  expect(await names({ at_hand: [...many.slice(1), 'soy sauce'] })).toEqual(['Fried rice']);
  expect((await anyone.get(`/search/recipes?at_hand=${[...many, 'one'].join(',')}`)).status).toBe(422);
});

test('the search of all items also finds recipes with similar words, and those of others only if they may be seen', async () => {
  const found = async (q: string) =>
    (await as(cast.bo).get(`/search?q=${encodeURIComponent(q)}`)).body.recipes.map(
      ({ name }: { name: string }) => name,
    );
  await cook('Hidden Käsespätzle', { locale: 'de', visibility: 'private' });
  await cook('Käsespätzle', { locale: 'de' });
  await cook('Spätzle', { locale: 'de' });
  expect(await found('spätzle')).toEqual(['Spätzle', 'Käsespätzle']);
  expect(await found('kasespazle')).toEqual(['Käsespätzle']);
});
