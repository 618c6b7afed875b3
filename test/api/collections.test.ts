/** Private collections over the API. Each is visible to its owner only. */
import { describe, expect, test } from 'vitest';
import { type ApiResponse, anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertCookedItem } from '../support/cooked-item.ts';

useCast();

const make = async (name = 'Bread'): Promise<{ id: number }> =>
  (await as(cast.ann).post('/collections', { collection: { name } })).body;
const recipeOfBo = async (visibility = 'public'): Promise<number> =>
  (await as(cast.bo).post('/recipes', { name: 'Loaf', visibility })).body.id;
const add = (collection: { id: number }, id: number, type = 'recipe') =>
  as(cast.ann).post(`/collections/${collection.id}/items/${id}?type=${type}`);
const itemIdsOf = async (collection: { id: number }): Promise<number[]> =>
  (await as(cast.ann).get(`/collections/${collection.id}/items`)).body.map(
    ({ object }: { object: { id: number } }) => object.id,
  );

describe('creating and changing', () => {
  test('a new collection is returned as created', async () => {
    const made = await as(cast.ann).post('/collections', {
      collection: { name: ' Sunday ', description: 'For slow days', id: 7, account_id: 1 },
    });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        id: expect.any(Number),
        name: 'Sunday',
        description: 'For slow days',
        visibility: 'private',
        cover: null,
        items_count: 0,
        account: { username: 'ann' },
      },
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
    [{ collection: { name: 'a\0b' } }, ['contains characters that are not allowed']],
  ])('invalid name %# is refused', async (body, messages) => {
    const response = await as(cast.ann).post('/collections', body);
    expect([response.status, response.body.errors]).toEqual([422, { name: messages }]);
  });

  test('only the given fields change', async () => {
    const { id } = await make();
    await as(cast.ann).patch(`/collections/${id}`, { collection: { description: 'Crumbs' } });
    await as(cast.ann).patch(`/collections/${id}`, { name: 'Rolls' });
    expect((await as(cast.ann).patch(`/collections/${id}`)).status).toBe(204);
    expect((await as(cast.ann).patch(`/collections/${id}`, {})).status).toBe(204);
    expect((await as(cast.ann).get(`/collections/${id}`)).body).toMatchObject({
      id,
      name: 'Rolls',
      description: 'Crumbs',
    });
    for (const name of ['', null, 3, 'x'.repeat(101)]) {
      const response = await as(cast.ann).patch(`/collections/${id}`, { collection: { name } });
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['name']]);
    }
  });

  test('collections are listed oldest first, in pages', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c']) {
      ids.push((await as(cast.cy).post('/collections', { name })).body.id);
    }
    const idsOf = ({ body }: ApiResponse) => body.map(({ id }: { id: number }) => id);
    expect(idsOf(await as(cast.cy).get('/collections'))).toEqual(ids);
    expect(idsOf(await as(cast.cy).get('/collections?order=desc'))).toEqual(ids.toReversed());
    const page = await as(cast.cy).get('/collections?limit=2');
    expect(idsOf(page)).toEqual(ids.slice(0, 2));
    expect(page.headers.get('link')).toContain(
      `</api/v1/collections?limit=2&min_id=${ids[1]}>; rel="next"`.replace('</', '<https://cook.example/'),
    );
    expect(idsOf(await as(cast.cy).get(`/collections?limit=2&min_id=${ids[1]}`))).toEqual([ids[2]]);
    expect(idsOf(await as(cast.cy).get(`/collections?limit=1&max_id=${ids[2]}`))).toEqual([ids[1]]);
  });

  test('a deleted collection is gone, and its items remain', async () => {
    const collection = await make();
    const recipe = await recipeOfBo();
    await add(collection, recipe);
    expect((await as(cast.ann).get(`/recipes/${recipe}`)).body.collection_ids).toEqual([collection.id]);
    expect((await as(cast.ann).delete(`/collections/${collection.id}`)).status).toBe(204);
    expect((await as(cast.ann).delete(`/collections/${collection.id}`)).status).toBe(404);
    expect((await as(cast.ann).get(`/collections/${collection.id}/items`)).status).toBe(404);
    expect((await as(cast.ann).get(`/recipes/${recipe}`)).body.collection_ids).toEqual([]);
  });
});

test('a collection is a 404 for other accounts, on every operation', async () => {
  const collection = await make('Secret');
  const recipe = await recipeOfBo();
  await add(collection, recipe);
  const item = `/items/${recipe}?type=recipe`;
  for (const [method, rest] of [
    ['get', ''],
    ['patch', ''],
    ['delete', ''],
    ['get', '/items'],
    ['post', item],
    ['delete', item],
  ] as const) {
    const response = await as(cast.bo)[method](`/collections/${collection.id}${rest}`);
    const missing = await as(cast.bo)[method](`/collections/999999${rest}`);
    expect([method, response.status, response.text]).toEqual([method, 404, missing.text]);
    expect((await anyone[method](`/collections/${collection.id}${rest}`)).status).toBe(401);
  }
  expect((await as(cast.ann).get(`/collections/${collection.id}`)).body.name).toBe('Secret');
  expect(await itemIdsOf(collection)).toEqual([recipe]);
});

