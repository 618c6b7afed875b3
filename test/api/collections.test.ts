/** Collections over the API: each its owner's alone. */
import { describe, expect, test } from 'vitest';
import { type Answer, anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { cooked } from '../support/cooked.ts';

useCast();

const make = async (name = 'Bread'): Promise<{ id: number }> =>
  (await as(cast.ann).post('/collections', { collection: { name } })).body;
const recipeOfBo = async (visibility = 'public'): Promise<number> =>
  (await as(cast.bo).post('/recipes', { name: 'Loaf', visibility })).body.id;
const add = (shelf: { id: number }, id: number, type = 'recipe') =>
  as(cast.ann).post(`/collections/${shelf.id}/items/${id}?type=${type}`);
const held = async (shelf: { id: number }): Promise<number[]> =>
  (await as(cast.ann).get(`/collections/${shelf.id}/items`)).body.map(
    ({ object }: { object: { id: number } }) => object.id,
  );

describe('making and changing', () => {
  test('a collection comes back as made', async () => {
    const made = await as(cast.ann).post('/collections', {
      collection: { name: ' Sunday ', description: 'For slow days', id: 7, account_id: 1 },
    });
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(Number), name: 'Sunday', description: 'For slow days' },
    ]);
    expect((await as(cast.ann).get(`/collections/${made.body.id}`)).body).toEqual(made.body);
    expect((await as(cast.ann).post('/collections', { name: 'Bare' })).body.description).toBe('');
  });

  test.each([
    [undefined, ["can't be blank"]],
    [{}, ["can't be blank"]],
    [{ collection: {} }, ["can't be blank"]],
    [{ collection: null }, ["can't be blank"]],
    [{ collection: { name: '' } }, ["can't be blank"]],
    [{ collection: { name: ' \n' } }, ["can't be blank"]],
    [{ collection: { name: null } }, ["can't be blank"]],
    [{ collection: { name: 'é'.repeat(101) } }, ['is too long']],
    [{ collection: { name: ['x'] } }, ['must be a string']],
    [{ collection: { name: 'a\0b' } }, ['contains characters that are no text']],
  ])('%# of what is no name is refused', async (body, messages) => {
    const answer = await as(cast.ann).post('/collections', body);
    expect([answer.status, answer.body.errors]).toEqual([422, { name: messages }]);
  });

  test('only what is given changes', async () => {
    const { id } = await make();
    await as(cast.ann).patch(`/collections/${id}`, { collection: { description: 'Crumbs' } });
    await as(cast.ann).patch(`/collections/${id}`, { name: 'Rolls' });
    expect((await as(cast.ann).patch(`/collections/${id}`)).status).toBe(204);
    expect((await as(cast.ann).patch(`/collections/${id}`, {})).status).toBe(204);
    expect((await as(cast.ann).get(`/collections/${id}`)).body).toEqual({
      id,
      name: 'Rolls',
      description: 'Crumbs',
    });
    for (const name of ['', null, 3, 'x'.repeat(101)]) {
      const answer = await as(cast.ann).patch(`/collections/${id}`, { collection: { name } });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']]);
    }
  });

  test('collections are listed oldest first, page by page', async () => {
    const shelves = [];
    for (const name of ['a', 'b', 'c']) {
      shelves.push((await as(cast.cy).post('/collections', { name })).body.id);
    }
    const ids = ({ body }: Answer) => body.map(({ id }: { id: number }) => id);
    expect(ids(await as(cast.cy).get('/collections'))).toEqual(shelves);
    expect(ids(await as(cast.cy).get('/collections?order=desc'))).toEqual(shelves.toReversed());
    const page = await as(cast.cy).get('/collections?limit=2');
    expect(ids(page)).toEqual(shelves.slice(0, 2));
    expect(page.headers.get('link')).toContain(
      `</api/v1/collections?limit=2&min_id=${shelves[1]}>; rel="next"`.replace(
        '</',
        '<https://cook.example/',
      ),
    );
    expect(ids(await as(cast.cy).get(`/collections?limit=2&min_id=${shelves[1]}`))).toEqual([shelves[2]]);
    expect(ids(await as(cast.cy).get(`/collections?limit=1&max_id=${shelves[2]}`))).toEqual([shelves[1]]);
  });

  test('a deleted collection is gone, what it held stays', async () => {
    const shelf = await make();
    const recipe = await recipeOfBo();
    await add(shelf, recipe);
    expect((await as(cast.ann).delete(`/collections/${shelf.id}`)).status).toBe(204);
    expect((await as(cast.ann).delete(`/collections/${shelf.id}`)).status).toBe(404);
    expect((await as(cast.ann).get(`/collections/${shelf.id}/items`)).status).toBe(404);
    expect((await as(cast.ann).get(`/recipes/${recipe}`)).body.collection_ids).toEqual([]);
  });
});

test('to others a collection is not there, whatever they try', async () => {
  const shelf = await make('Secret');
  const recipe = await recipeOfBo();
  await add(shelf, recipe);
  const item = `/items/${recipe}?type=recipe`;
  for (const [method, rest] of [
    ['get', ''],
    ['patch', ''],
    ['delete', ''],
    ['get', '/items'],
    ['post', item],
    ['delete', item],
  ] as const) {
    const answer = await as(cast.bo)[method](`/collections/${shelf.id}${rest}`);
    const missing = await as(cast.bo)[method](`/collections/999999${rest}`);
    expect([method, answer.status, answer.text]).toEqual([method, 404, missing.text]);
    expect((await anyone[method](`/collections/${shelf.id}${rest}`)).status).toBe(401);
  }
  expect((await as(cast.ann).get(`/collections/${shelf.id}`)).body.name).toBe('Secret');
  expect(await held(shelf)).toEqual([recipe]);
});

