/**
 * Copies of recipes that not everybody may see: bakings, preparations, forks and replies start no wider than their
 * source.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();
const parts = { ingredients: ['1 egg'], steps: [{ content: 'Whisk' }] };
const recipeOf = async (visibility: string, by = cast.ann, more: object = {}) =>
  (await as(by).post('/recipes', { recipe: { name: 'Pie', visibility, ...parts, ...more } })).body.id as number;
const cook = (kind: string, body: object, by = cast.bo) =>
  as(by).post(`/${kind}s`, { [kind]: { name: 'Mine', prepared_at: '2026-05-02', ...body } });
const publish = (kind: string, id: number, visibility?: string, by = cast.bo) =>
  as(by).post(`/${kind}s/${id}/publish`, { [kind]: visibility ? { visibility } : {} });
const fork = (forked_from_id: number, body: object = {}, by = cast.bo) =>
  as(by).post('/recipes', { recipe: { name: 'My pie', ...parts, forked_from_id, ...body } });
const refusal = { visibility: [expect.stringContaining('fewer people')] };

beforeAll(async () => {
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
});

describe.each(['baking', 'preparation'])('a %s', (kind) => {
  test('starts with the visibility of its recipe, and is not shown more widely with its ingredients', async () => {
    const [secret, unlisted, open] = [await recipeOf('private'), await recipeOf('unlisted'), await recipeOf('public')];
    const copy = await cook(kind, { recipe_id: secret });
    expect(copy.body).toMatchObject({ visibility: 'private', ingredients: [{ name: 'egg' }] });
    for (const recipe_id of [secret, unlisted]) {
      const wide = await cook(kind, { recipe_id, visibility: 'public' });
      expect([wide.status, wide.body.errors]).toEqual([422, refusal]);
    }
    const { id } = copy.body;
    for (const visibility of ['public', 'unlisted']) {
      expect((await publish(kind, id, visibility)).body.errors).toEqual(refusal);
      const changed = await as(cast.bo).patch(`/${kind}s/${id}`, { [kind]: { visibility } });
      expect(changed.body.errors).toEqual(refusal);
    }
    expect((await publish(kind, id)).status).toBe(204);
    expect((await publish(kind, id, 'public')).body.errors).toEqual(refusal);
    expect((await as(cast.cy).get(`/${kind}s/${id}`)).status).toBe(404);

    expect((await cook(kind, { recipe_id: unlisted })).body.visibility).toBe('unlisted');
    expect((await cook(kind, { recipe_id: open })).body.visibility).toBe('public');
    expect((await cook(kind, { recipe_id: secret }, cast.ann)).body.visibility).toBe('private');
    expect((await cook(kind, { recipe_id: secret, visibility: 'public' }, cast.ann)).status).toBe(201);
  });

  test('may be public without what it copied, and not get it back then', async () => {
    const recipe_id = await recipeOf('private');
    const own = await cook(kind, { recipe_id, visibility: 'public', ingredients: [], steps: [] });
    expect((await publish(kind, own.body.id)).status).toBe(204);
    const back = await as(cast.bo).patch(`/${kind}s/${own.body.id}`, { [kind]: parts });
    expect(back.body.errors).toEqual(refusal);
    const text = await as(cast.bo).patch(`/${kind}s/${own.body.id}`, { [kind]: { description: 'Good' } });
    expect(text.status).toBe(204);

    const { id } = (await cook(kind, { recipe_id })).body;
    const other = await recipeOf('public', cast.bo);
    const away = await as(cast.bo).patch(`/${kind}s/${id}`, { [kind]: { recipe_id: other } });
    expect(away.body.errors).toEqual({ recipe_id: [expect.stringContaining('Remove or replace')] });
    const emptied = { recipe_id: other, ingredients: [], steps: [], visibility: 'public' };
    expect((await as(cast.bo).patch(`/${kind}s/${id}`, { [kind]: emptied })).status).toBe(204);
  });

  test('stays public when its recipe is restricted later, but is not published then', async () => {
    const recipe_id = await recipeOf('public');
    const { id } = (await cook(kind, { recipe_id })).body;
    const draft = (await cook(kind, { recipe_id })).body.id;
    await publish(kind, id);
    await as(cast.ann).patch(`/recipes/${recipe_id}`, { recipe: { visibility: 'private' } });
    expect((await as(cast.bo).patch(`/${kind}s/${id}`, { [kind]: { name: 'Ours' } })).status).toBe(204);
    expect((await as(cast.cy).get(`/${kind}s/${id}`)).body.visibility).toBe('public');
    expect((await publish(kind, draft)).body.errors).toEqual(refusal);
    expect((await publish(kind, draft, 'private')).status).toBe(204);
  });
});

test('a fork is as visible as its original and no wider, also through a fork of one’s own', async () => {
  const [secret, unlisted] = [await recipeOf('private'), await recipeOf('unlisted')];
  const made = await fork(secret);
  expect(made.body.visibility).toBe('private');
  expect((await fork(unlisted)).body.visibility).toBe('unlisted');
  for (const [original, visibility] of [
    [secret, 'unlisted'],
    [unlisted, 'public'],
  ] as const)
    expect((await fork(original, { visibility })).body.errors).toEqual(refusal);
  const wider = await as(cast.bo).patch(`/recipes/${made.body.id}`, { recipe: { visibility: 'public' } });
  expect(wider.body.errors).toEqual(refusal);
  expect((await fork(made.body.id, { visibility: 'public' })).body.errors).toEqual(refusal);
  const baked = await cook('baking', { recipe_id: made.body.id, visibility: 'public' });
  expect(baked.body.errors).toEqual(refusal);

  const own = await recipeOf('private', cast.bo);
  expect((await fork(own, { visibility: 'public' })).status).toBe(201);
  expect((await fork(await recipeOf('public'))).body.visibility).toBe('public');
});

test('a reply is as visible as what it replies to, unless it says otherwise', async () => {
  for (const visibility of ['private', 'unlisted', 'public']) {
    const recipe = await recipeOf(visibility);
    const reply = { content: '@ann How long?', in_reply_to_type: 'recipe', in_reply_to_id: recipe };
    expect((await as(cast.bo).post('/statuses', reply)).body.visibility).toBe(visibility);
    const wide = await as(cast.bo).post('/statuses', { ...reply, visibility: 'public' });
    expect(wide.body.visibility).toBe('public');
  }
  expect((await as(cast.bo).post('/statuses', { content: 'Hi' })).body.visibility).toBe('public');
  const secret = (await as(cast.bo).post('/statuses', { content: 'Hi', visibility: 'private' })).body;
  await as(cast.bo).patch(`/statuses/${secret.id}`, { status: { content: 'Hi!', visibility: null } });
  expect((await as(cast.bo).get(`/statuses/${secret.id}`)).body.visibility).toBe('private');
});