describe('items of a collection', () => {
  test('items of every kind are listed once, in the order they were added', async () => {
    const collection = await make();
    const status = (await as(cast.bo).post('/statuses', { content: 'Jam' })).body.id;
    const items = [
      [await recipeOfBo(), 'recipe'],
      [await insertCookedItem(cast.bo, 'baking'), 'Baking'],
      [status, 'status'],
      [await insertCookedItem(cast.bo, 'preparation'), 'PREPARATION'],
    ] as const;
    for (const [id, type] of items) {
      const first = await add(collection, id, type);
      expect([first.status, first.body.type, first.body.object.id]).toEqual([201, type.toLowerCase(), id]);
      const again = await add(collection, id, type);
      expect([again.status, again.body]).toEqual([201, first.body]);
    }
    expect(await itemIdsOf(collection)).toEqual(items.map(([id]) => id));

    const { body } = await as(cast.ann).get(`/collections/${collection.id}/items?limit=2`);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ account: { username: 'bo' }, object: { name: 'Loaf', media: [] } });
    const rest = await as(cast.ann).get(`/collections/${collection.id}/items?min_id=${body[1].id}`);
    expect(rest.body.map(({ object }: { object: { id: number } }) => object.id)).toEqual(
      items.slice(2).map(([id]) => id),
    );
  });

  test('an item is removed by its id and kind, once', async () => {
    const collection = await make();
    const recipe = await recipeOfBo();
    await add(collection, recipe);
    const remove = (type: string) => as(cast.ann).delete(`/collections/${collection.id}/items/${recipe}?type=${type}`);
    expect((await remove('status')).status).toBe(404);
    expect(await itemIdsOf(collection)).toEqual([recipe]);
    expect((await remove('Recipe')).status).toBe(204);
    expect((await remove('recipe')).status).toBe(404);
    expect(await itemIdsOf(collection)).toEqual([]);
  });

  test('an unknown or missing kind is refused', async () => {
    const collection = await make();
    const recipe = await recipeOfBo();
    for (const query of ['', '?type=', '?type=bread', '?type=recipe&type=status', '?type=recipes']) {
      for (const method of ['post', 'delete'] as const) {
        const response = await as(cast.ann)[method](`/collections/${collection.id}/items/${recipe}${query}`);
        expect([query, response.status, Object.keys(response.body.errors)]).toEqual([query, 422, ['type']]);
      }
    }
  });

  test('a missing or hidden item, or one of another kind, cannot be added', async () => {
    const collection = await make();
    const hidden = await recipeOfBo('private');
    const draft = await insertCookedItem(cast.bo, 'baking', { publication: 'draft' });
    const missing = await add(collection, 999_999);
    for (const [id, type] of [
      [hidden, 'recipe'],
      [draft, 'baking'],
      [await recipeOfBo(), 'status'],
    ] as const) {
      const response = await add(collection, id, type);
      expect([response.status, response.text]).toEqual([404, missing.text]);
    }
    expect((await as(cast.ann).post(`/collections/${collection.id}/items/01?type=recipe`)).status).toBe(404);
    expect(await itemIdsOf(collection)).toEqual([]);
  });

  test('an item that became hidden is not listed, and can still be removed', async () => {
    const collection = await make();
    const recipe = await recipeOfBo();
    await add(collection, recipe);
    await as(cast.bo).patch(`/recipes/${recipe}`, { visibility: 'private' });
    expect(await itemIdsOf(collection)).toEqual([]);
    await as(cast.bo).patch(`/recipes/${recipe}`, { visibility: 'public' });
    await as(cast.bo).post(`/accounts/${cast.ann.id}/block`);
    expect(await itemIdsOf(collection)).toEqual([]);
    await as(cast.bo).delete(`/accounts/${cast.ann.id}/block`);
    expect(await itemIdsOf(collection)).toEqual([recipe]);

    await as(cast.bo).patch(`/recipes/${recipe}`, { visibility: 'private' });
    const path = `/collections/${collection.id}/items/${recipe}?type=recipe`;
    expect((await as(cast.ann).delete(path)).status).toBe(204);
  });

  test('a deleted item is removed', async () => {
    const collection = await make();
    const recipe = await recipeOfBo();
    await add(collection, recipe);
    await as(cast.bo).delete(`/recipes/${recipe}`);
    expect(await itemIdsOf(collection)).toEqual([]);
  });

  test('an item lists the viewer’s collections that contain it', async () => {
    const [one, other] = [await make(), await make()];
    const recipe = await recipeOfBo();
    const theirs = (await as(cast.cy).post('/collections', { name: 'Mine' })).body;
    await as(cast.cy).post(`/collections/${theirs.id}/items/${recipe}?type=recipe`);
    await add(other, recipe);
    await add(one, recipe);
    const seenBy = async (speaker: typeof anyone) => (await speaker.get(`/recipes/${recipe}`)).body.collection_ids;
    expect(await seenBy(as(cast.ann))).toEqual([one.id, other.id]);
    expect(await seenBy(as(cast.cy))).toEqual([theirs.id]);
    expect(await seenBy(as(cast.bo))).toEqual([]);
    expect(await seenBy(anyone)).toEqual([]);
  });

  test('an idempotency key adds an item once, and cannot be used for another item', async () => {
    const collection = await make();
    const [recipe, other] = [await recipeOfBo(), await recipeOfBo()];
    const key = { headers: { 'idempotency-key': `item-${collection.id}` } };
    const path = (id: number) => `/collections/${collection.id}/items/${id}?type=recipe`;
    const first = await as(cast.ann).post(path(recipe), undefined, key);
    const again = await as(cast.ann).post(path(recipe), undefined, key);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect((await as(cast.ann).post(path(other), undefined, key)).status).toBe(409);
  });
});
