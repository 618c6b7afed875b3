/** Likes and boosts of every kind of item, and their lists, over the API. */
import { describe, expect, test } from 'vitest';
import { boost, like } from '../../src/domain/interactions/on-item.ts';
import { suspend } from '../support/accounts.ts';
import { type ApiResponse, anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertCookedItem } from '../support/cooked-item.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { insertBlock } from '../support/relations.ts';
import { storedItem } from '../support/stored.ts';

useCast();

type Kind = 'recipes' | 'preparations' | 'bakings' | 'statuses';

async function make(kind: Kind, visibility: 'public' | 'private' = 'public'): Promise<number> {
  if (kind === 'preparations' || kind === 'bakings') {
    return insertCookedItem(cast.ann, kind === 'bakings' ? 'baking' : 'preparation', { visibility });
  }
  const draft = kind === 'recipes' ? { name: 'Bread', visibility } : { content: 'Hello', visibility };
  return (await as(cast.ann).post(`/${kind}`, draft)).body.id;
}

const names = ({ body }: ApiResponse): string[] => body.map(({ username }: { username: string }) => username);
const countsOf = async (id: number) => {
  const { likesCount, boostsCount } = await storedItem(id);
  return { likes_count: likesCount, boosts_count: boostsCount };
};

describe.each(['recipes', 'preparations', 'bakings', 'statuses'] as const)('of %s', (kind) => {
  test('a like counts once, and liking and unliking are idempotent', async () => {
    const id = await make(kind);
    for (const _ of [1, 2]) expect((await as(cast.bo).post(`/${kind}/${id}/like`)).status).toBe(204);
    expect(await countsOf(id)).toMatchObject({ likes_count: 1 });
    for (const _ of [1, 2]) expect((await as(cast.bo).delete(`/${kind}/${id}/like`)).status).toBe(204);
    expect(await countsOf(id)).toMatchObject({ likes_count: 0 });
  });

  test('a boost counts once, and boosting and unboosting are idempotent', async () => {
    const id = await make(kind);
    for (const _ of [1, 2]) expect((await as(cast.bo).post(`/${kind}/${id}/boost`)).status).toBe(204);
    expect(await countsOf(id)).toMatchObject({ boosts_count: 1 });
    expect(names(await anyone.get(`/${kind}/${id}/boosts`))).toEqual(['bo']);
    for (const _ of [1, 2]) expect((await as(cast.bo).delete(`/${kind}/${id}/boost`)).status).toBe(204);
    expect(await countsOf(id)).toMatchObject({ boosts_count: 0 });
  });

  test('likers are listed newest first, each with the id of the like', async () => {
    const id = await make(kind);
    for (const who of [cast.ann, cast.bo, cast.cy]) await as(who).post(`/${kind}/${id}/like`);
    const all = await anyone.get(`/${kind}/${id}/likes`);
    expect(names(all)).toEqual(['cy', 'bo', 'ann']);
    const [newest, second] = all.body.map((one: { like_id: number }) => one.like_id);
    expect(newest).toBeGreaterThan(second);

    const page = await anyone.get(`/${kind}/${id}/likes?limit=1&max_id=${newest}`);
    expect(names(page)).toEqual(['bo']);
    expect(page.headers.get('link')).toContain(`max_id=${second}>; rel="next"`);
    expect(names(await anyone.get(`/${kind}/${id}/likes?limit=1&min_id=${second}`))).toEqual(['cy']);
  });

  test('an item that the viewer cannot see cannot be liked, and its likers are hidden', async () => {
    const id = await make(kind, 'private');
    const missing = await as(cast.cy).post(`/${kind}/999999/like`);
    for (const response of [
      await as(cast.cy).post(`/${kind}/${id}/like`),
      await as(cast.cy).delete(`/${kind}/${id}/like`),
      await as(cast.cy).post(`/${kind}/${id}/boost`),
      await as(cast.cy).get(`/${kind}/${id}/likes`),
      await as(cast.cy).get(`/${kind}/${id}/boosts`),
      await anyone.get(`/${kind}/${id}/likes`),
      await anyone.get(`/${kind}/${id}/boosts`),
      await anyone.get(`/${kind}/999999/boosts`),
    ]) {
      expect([response.status, response.text]).toEqual([404, missing.text]);
    }
    expect((await as(cast.ann).post(`/${kind}/${id}/like`)).status).toBe(204);
    expect(names(await as(cast.ann).get(`/${kind}/${id}/likes`))).toEqual(['ann']);
  });

  test('an item of another kind is not found', async () => {
    const id = await make(kind);
    const other = kind === 'recipes' ? 'statuses' : 'recipes';
    for (const response of [
      await as(cast.bo).post(`/${other}/${id}/like`),
      await as(cast.bo).delete(`/${other}/${id}/like`),
      await as(cast.bo).post(`/${other}/${id}/boost`),
      await anyone.get(`/${other}/${id}/likes`),
      await anyone.get(`/${other}/${id}/boosts`),
    ]) {
      expect(response.status).toBe(404);
    }
    expect(await countsOf(id)).toEqual({ likes_count: 0, boosts_count: 0 });
  });
});

