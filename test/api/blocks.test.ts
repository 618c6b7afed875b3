/** Blocks over the API: they apply at once, in both directions and everywhere. */
import { beforeEach, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { getAccount } from '../../src/domain/accounts/account.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { boost } from '../../src/domain/interactions/on-item.ts';
import { lock, suspend, unlock } from '../support/accounts.ts';
import { type ApiResponse, anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { stored } from '../support/stored.ts';

useCast();
beforeEach(() => deleteAll('blocks', 'follows', 'follow requests'));

const names = ({ body }: ApiResponse): string[] => body.map(({ username }: { username: string }) => username);
const publish = async (draft: object = {}) => (await as(cast.ann).post('/recipes', { name: 'Bread', ...draft })).body;
const block = () => as(cast.ann).post(`/accounts/${cast.bo.id}/block`);
const unblock = () => as(cast.ann).delete(`/accounts/${cast.bo.id}/block`);
const followEachOther = async () => {
  await as(cast.ann).post(`/accounts/${cast.bo.id}/follow`);
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
};
const counters = async (id: number) => {
  const { followersCount, followingCount } = await getAccount(id);
  return { followers_count: followersCount, following_count: followingCount };
};

test('blocking returns the relationship and is idempotent, and so is unblocking', async () => {
  for (const _ of [1, 2]) {
    const { status, body } = await block();
    expect([status, body]).toEqual([201, expect.objectContaining({ id: cast.bo.id, blocking: true })]);
  }
  expect((await as(cast.bo).get(`/accounts/relationships?id=${cast.ann.id}`)).body).toMatchObject([
    { blocking: false },
  ]);
  for (const _ of [1, 2]) expect((await unblock()).status).toBe(204);
  expect((await as(cast.ann).get(`/accounts/relationships?id=${cast.bo.id}`)).body).toMatchObject([
    { blocking: false },
  ]);
});

test('an account cannot block itself or a missing account', async () => {
  expect((await as(cast.ann).post(`/accounts/${cast.ann.id}/block`)).status).toBe(422);
  for (const id of ['999999', '0', 'x', '9007199254740993']) {
    expect((await as(cast.ann).post(`/accounts/${id}/block`)).status).toBe(404);
    expect((await as(cast.ann).delete(`/accounts/${id}/block`)).status).toBe(404);
  }
});

test('a block ends follows and requests in both directions, and unblocking does not restore them', async () => {
  await followEachOther();
  expect(await counters(cast.ann.id)).toEqual({ followers_count: 1, following_count: 1 });
  const { body } = await block();
  expect(body).toMatchObject({ following: false, followed: false });
  for (const one of [cast.ann, cast.bo]) {
    expect(await counters(one.id)).toEqual({ followers_count: 0, following_count: 0 });
  }

  await unblock();
  expect((await as(cast.ann).get(`/accounts/${cast.bo.id}/followers`)).body).toEqual([]);
  await lock(cast.ann.id);
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  await block();
  expect((await as(cast.ann).get('/follow_requests')).body).toEqual([]);
  await unlock(cast.ann.id);
});

test('neither can follow the other during a block', async () => {
  await block();
  expect((await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`)).status).toBe(403);
  expect((await as(cast.ann).post(`/accounts/${cast.bo.id}/follow`)).status).toBe(403);
});

test('a concurrent follow and block never leave a follow', async () => {
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([as(cast.bo).post(`/accounts/${cast.ann.id}/follow`), block()]);
    expect(await stored.follows({ followerId: cast.bo.id })).toBe(0);
    await unblock();
  }
});

describe.each(['blocker', 'blocked'] as const)('the %s', (side) => {
  const speaker = () => as(side === 'blocked' ? cast.bo : cast.ann);
  const other = () => (side === 'blocked' ? cast.ann : cast.bo);

  test('cannot find, like, boost or collect items of the other, or see their lists', async () => {
    const recipe = (await as(other()).post('/recipes', { name: 'Bread' })).body;
    const collection = (await speaker().post('/collections', { name: 'Baking' })).body;
    await block();
    const paths = [
      ['get', `/recipes/${recipe.id}`],
      ['get', `/accounts/${other().id}/recipes/${recipe.slug}`],
      ['get', `/recipes/${recipe.id}/likes`],
      ['get', `/recipes/${recipe.id}/boosts`],
      ['post', `/recipes/${recipe.id}/like`],
      ['post', `/recipes/${recipe.id}/boost`],
      ['post', `/collections/${collection.id}/items/${recipe.id}?type=recipe`],
      ['get', `/accounts/${other().id}/timeline`],
      ['get', `/accounts/${other().id}/followers`],
      ['get', `/accounts/${other().id}/following`],
    ] as const;
    for (const [method, path] of paths) expect([path, (await speaker()[method](path)).status]).toEqual([path, 404]);
    expect((await anyone.get(`/recipes/${recipe.id}`)).status).toBe(200);
    expect((await speaker().get(`/accounts/${other().id}`)).status).toBe(200);

    await unblock();
    expect((await speaker().get(`/recipes/${recipe.id}`)).status).toBe(200);
  });

  test('does not see the other in the home timeline, not even through a boost by a third account', async () => {
    await followEachOther();
    await speaker().post(`/accounts/${cast.cy.id}/follow`);
    const recipe = (await as(other()).post('/recipes', { name: 'Bread' })).body;
    const boosted = (await as(other()).post('/recipes', { name: 'Cake' })).body;
    await drain();
    await prisma().homeEntry.deleteMany({ where: { eventableId: boosted.id } });
    await boost(cast.cy.id, boosted.id);
    await drain();
    const home = async () =>
      (await speaker().get('/timeline')).body.map((event: { object: { id: number } }) => event.object.id);
    expect(await home()).toEqual(expect.arrayContaining([recipe.id, boosted.id]));

    await block();
    expect(await home()).not.toContain(recipe.id);
    expect(await home()).not.toContain(boosted.id);
    await unblock();
    expect(await home()).not.toContain(recipe.id);
    expect(await home()).toContain(boosted.id);
  });

  test('is not notified of what the other does', async () => {
    const mine = (await speaker().post('/recipes', { name: 'Soup' })).body;
    await as(other()).post(`/recipes/${mine.id}/like`);
    const enqueuedFacts = async () =>
      (await speaker().get('/notifications')).body.some(
        (one: { type: string; object: { id: number } | null }) => one.object?.id === mine.id,
      );
    expect(await enqueuedFacts()).toBe(true);
    await block();
    expect(await enqueuedFacts()).toBe(false);
    await unblock();
    expect(await enqueuedFacts()).toBe(true);
  });
});

test('blocks are listed newest first, and only to the blocker', async () => {
  const far = await upsertAccount('far', 'far.example');
  for (const { id } of [cast.cy, cast.bo, far]) await as(cast.ann).post(`/accounts/${id}/block`);
  expect(names(await as(cast.ann).get('/blocks'))).toEqual(['far', 'bo', 'cy']);
  expect((await as(cast.bo).get('/blocks')).body).toEqual([]);

  const page = await as(cast.ann).get('/blocks?limit=2');
  expect(names(page)).toEqual(['far', 'bo']);
  const next = /<https:\/\/cook\.example\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]!;
  expect(names(await as(cast.ann).get(next))).toEqual(['cy']);
});

test('follow lists are newest first, without accounts that have a block with the viewer', async () => {
  const far = await upsertAccount('gone', 'far.example');
  for (const { id } of [cast.ann, cast.bo, far]) await follow(id, cast.cy.id);
  const path = `/accounts/${cast.cy.id}/followers`;
  expect(names(await as(cast.cy).get(path))).toEqual(['gone', 'bo', 'ann']);
  await follow(cast.cy.id, cast.bo.id);
  expect(names(await as(cast.ann).get(`/accounts/${cast.cy.id}/following`))).toEqual(['bo']);
  expect(names(await as(cast.ann).get(`/accounts/${far.id}/following`))).toEqual(['cy']);

  const page = await as(cast.cy).get(`${path}?limit=1`);
  const next = /max_id=(\d+)>; rel="next"/.exec(page.headers.get('link')!)![1];
  expect(names(await as(cast.cy).get(`${path}?max_id=${next}`))).toEqual(['bo', 'ann']);
  expect(names(await as(cast.cy).get(`${path}?min_id=${next}`))).toEqual([]);

  await block();
  expect(names(await as(cast.ann).get(path))).toEqual(['gone', 'ann']);
  expect(names(await as(cast.bo).get(path))).toEqual(['gone', 'bo']);
  expect((await as(cast.ann).get(`/accounts/${cast.cy.id}/following`)).body).toEqual([]);
  expect((await as(cast.ann).get('/accounts/999999/followers')).status).toBe(404);
  await suspend(far.id);
  expect(names(await as(cast.cy).get(path))).toEqual(['bo', 'ann']);
  expect((await as(cast.cy).get(`/accounts/${far.id}/followers`)).status).toBe(404);
});

test('a blocked account receives no more activities', async () => {
  const { id } = await publish();
  await block();
  expect((await as(cast.bo).post('/statuses', { content: 'Hm', in_reply_to_id: id })).status).toBe(422);
});