describe('what a collection holds', () => {
  test('items of every kind, in the order they were added, each once', async () => {
    const shelf = await make();
    const status = (await as(cast.bo).post('/statuses', { content: 'Jam' })).body.id;
    const items = [
      [await recipeOfBo(), 'recipe'],
      [await cooked(cast.bo, 'baking'), 'Baking'],
      [status, 'status'],
      [await cooked(cast.bo, 'preparation'), 'PREPARATION'],
    ] as const;
    for (const [id, type] of items) {
      const first = await add(shelf, id, type);
      expect([first.status, first.body.type, first.body.object.id]).toEqual([201, type.toLowerCase(), id]);
      const again = await add(shelf, id, type);
      expect([again.status, again.body]).toEqual([201, first.body]);
    }
    expect(await held(shelf)).toEqual(items.map(([id]) => id));

    const { body } = await as(cast.ann).get(`/collections/${shelf.id}/items?limit=2`);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ account: { username: 'bo' }, object: { name: 'Loaf', media: [] } });
    const rest = await as(cast.ann).get(`/collections/${shelf.id}/items?min_id=${body[1].id}`);
    expect(rest.body.map(({ object }: { object: { id: number } }) => object.id)).toEqual(
      items.slice(2).map(([id]) => id),
    );
  });

  test('an item is taken out by its id and kind, once', async () => {
    const shelf = await make();
    const recipe = await recipeOfBo();
    await add(shelf, recipe);
    const remove = (type: string) =>
      as(cast.ann).delete(`/collections/${shelf.id}/items/${recipe}?type=${type}`);
    expect((await remove('status')).status).toBe(404);
    expect(await held(shelf)).toEqual([recipe]);
    expect((await remove('Recipe')).status).toBe(204);
    expect((await remove('recipe')).status).toBe(404);
    expect(await held(shelf)).toEqual([]);
  });

  test('a kind that is none, or none at all, is refused', async () => {
    const shelf = await make();
    const recipe = await recipeOfBo();
    for (const query of ['', '?type=', '?type=bread', '?type=recipe&type=status', '?type=recipes']) {
      for (const method of ['post', 'delete'] as const) {
        const answer = await as(cast.ann)[method](`/collections/${shelf.id}/items/${recipe}${query}`);
        expect([query, answer.status, Object.keys(answer.body.errors)]).toEqual([query, 422, ['type']]);
      }
    }
  });

  test('what is missing, hidden or of another kind cannot be added', async () => {
    const shelf = await make();
    const hidden = await recipeOfBo('private');
    const draft = await cooked(cast.bo, 'baking', { publication: 'draft' });
    const missing = await add(shelf, 999_999);
    for (const [id, type] of [
      [hidden, 'recipe'],
      [draft, 'baking'],
      [await recipeOfBo(), 'status'],
    ] as const) {
      const answer = await add(shelf, id, type);
      expect([answer.status, answer.text]).toEqual([404, missing.text]);
    }
    expect((await as(cast.ann).post(`/collections/${shelf.id}/items/01?type=recipe`)).status).toBe(404);
    expect(await held(shelf)).toEqual([]);
  });

  test('what became hidden is left out, and can be taken out all the same', async () => {
    const shelf = await make();
    const recipe = await recipeOfBo();
    await add(shelf, recipe);
    await as(cast.bo).patch(`/recipes/${recipe}`, { visibility: 'private' });
    expect(await held(shelf)).toEqual([]);
    await as(cast.bo).patch(`/recipes/${recipe}`, { visibility: 'public' });
    await as(cast.bo).post(`/accounts/${cast.ann.id}/block`);
    expect(await held(shelf)).toEqual([]);
    await as(cast.bo).delete(`/accounts/${cast.ann.id}/block`);
    expect(await held(shelf)).toEqual([recipe]);

    await as(cast.bo).patch(`/recipes/${recipe}`, { visibility: 'private' });
    const path = `/collections/${shelf.id}/items/${recipe}?type=recipe`;
    expect((await as(cast.ann).delete(path)).status).toBe(204);
  });

  test('a deleted item is in it no longer', async () => {
    const shelf = await make();
    const recipe = await recipeOfBo();
    await add(shelf, recipe);
    await as(cast.bo).delete(`/recipes/${recipe}`);
    expect(await held(shelf)).toEqual([]);
  });

  test('an item tells which of the viewer’s own collections hold it', async () => {
    const [one, other] = [await make(), await make()];
    const recipe = await recipeOfBo();
    const theirs = (await as(cast.cy).post('/collections', { name: 'Mine' })).body;
    await as(cast.cy).post(`/collections/${theirs.id}/items/${recipe}?type=recipe`);
    await add(other, recipe);
    await add(one, recipe);
    const seenBy = async (speaker: typeof anyone) =>
      (await speaker.get(`/recipes/${recipe}`)).body.collection_ids;
    expect(await seenBy(as(cast.ann))).toEqual([one.id, other.id]);
    expect(await seenBy(as(cast.cy))).toEqual([theirs.id]);
    expect(await seenBy(as(cast.bo))).toEqual([]);
    expect(await seenBy(anyone)).toEqual([]);
  });

  test('a key makes an entry once, and is good for one item alone', async () => {
    const shelf = await make();
    const [recipe, other] = [await recipeOfBo(), await recipeOfBo()];
    const key = { headers: { 'idempotency-key': `shelf-${shelf.id}` } };
    const path = (id: number) => `/collections/${shelf.id}/items/${id}?type=recipe`;
    const first = await as(cast.ann).post(path(recipe), undefined, key);
    const again = await as(cast.ann).post(path(recipe), undefined, key);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect((await as(cast.ann).post(path(other), undefined, key)).status).toBe(409);
  });
});
