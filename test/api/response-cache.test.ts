/** Checks that cached responses equal fresh ones. */
import { expect, test } from 'vitest';
import { findToken, revokePersonalToken } from '../../src/domain/access/tokens.ts';
import { anyone, as, tokenOf, withToken } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { statementsOf } from '../support/statements.ts';

useCast();

const post = async (path: string, body: object) => (await as(cast.ann).post(path, body)).body;
const target = () => post('/recipes', { recipe: { name: 'Dough', visibility: 'public' } });

/** The author's list is never cached and shows the current state. */
async function uncachedRecipe(id: number) {
  const { body } = await as(cast.ann).get('/recipes');
  return body.find((recipe: { id: number }) => recipe.id === id);
}

test('every change to a recipe and its counts is visible at once', async () => {
  const dough = await target();
  const pizza = await post('/recipes', {
    recipe: {
      name: 'Pizza',
      ingredients: ['250 g flour'],
      steps: [{ content: 'Make the dough.', links: [{ type: 'recipe', id: dough.id }] }],
    },
  });
  const collection = await post('/collections', { collection: { name: 'Italy' } });
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['its name', () => as(cast.ann).patch(`/recipes/${pizza.id}`, { recipe: { name: 'Pizza rossa' } })],
    ['its ingredients', () => as(cast.ann).patch(`/recipes/${pizza.id}`, { recipe: { ingredients: ['1 kg flour'] } })],
    ['a like of its own', () => as(cast.ann).post(`/recipes/${pizza.id}/like`)],
    ['a like of another', () => as(cast.bo).post(`/recipes/${pizza.id}/like`)],
    ['no like', () => as(cast.ann).delete(`/recipes/${pizza.id}/like`)],
    ['a boost', () => as(cast.ann).post(`/recipes/${pizza.id}/boost`)],
    ['a collection', () => as(cast.ann).post(`/collections/${collection.id}/items/${pizza.id}?type=recipe`)],
    ['its author', () => as(cast.ann).patch('/accounts/me', { account: { name: 'Ann of Pizza' } })],
    ['an update of a linked recipe', () => as(cast.ann).patch(`/recipes/${dough.id}`, { recipe: { name: 'Biga' } })],
    ['a deletion of a linked recipe', () => as(cast.ann).delete(`/recipes/${dough.id}`)],
  ];

  for (const [what, change] of changes) {
    const before = (await as(cast.ann).get(`/recipes/${pizza.id}`)).body;
    expect((await change()).status, what).toBeLessThan(300);
    const after = (await as(cast.ann).get(`/recipes/${pizza.id}`)).body;
    expect(after, what).not.toEqual(before);
    expect(after, what).toEqual(await uncachedRecipe(pizza.id));
  }
});

test('a link is shown only while the viewer can see its target', async () => {
  const dough = await target();
  const { id } = await post('/recipes', {
    recipe: { name: 'Focaccia', steps: [{ content: '…', links: [{ type: 'recipe', id: dough.id }] }] },
  });
  const links = async () => (await anyone.get(`/recipes/${id}`)).body.steps[0].links.length;

  expect(await links()).toBe(1);
  await as(cast.ann).patch(`/recipes/${dough.id}`, { recipe: { visibility: 'private' } });
  expect(await links()).toBe(0);
});

test('the cooked recipe and the original of a version are named only while the viewer can see them', async () => {
  const dough = await target();
  const baking = await as(cast.bo).post('/bakings', {
    baking: { name: 'Loaf', recipe_id: dough.id, prepared_at: new Date(), visibility: 'public' },
  });
  expect((await as(cast.bo).post(`/bakings/${baking.body.id}/publish`)).status).toBe(204);
  const version = await as(cast.bo).post('/recipes', {
    recipe: { name: 'Sour dough', forked_from_id: dough.id, visibility: 'public' },
  });
  const seen = async () => [
    (await anyone.get(`/bakings/${baking.body.id}`)).body.recipe_id,
    (await anyone.get(`/recipes/${version.body.id}`)).body.forked_from_id,
  ];

  expect(await seen()).toEqual([dough.id, dough.id]);
  await as(cast.ann).patch(`/recipes/${dough.id}`, { recipe: { visibility: 'private' } });
  expect(await seen()).toEqual([undefined, null]);
});

test('an item is hidden from accounts that its author has blocked, even if cached', async () => {
  const { id } = await target();
  expect((await as(cast.bo).get(`/recipes/${id}`)).status).toBe(200);
  await as(cast.ann).post(`/accounts/${cast.bo.id}/block`);
  expect((await as(cast.bo).get(`/recipes/${id}`)).status).toBe(404);
});

