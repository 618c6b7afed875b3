/** Ratings of recipes: who counts, who sees reviews, and how search orders and filters by them. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { applySuspensions } from '../../src/domain/accounts/delete.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { reindexRecipes } from '../../src/domain/items/search-index.ts';
import { blockDomain, unblockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { suspend, unsuspend } from '../../src/domain/moderation/members.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertCookedItem } from '../support/cooked-item.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { insertAccounts } from '../support/many-items.ts';
import { changeItem } from '../support/stored.ts';
import { openTransaction, untilLocked } from '../support/transactions.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
let recipe: { id: number };
const cook = async (name: string): Promise<{ id: number }> => (await as(cast.ann).post('/recipes', { name })).body;
beforeEach(async () => {
  await deleteAll('items', 'blocks', 'follows', 'jobs');
  recipe = await cook('Bread');
});

type Kind = 'baking' | 'preparation';
const path = (kind: Kind, id: number) => `/${kind}s/${id}`;
const draft = async (who: Account, fields: object, kind: Kind = 'baking') => {
  const item = { recipe_id: recipe.id, name: 'Loaf', prepared_at: new Date(), ...fields };
  return as(who).post(`/${kind}s`, { [kind]: item });
};
const rate = async (who: Account, rating: number | null, fields: object = {}, kind: Kind = 'baking') => {
  const { id } = (await draft(who, { rating, ...fields }, kind)).body;
  expect((await as(who).post(`${path(kind, id)}/publish`)).status).toBe(204);
  return id as number;
};
const change = async (who: Account, id: number, fields: object, kind: Kind = 'baking') =>
  expect((await as(who).patch(path(kind, id), { [kind]: fields })).status).toBe(204);
const ratingOf = async (id = recipe.id) => (await anyone.get(`/recipes/${id}`)).body.rating;
/** The stored counts agree with the rows. */
const expectCounted = async () => expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
const reviewsFor = async (who: Account | null, query = '') => {
  const response = await (who ? as(who) : anyone).get(`/recipes/${recipe.id}/reviews${query}`);
  expect(response.status).toBe(200);
  return response.body.map(({ id }: { id: number }) => id);
};

test('a recipe has the count and mean of its ratings, which can be changed and cleared', async () => {
  expect(await ratingOf()).toEqual({ count: 0, mean: null });
  const id = await rate(cast.bo, 4);
  expect((await anyone.get(path('baking', id))).body.rating).toBe(4);
  expect(await ratingOf()).toEqual({ count: 1, mean: 4 });
  const other = await rate(cast.cy, 5, {}, 'preparation');
  expect(await ratingOf()).toEqual({ count: 2, mean: 4.5 });
  await change(cast.bo, id, { name: 'Loaf of Bo' });
  expect(await ratingOf()).toEqual({ count: 2, mean: 4.5 });
  await change(cast.bo, id, { rating: 1 });
  expect(await ratingOf()).toEqual({ count: 2, mean: 3 });
  await change(cast.bo, id, { rating: null });
  expect((await anyone.get(path('baking', id))).body.rating).toBeNull();
  expect(await ratingOf()).toEqual({ count: 1, mean: 5 });
  await as(cast.cy).delete(path('preparation', other));
  expect(await ratingOf()).toEqual({ count: 0, mean: null });
  await expectCounted();
});

test.each([0, 6, 4.5, '4', true])('%s is no rating', async (rating) => {
  const response = await draft(cast.bo, { rating });
  expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['rating']]);
});

test('only cooked items can have a rating', async () => {
  await rate(cast.bo, 5);
  const rateAll = (type: 'baking' | 'recipe') =>
    prisma().eventable.updateMany({ where: { type }, data: { rating: 3 } });
  await rateAll('baking');
  expect(await ratingOf()).toEqual({ count: 1, mean: 3 });
  await expect(rateAll('recipe')).rejects.toThrow('eventable_rating');
});

test('each account counts once, with its newest rating that everybody may see', async () => {
  const first = await rate(cast.bo, 1);
  const second = await rate(cast.bo, 5);
  expect(await ratingOf()).toEqual({ count: 1, mean: 5 });
  await change(cast.bo, second, { visibility: 'private' });
  expect(await ratingOf()).toEqual({ count: 1, mean: 1 });
  await change(cast.bo, second, { visibility: 'unlisted' });
  expect(await ratingOf()).toEqual({ count: 1, mean: 5 });
  await as(cast.bo).delete(`${path('baking', second)}/publish`);
  expect(await ratingOf()).toEqual({ count: 1, mean: 1 });
  await as(cast.bo).post(`${path('baking', second)}/publish`);
  await change(cast.bo, second, { rating: null });
  expect(await ratingOf()).toEqual({ count: 1, mean: 1 });
  await as(cast.bo).delete(path('baking', first));
  expect(await ratingOf()).toEqual({ count: 0, mean: null });
  await draft(cast.bo, { rating: 2 });
  expect(await ratingOf()).toEqual({ count: 0, mean: null });
  await expectCounted();
});

test('the author does not count, nor what is for followers only', async () => {
  await rate(cast.ann, 5);
  await rate(cast.bo, 1, { visibility: 'private' });
  expect(await ratingOf()).toEqual({ count: 0, mean: null });
  await rate(cast.cy, 3);
  expect(await ratingOf()).toEqual({ count: 1, mean: 3 });
});

test('a rating follows its cooked item to another recipe', async () => {
  const other = await cook('Rolls');
  const id = await rate(cast.bo, 2);
  await change(cast.bo, id, { recipe_id: other.id });
  expect([await ratingOf(), await ratingOf(other.id)]).toEqual([
    { count: 0, mean: null },
    { count: 1, mean: 2 },
  ]);
  await as(cast.ann).delete(`/recipes/${other.id}`);
  expect((await anyone.get(path('baking', id))).body.rating).toBe(2);
  await expectCounted();
});

