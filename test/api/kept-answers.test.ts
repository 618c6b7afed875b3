/** Answers that are kept are those that would be made anew. */
import { expect, test } from 'vitest';
import { revokeToken } from '../../src/domain/tokens.ts';
import { anyone, as, tokenOf, withToken } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { statementsOf } from '../support/statements.ts';

useCast();

const post = async (path: string, body: object) => (await as(cast.ann).post(path, body)).body;
const target = () => post('/recipes', { recipe: { name: 'Dough', visibility: 'public' } });

/** The author's list, which is always made anew, shows it as it is. */
async function asItIs(id: number) {
  const { body } = await as(cast.ann).get('/recipes');
  return body.find((recipe: { id: number }) => recipe.id === id);
}

test('whatever changes of a recipe or around it is shown at once', async () => {
  const dough = await target();
  const pizza = await post('/recipes', {
    recipe: {
      name: 'Pizza',
      ingredients: ['250 g flour'],
      steps: [{ content: 'Make the dough.', links: [{ type: 'recipe', id: dough.id }] }],
    },
  });
  const shelf = await post('/collections', { collection: { name: 'Italy' } });
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['its name', () => as(cast.ann).patch(`/recipes/${pizza.id}`, { recipe: { name: 'Pizza rossa' } })],
    [
      'its ingredients',
      () => as(cast.ann).patch(`/recipes/${pizza.id}`, { recipe: { ingredients: ['1 kg flour'] } }),
    ],
    ['a like of its own', () => as(cast.ann).post(`/recipes/${pizza.id}/like`)],
    ['a like of another', () => as(cast.bo).post(`/recipes/${pizza.id}/like`)],
    ['no like', () => as(cast.ann).delete(`/recipes/${pizza.id}/like`)],
    ['a boost', () => as(cast.ann).post(`/recipes/${pizza.id}/boost`)],
    ['a collection', () => as(cast.ann).post(`/collections/${shelf.id}/items/${pizza.id}?type=recipe`)],
    ['its author', () => as(cast.ann).patch('/accounts/me', { account: { name: 'Ann of Pizza' } })],
    ['what it links to', () => as(cast.ann).patch(`/recipes/${dough.id}`, { recipe: { name: 'Biga' } })],
    ['what it linked to', () => as(cast.ann).delete(`/recipes/${dough.id}`)],
  ];

  for (const [what, change] of changes) {
    const before = (await as(cast.ann).get(`/recipes/${pizza.id}`)).body;
    expect((await change()).status, what).toBeLessThan(300);
    const after = (await as(cast.ann).get(`/recipes/${pizza.id}`)).body;
    expect(after, what).not.toEqual(before);
    expect(after, what).toEqual(await asItIs(pizza.id));
  }
});

test('a link is named only while the viewer may see where it leads', async () => {
  const dough = await target();
  const { id } = await post('/recipes', {
    recipe: { name: 'Focaccia', steps: [{ content: '…', links: [{ type: 'recipe', id: dough.id }] }] },
  });
  const links = async () => (await anyone.get(`/recipes/${id}`)).body.steps[0].links.length;

  expect(await links()).toBe(1);
  await as(cast.ann).patch(`/recipes/${dough.id}`, { recipe: { visibility: 'private' } });
  expect(await links()).toBe(0);
});

test('what was shown to others is gone for whom its author has blocked', async () => {
  const { id } = await target();
  expect((await as(cast.bo).get(`/recipes/${id}`)).status).toBe(200);
  await as(cast.ann).post(`/accounts/${cast.bo.id}/block`);
  expect((await as(cast.bo).get(`/recipes/${id}`)).status).toBe(404);
});

test('an item is read by one statement, whether it is known or not, and by two once it has changed', async () => {
  const { id } = await target();
  const path = `/recipes/${id}`;
  const token = await tokenOf(cast.cy);
  const asked = async (who: typeof anyone) =>
    (await statementsOf(() => who.get(path))).filter((name) => name.startsWith('select'));

  expect(await asked(anyone)).toEqual(['select_eventable_for_anyone']);
  expect(await asked(anyone)).toEqual(['select_stamps_for_anyone']);
  expect(await asked(withToken(token))).toEqual(['select_tokens', 'select_eventable_for_member']);
  expect(await asked(withToken(token))).toEqual(['select_tokens', 'select_stamps_for_members']);
  await as(cast.ann).patch(path, { recipe: { name: 'Sour dough' } });
  expect(await asked(anyone)).toEqual(['select_stamps_for_anyone', 'select_eventable_for_anyone']);
});

test('those who ask together get what each of them may see', async () => {
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

test('a recipe by its slug is shown as it is, and read by one statement while it stays so', async () => {
  const { id, slug } = await post('/recipes', { recipe: { name: 'Ciabatta' } });
  const path = `/accounts/${cast.ann.id}/recipes/${slug}`;
  const first = await anyone.get(path);
  const statements = await statementsOf(async () => {
    expect((await anyone.get(path)).body).toEqual(first.body);
  });
  expect(statements).toEqual(['select_recipe_stamp_for_anyone']);
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

test('an event shows everybody the item as it is, and each their own likes of it', async () => {
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

test('a token that is revoked while others ask is refused from then on', async () => {
  const token = await tokenOf(cast.cy);
  const ask = () => withToken(token).get('/recipes');
  await Promise.all([ask(), ask(), ask()]);
  await revokeToken(token);
  const answers = await Promise.all([ask(), ask(), as(cast.ann).get('/recipes')]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
});