test('an item takes one statement, cached or not, and two after it changed; a token takes one more', async () => {
  const { id } = await target();
  const path = `/recipes/${id}`;
  const token = await tokenOf(cast.cy);
  const countReads = async (who: typeof anyone) =>
    (await statementsOf(() => who.get(path))).filter((name) => name.startsWith('select')).length;

  expect(await countReads(anyone)).toBe(1);
  expect(await countReads(anyone)).toBe(1);
  expect(await countReads(withToken(token))).toBe(2);
  expect(await countReads(withToken(token))).toBe(2);
  await as(cast.ann).patch(path, { recipe: { name: 'Sour dough' } });
  expect(await countReads(anyone)).toBe(2);
});

test('concurrent requests return what each viewer may see', async () => {
  const open = await target();
  const { id } = await post('/recipes', { recipe: { name: 'Own', visibility: 'private' } });
  const ask = () =>
    Promise.all([
      as(cast.ann).get(`/recipes/${id}`),
      as(cast.cy).get(`/recipes/${id}`),
      as(cast.cy).get(`/recipes/${open.id}`),
      as(cast.ann).get(`/statuses/${id}`),
      as(cast.ann).get(`/recipes/${open.id}`),
      anyone.get(`/recipes/${id}`),
    ]);
  await as(cast.cy).post(`/recipes/${open.id}/like`);
  for (const answers of [await ask(), await ask()]) {
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200, 404]);
    expect([answers[2]!.body.liked, answers[4]!.body.liked]).toEqual([true, false]);
  }
});

test('a recipe by slug is current, and is read by one statement while unchanged', async () => {
  const { id, slug } = await post('/recipes', { recipe: { name: 'Ciabatta' } });
  const path = `/accounts/${cast.ann.id}/recipes/${slug}`;
  const first = await anyone.get(path);
  const statements = await statementsOf(async () => {
    expect((await anyone.get(path)).body).toEqual(first.body);
  });
  expect(statements).toHaveLength(1);
  const known = await anyone.get(path, { headers: { 'if-none-match': first.headers.get('etag')! } });
  expect(known.status).toBe(304);

  expect((await as(cast.cy).get(path)).body.liked).toBe(false);
  await as(cast.cy).post(`/recipes/${id}/like`);
  expect((await as(cast.cy).get(path)).body).toMatchObject({ liked: true, likes_count: 1 });
  expect((await anyone.get(path)).body).toMatchObject({ liked: false, likes_count: 1 });
  expect((await anyone.get(`${path}?serving=3`)).body.serving).toBe(3);

  await as(cast.ann).patch(`/recipes/${id}`, { recipe: { visibility: 'private' } });
  expect((await anyone.get(path)).status).toBe(404);
  await as(cast.ann).delete(`/recipes/${id}`);
  await post('/recipes', { recipe: { name: 'Ciabatta', description: 'Again' } });
  expect((await anyone.get(path)).body).toMatchObject({ slug, description: 'Again' });
});

test('a timeline row shows the current item, and each viewer’s own likes', async () => {
  const { id } = await post('/statuses', { status: { content: 'Crumb', visibility: 'public' } });
  const path = `/accounts/${cast.ann.id}/timeline?limit=1`;
  const seenBy = async (who: typeof anyone) => (await who.get(path)).body[0].object;
  expect(await seenBy(anyone)).toMatchObject({ id, content: 'Crumb', liked: false });

  await as(cast.cy).post(`/statuses/${id}/like`);
  await as(cast.ann).patch(`/statuses/${id}`, { status: { content: 'Crust' } });
  await as(cast.ann).patch('/accounts/me', { account: { name: 'Ann of Crust' } });
  const changed = { content: 'Crust', likes_count: 1, account: { name: 'Ann of Crust' } };
  expect(await seenBy(as(cast.cy))).toMatchObject({ ...changed, liked: true });
  expect(await seenBy(as(cast.ann))).toMatchObject({ ...changed, liked: false });
  expect(await seenBy(anyone)).toMatchObject({ ...changed, liked: false });

  await as(cast.ann).patch(`/statuses/${id}`, { status: { visibility: 'private' } });
  expect((await anyone.get(path)).body[0]?.object.id).not.toBe(id);
});

test('a token that is revoked during concurrent requests is refused from then on', async () => {
  const token = await tokenOf(cast.cy);
  const ask = () => withToken(token).get('/recipes');
  await Promise.all([ask(), ask(), ask()]);
  await revokePersonalToken(cast.cy.id, (await findToken(token))!.id);
  const answers = await Promise.all([ask(), ask(), as(cast.ann).get('/recipes')]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
});