test('a follower can like a followers-only item', async () => {
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  const id = await make('recipes', 'private');
  expect((await as(cast.bo).post(`/recipes/${id}/like`)).status).toBe(204);
  expect((await as(cast.bo).get(`/recipes/${id}`)).body).toMatchObject({ liked: true, likes_count: 1 });
  expect((await as(cast.ann).get(`/recipes/${id}`)).body).toMatchObject({ liked: false, likes_count: 1 });
});

test('a draft cannot be liked or boosted, not even by its author', async () => {
  const id = await insertCookedItem(cast.ann, 'baking', { publication: 'draft' });
  for (const what of ['like', 'boost']) {
    expect((await as(cast.ann).post(`/bakings/${id}/${what}`)).status).toBe(422);
    expect((await as(cast.bo).post(`/bakings/${id}/${what}`)).status).toBe(404);
  }
});

test('concurrent likes all count', async () => {
  const id = await make('statuses');
  await Promise.all(
    [cast.ann, cast.bo, cast.cy, cast.ann, cast.bo, cast.cy].map((who) => as(who).post(`/statuses/${id}/like`)),
  );
  expect(await countsOf(id)).toMatchObject({ likes_count: 3 });
  expect((await anyone.get(`/statuses/${id}/likes`)).body).toHaveLength(3);
});

test('a blocked account is not in the lists of its blocker, nor the other way round', async () => {
  const id = await make('recipes');
  for (const who of [cast.bo, cast.cy]) {
    await like(who.id, id);
    await boost(who.id, id);
  }
  await insertBlock(cast.bo.id, cast.cy.id);
  for (const list of ['likes', 'boosts']) {
    expect(names(await as(cast.bo).get(`/recipes/${id}/${list}`))).toEqual(['bo']);
    expect(names(await as(cast.cy).get(`/recipes/${id}/${list}`))).toEqual(['cy']);
    expect(names(await anyone.get(`/recipes/${id}/${list}`))).toEqual(['cy', 'bo']);
  }
  await deleteAll('blocks');
});

test('a suspended account is in no list', async () => {
  const dora = await upsertAccount('dora', 'far.example');
  const id = await make('recipes');
  await like(dora.id, id);
  expect(names(await anyone.get(`/recipes/${id}/likes`))).toEqual(['dora']);
  await suspend(dora.id);
  expect((await anyone.get(`/recipes/${id}/likes`)).body).toEqual([]);
});

test('the author is notified of a like until it is undone', async () => {
  const id = await make('recipes');
  const enqueuedFacts = async () =>
    (await as(cast.ann).get('/notifications')).body.filter(
      (one: { type: string; object: { id: number } | null }) => one.type === 'like' && one.object?.id === id,
    );
  await as(cast.bo).post(`/recipes/${id}/like`);
  await as(cast.ann).post(`/recipes/${id}/like`);
  expect(await enqueuedFacts()).toMatchObject([{ account: { username: 'bo' } }]);
  await as(cast.bo).delete(`/recipes/${id}/like`);
  expect(await enqueuedFacts()).toEqual([]);
});

test('invalid cursors are refused', async () => {
  const id = await make('recipes');
  for (const query of ['limit=0', 'max_id=x', 'min_id=-1', 'order=up']) {
    expect((await anyone.get(`/recipes/${id}/likes?${query}`)).status).toBe(422);
    expect((await anyone.get(`/recipes/${id}/boosts?${query}`)).status).toBe(422);
  }
});