test('suspended accounts and blocked domains do not count while they are', async () => {
  const dee = await register({ username: `dee${Date.now()}` });
  await rate(dee, 5);
  await rate(cast.bo, 2);
  await insertCookedItem(await upsertAccount('eve', 'bad.example'), 'baking', { recipeId: recipe.id, rating: 1 });
  expect(await ratingOf()).toEqual({ count: 3, mean: 2.7 });
  await blockDomain('bad.example');
  await applySuspensions();
  expect(await ratingOf()).toEqual({ count: 2, mean: 3.5 });
  await suspend(dee.id);
  await applySuspensions();
  expect(await ratingOf()).toEqual({ count: 1, mean: 2 });
  await expectCounted();
  await unsuspend(dee.id);
  await unblockDomain('bad.example');
  await applySuspensions();
  expect(await ratingOf()).toEqual({ count: 3, mean: 2.7 });
});

test('ratings at the same time are all counted', async () => {
  const ids = [await rate(cast.bo, 1), await rate(cast.cy, 1)];
  const other = await openTransaction();
  await other.tx.eventable.update({ where: { id: ids[0]! }, data: { rating: 5 } });
  const waiting = changeItem(ids[1]!, { rating: 5 }).then(() => {});
  await untilLocked();
  await other.commit();
  await waiting;
  expect(await ratingOf()).toEqual({ count: 2, mean: 5 });
});

test('a recount repairs a wrong count', async () => {
  await rate(cast.bo, 4);
  await changeItem(recipe.id, { ratingCount: 9, ratingSum: 9 });
  expect(await ratingOf()).toEqual({ count: 9, mean: 1 });
  expect(await recount()).toEqual({ items: 1, accounts: 0, collections: 0 });
  expect(await ratingOf()).toEqual({ count: 1, mean: 4 });
});

test('reviews are listed in pages, to those who may see them', async () => {
  const open = await rate(cast.bo, 4, { description: 'So *good*.' });
  const secret = await rate(cast.bo, 1, { visibility: 'private' });
  await rate(cast.ann, 5);
  await rate(cast.bo, null);
  await draft(cast.bo, { rating: 3 });
  const last = await rate(cast.cy, 5, {}, 'preparation');
  expect(await reviewsFor(null)).toEqual([last, open]);
  expect(await reviewsFor(cast.bo)).toEqual([last, secret, open]);
  await as(cast.cy).post(`/accounts/${cast.bo.id}/follow`);
  expect(await reviewsFor(cast.cy)).toEqual([last, secret, open]);
  expect(await reviewsFor(cast.ann)).toEqual([last, open]);

  const { body, headers } = await anyone.get(`/recipes/${recipe.id}/reviews?limit=1&order=asc`);
  expect(body).toMatchObject([
    {
      id: open,
      type: 'baking',
      rating: 4,
      content: 'So *good*.',
      recipe_id: recipe.id,
      account: { username: 'bo' },
    },
  ]);
  expect(headers.get('link')).toContain(`min_id=${open}>; rel="next"`);
  expect(await reviewsFor(null, `?max_id=${last}`)).toEqual([open]);

  await as(cast.ann).post(`/accounts/${cast.bo.id}/block`);
  expect(await reviewsFor(cast.ann)).toEqual([last]);
  expect(await ratingOf()).toEqual({ count: 2, mean: 4.5 });
  expect((await as(cast.bo).get(`/recipes/${recipe.id}/reviews`)).status).toBe(404);
  expect((await anyone.get(`/recipes/${open}/reviews`)).status).toBe(404);
});

test('a timeline shows the stars of a cooked item', async () => {
  const id = await rate(cast.bo, 4);
  const { body } = await anyone.get(`/accounts/${cast.bo.id}/timeline`);
  expect(body[0].object).toMatchObject({ id, rating: 4 });
  const cooked = (await anyone.get(`/accounts/${cast.ann.id}/timeline`)).body[0].object;
  expect(cooked).toMatchObject({ type: 'recipe', rating: null });
});

test('search orders by rating, which few ratings cannot win, and filters by the mean', async () => {
  const [once, often, bad] = [await cook('Once'), await cook('Often'), await cook('Bad')];
  // Raters are rows only, because registering many accounts is slow.
  const raters = await insertAccounts('rater', 20);
  for (const [{ id: recipeId }, count, rating] of [
    [once, 1, 5],
    [often, 20, 4],
    [bad, 3, 1],
  ] as const)
    for (const id of raters.slice(0, count)) await insertCookedItem({ ...cast.cy, id }, 'baking', { recipeId, rating });
  await change(cast.bo, await rate(cast.bo, 5, { recipe_id: often.id }), { rating: 3 });
  const found = async (query: string) =>
    (await anyone.get(`/search/recipes?${query}`)).body.recipes.map(({ name }: { name: string }) => name);
  const check = async () => {
    expect(await found('sort=rating')).toEqual(['Often', 'Once', 'Bread', 'Bad']);
    expect(await found('sort=rating&min_rating=4')).toEqual(['Often', 'Once']);
    expect(await found('sort=rating&min_rating=5')).toEqual(['Once']);
    expect(await found('sort=newest&min_rating=1')).toEqual(['Bad', 'Often', 'Once']);
    expect(await found('q=often&min_rating=5')).toEqual([]);
  };
  await check();
  await withWorkers(() => reindexRecipes());
  await check();
  expect(await ratingOf(often.id)).toEqual({ count: 21, mean: 4 });
  for (const wrong of ['0', '6', 'x', '4.5']) {
    const { status, body } = await anyone.get(`/search/recipes?min_rating=${wrong}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['min_rating']]);
  }
});
