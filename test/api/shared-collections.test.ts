/** Collections that others may read: order, notes, covers, visibility, follows and limits. */
import { beforeAll, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { maxCollections, maxItems } from '../../src/domain/collections/collections.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertStatuses } from '../support/many-items.ts';
import { picture, upload } from '../support/pictures.ts';
import { stored } from '../support/stored.ts';

useCast();

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, which tests read freely
type Body = any;

let open: Body;
let recipes: number[];

const recipe = async (author: typeof cast.ann, name: string, visibility = 'public'): Promise<number> =>
  (await as(author).post('/recipes', { name, visibility })).body.id;
const make = async (collection: object): Promise<Body> =>
  (await as(cast.ann).post('/collections', { collection })).body;
const add = (collection: Body, id: number) =>
  as(cast.ann).post(`/collections/${collection.id}/items/${id}?type=recipe`);
const of = (collection: Body, rest = '') => `/accounts/${cast.ann.id}/collections/${collection.id}${rest}`;
const namesIn = ({ body }: { body: Body }) => body.map(({ object }: Body) => object.name);
const read = async (collection: Body, who = anyone) => namesIn(await who.get(of(collection, '/items')));
const page = async (path: string) => testApp().request(`https://cook.example${path}`);

beforeAll(async () => {
  open = await make({ name: 'Bread', description: 'Slow & good', visibility: 'public' });
  recipes = [
    await recipe(cast.ann, 'Loaf'),
    await recipe(cast.bo, 'Rolls'),
    await recipe(cast.cy, 'Secret', 'private'),
    await recipe(cast.ann, 'Bagels', 'unlisted'),
  ];
  await as(cast.ann).post(`/accounts/${cast.cy.id}/follow`);
  for (const id of recipes) await add(open, id);
});

describe('who reads what', () => {
  test('everyone reads a public collection, without what they may not see', async () => {
    const seen = await anyone.get(of(open));
    expect([seen.status, seen.body]).toMatchObject([200, { name: 'Bread', items_count: 3, following: false }]);
    expect(await read(open)).toEqual(['Loaf', 'Rolls', 'Bagels']);
    expect(await read(open, as(cast.ann))).toEqual(['Loaf', 'Rolls', 'Secret', 'Bagels']);
    expect((await as(cast.ann).get(`/collections/${open.id}`)).body.items_count).toBe(4);
    expect((await as(cast.bo).get(`/collections/${open.id}`)).body.items_count).toBe(3);
  });

  test('an account lists its public collections, and the owner sees all', async () => {
    const unlisted = await make({ name: 'By link', visibility: 'unlisted' });
    const secret = await make({ name: 'Mine' });
    const list = async (who: typeof anyone) =>
      (await who.get(`/accounts/${cast.ann.id}/collections`)).body.map(({ name }: Body) => name);
    expect(await list(anyone)).toEqual(['Bread']);
    expect(await list(as(cast.bo))).toEqual(['Bread']);
    expect(await list(as(cast.ann))).toEqual(['Bread', 'By link', 'Mine']);
    expect((await anyone.get(of(unlisted))).status).toBe(200);
    const hidden = await anyone.get(of(secret));
    const missing = await anyone.get(of({ id: 999_999 }));
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
    expect((await anyone.get(`/accounts/${cast.bo.id}/collections/${open.id}`)).status).toBe(404);
    expect((await page(`/@ann/collections/${secret.id}`)).status).toBe(404);
    expect((await page(`/@ann/collections/${unlisted.id}`)).status).toBe(200);
  });

  test('a block hides a collection both ways, and items of blocked authors', async () => {
    await as(cast.cy).post(`/accounts/${cast.ann.id}/block`);
    expect((await as(cast.cy).get(of(open))).status).toBe(404);
    expect((await as(cast.cy).get(`/accounts/${cast.ann.id}/collections`)).status).toBe(404);
    expect((await as(cast.cy).post(`/collections/${open.id}/follow`)).status).toBe(404);
    await as(cast.cy).delete(`/accounts/${cast.ann.id}/block`);
    expect((await as(cast.cy).get(of(open))).status).toBe(200);
    await as(cast.ann).post(`/accounts/${cast.cy.id}/follow`);

    await as(cast.bo).post(`/accounts/${cast.cy.id}/block`);
    expect(await read(open, as(cast.cy))).toEqual(['Loaf', 'Secret', 'Bagels']);
    await as(cast.bo).delete(`/accounts/${cast.cy.id}/block`);
    expect(await read(open, as(cast.cy))).toEqual(['Loaf', 'Rolls', 'Secret', 'Bagels']);
  });
});

describe('order and notes', () => {
  test('the owner orders the items, by a list and one by one', async () => {
    const [loaf, rolls, secret, bagels] = recipes as [number, number, number, number];
    const order = { collection: { item_ids: [bagels, 999_999, rolls, bagels] } };
    expect((await as(cast.ann).patch(`/collections/${open.id}`, order)).status).toBe(204);
    expect(await read(open, as(cast.ann))).toEqual(['Bagels', 'Rolls', 'Loaf', 'Secret']);

    const path = `/collections/${open.id}/items/${secret}?type=recipe`;
    const moved = await as(cast.ann).patch(path, { item: { position: 2, note: 'Hush' } });
    expect([moved.status, moved.body]).toMatchObject([200, { note: 'Hush', object: { id: secret } }]);
    expect(await read(open, as(cast.ann))).toEqual(['Bagels', 'Secret', 'Rolls', 'Loaf']);
    await as(cast.ann).patch(path, { position: 99 });
    expect(await read(open, as(cast.ann))).toEqual(['Bagels', 'Rolls', 'Loaf', 'Secret']);
    expect((await as(cast.ann).patch(path, { note: null })).body.note).toBe('');
    for (const [body, key] of [
      [{ position: 0 }, 'position'],
      [{ note: 'x'.repeat(2_001) }, 'note'],
    ] as const)
      expect(Object.keys((await as(cast.ann).patch(path, body)).body.errors)).toEqual([key]);
    expect((await as(cast.bo).patch(path, { position: 1 })).status).toBe(404);
    expect((await as(cast.ann).patch(`/collections/${open.id}/items/${loaf}?type=status`)).status).toBe(404);
  });

  test('pages follow the order in both directions', async () => {
    const pages: string[] = [];
    for (let path: string | undefined = of(open, '/items?limit=2'); path; ) {
      const response = await anyone.get(path);
      pages.push(...namesIn(response));
      path = /<https:\/\/cook.example\/api\/v1([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(pages).toEqual(['Bagels', 'Rolls', 'Loaf']);
    const last = await anyone.get(of(open, '/items?order=desc&limit=1'));
    expect(namesIn(last)).toEqual(['Loaf']);
    const before = await anyone.get(of(open, `/items?order=desc&max_id=${last.body[0].id}`));
    expect(namesIn(before)).toEqual(['Rolls', 'Bagels']);
  });

  test('a new item comes last', async () => {
    await add(open, await recipe(cast.bo, 'Crumbs'));
    expect((await read(open)).at(-1)).toBe('Crumbs');
  });
});

describe('covers', () => {
  test('a chosen picture is the cover, and is as visible as its collection', async () => {
    const file = await picture(120).jpeg().toBuffer();
    const photo = (await upload(cast.ann, '/media', { file, description: 'A table' })).body;
    const { pathname } = new URL(photo.small);
    expect((await page(pathname)).status).toBe(404);
    const collection = await make({ name: 'Tables', visibility: 'public', cover_id: photo.id });
    expect((await anyone.get(of(collection))).body.cover).toMatchObject({ description: 'A table' });
    expect((await page(pathname)).status).toBe(200);

    await as(cast.ann).patch(`/collections/${collection.id}`, { visibility: 'private' });
    expect((await page(pathname)).status).toBe(404);
    await as(cast.ann).patch(`/collections/${collection.id}`, { cover_id: null });
    expect((await as(cast.ann).get(`/collections/${collection.id}`)).body.cover).toBeNull();
    const refused = await as(cast.bo).post('/collections', { name: 'x', cover_id: photo.id });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['cover_id']]);
  });

  test('without one, the first visible item with a picture gives it', async () => {
    const collection = await make({ name: 'Photos', visibility: 'public' });
    for (const [name, visibility] of [
      ['Hidden', 'private'],
      ['Shown', 'public'],
    ] as const) {
      const id = await recipe(cast.ann, name, visibility);
      const file = await picture(120).jpeg().toBuffer();
      await upload(cast.ann, `/recipes/${id}/media`, { file, description: name });
      await add(collection, id);
    }
    const coverFor = async (who: typeof anyone) => (await who.get(of(collection))).body.cover.description;
    expect([await coverFor(anyone), await coverFor(as(cast.ann))]).toEqual(['Shown', 'Hidden']);
  });
});

describe('follows', () => {
  test('a member follows a collection once, lists it, and is not followed back by a notification', async () => {
    const before = (await as(cast.ann).get('/notifications')).body.length;
    for (const _ of [1, 2])
      expect((await as(cast.bo).post(`/collections/${open.id}/follow`)).body).toMatchObject({
        following: true,
        followers_count: 1,
      });
    await as(cast.ann).post(`/collections/${open.id}/follow`);
    expect((await as(cast.ann).get(`/collections/${open.id}`)).body).toMatchObject({
      following: false,
      followers_count: 1,
    });
    const followed = (await as(cast.bo).get('/followed_collections')).body;
    expect(followed.map(({ name }: Body) => name)).toEqual(['Bread']);
    expect((await as(cast.ann).get('/notifications')).body).toHaveLength(before);
    for (const _ of [1, 2]) expect((await as(cast.bo).delete(`/collections/${open.id}/follow`)).status).toBe(204);
    expect((await as(cast.bo).get('/followed_collections')).body).toEqual([]);
    expect((await anyone.get(of(open))).body.followers_count).toBe(0);
  });

  test.each([
    ['a block by the owner', () => as(cast.ann).post(`/accounts/${cast.bo.id}/block`)],
    ['a block by the follower', () => as(cast.bo).post(`/accounts/${cast.ann.id}/block`)],
    ['privacy', () => as(cast.ann).patch(`/collections/${open.id}`, { visibility: 'private' })],
  ])('%s ends a follow for good', async (_, end) => {
    await as(cast.bo).post(`/collections/${open.id}/follow`);
    await as(cast.cy).post(`/collections/${open.id}/follow`);
    expect((await as(cast.bo).get('/followed_collections')).body).toHaveLength(1);
    await end();
    await as(cast.ann).delete(`/accounts/${cast.bo.id}/block`);
    await as(cast.bo).delete(`/accounts/${cast.ann.id}/block`);
    await as(cast.ann).patch(`/collections/${open.id}`, { visibility: 'public' });
    expect((await as(cast.bo).get('/followed_collections')).body).toEqual([]);
    const left = (await anyone.get(of(open))).body.followers_count;
    expect(left).toBe((await as(cast.cy).get('/followed_collections')).body.length);
    await as(cast.cy).delete(`/collections/${open.id}/follow`);
  });
});

test('an account has a limited number of collections, and a collection of items', async () => {
  const count = await stored.collections({ accountId: cast.cy.id });
  const rows = Array.from({ length: maxCollections - 1 - count }, () => ({ accountId: cast.cy.id, name: 'x' }));
  await prisma().collection.createMany({ data: rows });
  const last = await as(cast.cy).post('/collections', { name: 'Last' });
  expect(last.status).toBe(201);
  expect((await as(cast.cy).post('/collections', { name: 'Too many' })).status).toBe(422);

  const full = await as(cast.bo).post('/collections', { name: 'Full' });
  const ids = await insertStatuses(cast.bo.id, maxItems - 1);
  const items = ids.map((eventableId, position) => ({ collectionId: full.body.id, eventableId, position }));
  await prisma().collectionItem.createMany({ data: items });
  const put = async () =>
    as(cast.bo).post(`/collections/${full.body.id}/items/${await recipe(cast.bo, 'One')}?type=recipe`);
  expect((await put()).status).toBe(201);
  expect((await put()).status).toBe(422);
});
