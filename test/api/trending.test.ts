/** Trends over the API. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { age } from '../support/age.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertCookedItem } from '../support/cooked-item.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { insertStatuses } from '../support/many-items.ts';
import { insertBlock } from '../support/relations.ts';
import { changeItem } from '../support/stored.ts';

useCast();
beforeEach(() => deleteAll('items', 'blocks', 'follows'));

type Kind = 'recipe' | 'preparation' | 'status' | 'account';
type Item = { id: number; collection_ids: number[] };

async function refresh() {
  await transact((tx) => enqueue(tx, jobs.refreshTrending, {}));
  await drain();
}
const trending = async (kind: Kind, speaker = anyone, query = ''): Promise<Item[]> =>
  (await speaker.get(`/recommendations/trending/${kind}${query}`)).body;
const ids = async (...asked: Parameters<typeof trending>) => (await trending(...asked)).map(({ id }) => id);
const post = async (who: Account, status: object = {}): Promise<number> =>
  (await as(who).post('/statuses', { content: 'Hm', ...status })).body.id;
const cook = async (who: Account, recipe: object = {}): Promise<number> =>
  (await as(who).post('/recipes', { name: 'Bread', ...recipe })).body.id;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const like = ({ id: accountId }: Account, eventableId: number, hours = 0) =>
  prisma().like.create({ data: { accountId, eventableId, createdAt: hoursAgo(hours) } });
const boost = (who: Account, id: number) => as(who).post(`/statuses/${id}/boost`);
const publishedAgo = (id: number, hours: number) => changeItem(id, { publishedAt: hoursAgo(hours) });
const scoreOf = async (eventableId: number): Promise<number | undefined> =>
  (await prisma().eventableTrend.findUnique({ where: { eventableId } }))?.score;
const make = (
  who: Account,
  type: 'preparation' | 'baking',
  recipeId: number | null,
  publication: 'published' | 'draft' = 'published',
) => insertCookedItem(who, type, { recipeId, publication });

test('a boost weighs as much as two likes, and an item without interactions is not listed', async () => {
  const [liked, boosted, ignored] = [await post(cast.ann), await post(cast.ann), await post(cast.ann)];
  await like(cast.bo, liked);
  await boost(cast.bo, boosted);
  await refresh();
  expect(await ids('status')).toEqual([boosted, liked]);
  expect(await scoreOf(ignored)).toBeUndefined();
});

test('the score combines likes, boosts and cooked items, by age', async () => {
  const recipe = await cook(cast.ann);
  await publishedAgo(recipe, 10);
  await like(cast.bo, recipe);
  await as(cast.bo).post(`/recipes/${recipe}/boost`);
  await make(cast.cy, 'preparation', recipe);
  await make(cast.cy, 'baking', recipe);
  await make(cast.cy, 'baking', recipe, 'draft');
  await refresh();
  expect(await scoreOf(recipe)).toBeCloseTo((1 + 2 + 3 + 3) / 12 ** 1.5, 4);
});

test('a newer item ranks higher, and items older than 7 days do not count', async () => {
  const [old, young, past] = [await post(cast.ann), await post(cast.ann), await post(cast.ann)];
  await publishedAgo(old, 5);
  await like(cast.bo, old);
  await like(cast.bo, young);
  await like(cast.bo, past, 8 * 24);
  await refresh();
  expect(await ids('status')).toEqual([young, old]);
});

test('only public items trend, and only while they exist', async () => {
  const made = [];
  for (const visibility of ['unlisted', 'private', 'public']) {
    const id = await post(cast.ann, { visibility });
    await like(cast.bo, id);
    made.push(id);
  }
  await refresh();
  expect(await ids('status', as(cast.ann))).toEqual(made.slice(2));
  await as(cast.ann).patch(`/statuses/${made[2]}`, { visibility: 'unlisted' });
  expect(await ids('status')).toEqual([]);
  await as(cast.ann).patch(`/statuses/${made[2]}`, { visibility: 'public' });
  await as(cast.ann).delete(`/statuses/${made[2]}`);
  expect(await ids('status')).toEqual([]);
});

test.each([
  ['the viewer blocked', 'cy', 'ann'],
  ['that blocked the viewer', 'ann', 'cy'],
] as const)('items of an account %s are left out', async (_, blocker, blocked) => {
  const [status, recipe] = [await post(cast.ann), await cook(cast.ann)];
  await like(cast.bo, status);
  await like(cast.bo, recipe);
  await refresh();
  await insertBlock(cast[blocker].id, cast[blocked].id);
  for (const kind of ['status', 'recipe', 'account'] as const) {
    expect([kind, await ids(kind, as(cast.cy))]).toEqual([kind, []]);
    expect([kind, (await ids(kind, as(cast.bo))).length]).toEqual([kind, 1]);
  }
});

test('items of a suspended account do not trend', async () => {
  await like(cast.bo, await post(cast.ann));
  await refresh();
  await suspend(cast.ann.id);
  expect([await ids('status'), await ids('account')]).toEqual([[], []]);
  await unsuspend(cast.ann.id);
});

test('accounts rank by new followers and published items', async () => {
  await like(cast.cy, await post(cast.bo));
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  await refresh();
  expect(await ids('account')).toEqual([cast.ann.id, cast.bo.id]);
  const trends = await prisma().accountTrend.findMany({ orderBy: { score: 'desc' } });
  expect(trends.map(({ score }) => score)).toEqual([1, expect.closeTo(1 / 2 ** 1.5, 2)]);

  await age('follows', '8 days');
  await refresh();
  expect(await ids('account')).toEqual([cast.bo.id]);
});

test('the first thousand items are stored, and all count for their authors', async () => {
  const likes = 1_005;
  const items = await insertStatuses(cast.ann.id, likes, { minutesApart: 1 });
  await prisma().like.createMany({ data: items.map((eventableId) => ({ accountId: cast.bo.id, eventableId })) });
  await refresh();
  const trends = await prisma().eventableTrend.findMany({ include: { eventable: true } });
  const { score } = await prisma().accountTrend.findUniqueOrThrow({ where: { accountId: cast.ann.id } });
  const sum = Array.from({ length: likes }, (_, n) => 1 / ((n + 1) / 60 + 2) ** 1.5).reduce(
    (one, other) => one + other,
  );
  expect([trends.length, score]).toEqual([1_000, expect.closeTo(sum, 0)]);
  for (const { eventable } of trends)
    expect(eventable.publishedAt.getTime()).toBeGreaterThan(hoursAgo(1_002 / 60).getTime());
});

test('each computation updates the ranking', async () => {
  const [one, other] = [await post(cast.ann), await post(cast.ann)];
  await like(cast.bo, one);
  await refresh();
  expect(await ids('status')).toEqual([one]);
  await as(cast.bo).post(`/statuses/${other}/boost`);
  await deleteAll('likes');
  await refresh();
  expect(await ids('status')).toEqual([other]);
});

test('items include their date and the viewer’s collections that contain them', async () => {
  const id = await cook(cast.ann);
  await like(cast.bo, id);
  const collectionId = (await as(cast.bo).post('/collections', { name: 'Sundays' })).body.id;
  await as(cast.bo).post(`/collections/${collectionId}/items/${id}?type=recipe`);
  await refresh();
  const [recipe] = await trending('recipe', as(cast.bo));
  expect(await trending('recipe', as(cast.cy))).toMatchObject([{ id, collection_ids: [] }]);
  expect(recipe).toMatchObject({
    id,
    collection_ids: [collectionId],
    created_at: expect.any(String),
    published_at: expect.any(String),
  });
});

test('preparations rank by likes and boosts', async () => {
  const id = await make(cast.ann, 'preparation', null);
  await make(cast.ann, 'preparation', null);
  await like(cast.bo, id);
  await refresh();
  expect(await ids('preparation')).toEqual([id]);
});

test('limit and offset select a part of the list', async () => {
  const posted = [];
  for (const hours of [1, 2, 3, 4]) {
    const id = await post(cast.ann);
    await publishedAgo(id, hours);
    await like(cast.bo, id);
    posted.push(id);
  }
  await refresh();
  expect(await ids('status', anyone, '?limit=2')).toEqual(posted.slice(0, 2));
  expect(await ids('status', anyone, '?limit=2&offset=3')).toEqual(posted.slice(3));
  for (const query of ['limit=0', 'offset=-1', 'offset=x', 'offset=99999999']) {
    expect((await anyone.get(`/recommendations/trending/status?${query}`)).status).toBe(422);
  }
});
