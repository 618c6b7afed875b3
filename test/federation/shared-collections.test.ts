/** Collections between servers: served, followed in both directions, and changed. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { pruneRemoteCollections } from '../../src/db/sql/followed-collections.ts';
import { deleteUnusedMedia } from '../../src/db/sql/media.ts';
import { db } from '../../src/db/statement.ts';
import { deleteAccount } from '../../src/domain/accounts/delete.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { blockDomain, unblockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { age } from '../support/age.ts';
import { as, testApp } from '../support/as.ts';
import { anotherRemoteServer, bob, remote, uniqueName, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { takeJobs } from '../support/enqueued.ts';
import { getMedium, picture, upload } from '../support/pictures.ts';
import { deliverFrom, deliverFromBob, outcomeOf, storedAccount } from '../support/receiver.ts';
import { type Json, setInboxHandler } from '../support/remote-server.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
useBob();

/** The job of a block runs again after half a minute, which must not come while `withWorkers` stops the clock. */
const forgetBlock = () => takeJobs('end-follows-with-host');

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, which tests read freely
type Body = any;
const everyone = 'https://www.w3.org/ns/activitystreams#Public';

beforeAll(() => setInboxHandler((request) => testApp().fetch(request)));

const get = (iri: string) => testApp().request(iri, { headers: { accept: 'application/activity+json' } });
const fetched = async (iri: string): Promise<Body> => (await get(iri)).json();
const make = async (collection: object): Promise<Body> =>
  (await as(cast.ann).post('/collections', { collection })).body;
const recipe = async (name: string, visibility = 'public'): Promise<Body> =>
  (await as(cast.ann).post('/recipes', { name, visibility })).body;
const add = (collection: Body, { id }: Body) =>
  as(cast.ann).post(`/collections/${collection.id}/items/${id}?type=recipe`);
const annotate = (collection: Body, { id }: Body, note: string) =>
  as(cast.ann).patch(`/collections/${collection.id}/items/${id}?type=recipe`, { note });
const remove = (collection: Body, { id }: Body) =>
  as(cast.ann).delete(`/collections/${collection.id}/items/${id}?type=recipe`);
const followersOf = async ({ id }: Body): Promise<number> =>
  (await as(cast.ann).get(`/collections/${id}`)).body.followers_count;
const received = (type: string) => remote.inbox.filter((activity) => activity.type === type) as Body[];

describe('a collection of a member', () => {
  let open: Body;
  let loaf: Body;

  beforeEach(async () => {
    open = await make({ name: 'Bread & butter', description: 'Slow', visibility: 'public' });
    loaf = await recipe('Loaf');
    await add(open, loaf);
  });

  test('is served in its order, page by page, with public items only', async () => {
    const rolls = await recipe('Rolls', 'unlisted');
    await add(open, await recipe('Secret', 'private'));
    await add(open, rolls);
    await as(cast.ann).patch(`/collections/${open.id}`, { item_ids: [rolls.id] });
    const document = await fetched(open.uri);
    expect(document).toMatchObject({
      id: open.uri,
      type: 'OrderedCollection',
      name: 'Bread & butter',
      summary: 'Slow',
      attributedTo: cast.ann.iri,
      totalItems: 2,
      to: [everyone],
      url: open.url,
    });
    expect(await fetched(document.first)).toMatchObject({
      type: 'OrderedCollectionPage',
      partOf: open.uri,
      orderedItems: [rolls.uri, loaf.uri],
    });
    expect((await fetched(open.url)).id).toBe(open.uri);
    const secret = await make({ name: 'Mine' });
    for (const url of [secret.uri, secret.url, open.uri.replace(cast.ann.id, cast.bo.id)])
      expect((await get(url)).status).toBe(404);
  });

  test('is followed, sends its changes, and is unfollowed', async () => {
    const follow = await deliverFromBob('Follow', open.uri);
    expect(await followersOf(open)).toBe(1);
    expect(received('Accept')).toMatchObject([
      { actor: cast.ann.iri, object: { id: follow.id, type: 'Follow', object: open.uri } },
    ]);
    await deliverFromBob('Follow', open.uri, { id: follow.id });
    expect(await followersOf(open)).toBe(1);

    const rolls = await recipe('Rolls');
    const secret = await recipe('Secret', 'private');
    for (const each of [rolls, secret]) await add(open, each);
    await remove(open, loaf);
    await remove(open, secret);
    await as(cast.ann).patch(`/collections/${open.id}`, { name: 'Bread' });
    await drain();
    expect(received('Add')).toMatchObject([{ object: rolls.uri, target: open.uri, to: [everyone] }]);
    expect(received('Remove')).toMatchObject([{ object: loaf.uri, target: open.uri }]);
    expect(received('Update')).toMatchObject([{ object: { id: open.uri, name: 'Bread' } }]);

    await deliverFromBob('Undo', follow);
    expect(await followersOf(open)).toBe(0);
    await add(open, loaf);
    await drain();
    expect(received('Add')).toHaveLength(1);
  });

  test('publishes notes and their changes, except notes on items that are not public', async () => {
    await deliverFromBob('Follow', open.uri);
    const secret = await recipe('Secret', 'private');
    for (const item of [await recipe('Rolls'), secret]) await add(open, item);
    const updates = async () => {
      await drain();
      return received('Update').length;
    };
    const page = async () => fetched((await fetched(open.uri)).first);
    expect(await page()).not.toHaveProperty('itemNotes');

    await annotate(open, secret, 'Nobody’s business');
    expect(await updates()).toBe(0);
    await annotate(open, loaf, 'Use <b>rye</b> & wait');
    expect(await updates()).toBe(1);
    await annotate(open, loaf, 'Use <b>rye</b> & wait');
    expect(await updates()).toBe(1);
    const stated = await page();
    expect(stated.itemNotes).toEqual([{ item: loaf.uri, note: 'Use <b>rye</b> & wait' }]);
    expect(stated.orderedItems).toEqual([loaf.uri, expect.any(String)]);
    await annotate(open, loaf, '');
    expect(await updates()).toBe(2);
    expect(await page()).not.toHaveProperty('itemNotes');
  });

  test('publishes the chosen cover, and no picture of an item', async () => {
    const file = await picture(30, 20).jpeg().toBuffer();
    await upload(cast.ann, `/recipes/${loaf.id}/media`, { file, description: 'A loaf' });
    const own = (await upload(cast.ann, '/media', { file, description: 'A table' })).body;
    expect((await as(cast.ann).get(`/collections/${open.id}`)).body.cover.description).toBe('A loaf');
    expect(await fetched(open.uri)).not.toHaveProperty('image');
    await as(cast.ann).patch(`/collections/${open.id}`, { cover_id: own.id });
    expect((await fetched(open.uri)).image).toMatchObject({ name: 'A table', url: own.original });
  });

  test('an Undo ends a follow whichever arrives first, and a later Follow begins another', async () => {
    const first = remote.activity('Follow', bob, open.uri, { published: new Date().toISOString() });
    await deliverFromBob('Undo', first);
    await remote.send(first);
    await drain();
    expect([await outcomeOf(first), await followersOf(open)]).toEqual(['gone', 0]);

    const second = await deliverFromBob('Follow', open.uri);
    expect(await followersOf(open)).toBe(1);
    await deliverFromBob('Undo', second.id);
    expect(await followersOf(open)).toBe(0);

    await deliverFromBob('Follow', open.uri);
    const old = new Date(Date.now() - 60_000).toISOString();
    await deliverFromBob('Undo', { ...first, id: `${first.id}/old` }, { published: old });
    expect(await followersOf(open)).toBe(1);
  });

  test('refuses a follower whom the owner blocks, and a private collection', async () => {
    await deliverFromBob('Follow', open.uri);
    const { id } = await storedAccount(bob);
    await as(cast.ann).post(`/accounts/${id}/block`);
    expect(await followersOf(open)).toBe(0);
    const refused = await deliverFromBob('Follow', open.uri);
    expect([await outcomeOf(refused), await followersOf(open)]).toEqual(['refused', 0]);
    await as(cast.ann).delete(`/accounts/${id}/block`);
    await deliverFromBob('Follow', open.uri);
    expect(await followersOf(open)).toBe(1);

    await as(cast.ann).patch(`/collections/${open.id}`, { visibility: 'private' });
    await drain();
    expect(received('Delete')).toMatchObject([{ object: { id: open.uri, type: 'Tombstone' } }]);
    expect(await outcomeOf(await deliverFromBob('Follow', open.uri))).toBe('refused');
    expect(await followersOf(open)).toBe(0);
  });

  test('refuses a follower whose server the owner blocks, and loses those it had', async () => {
    await deliverFromBob('Follow', open.uri);
    await as(cast.ann).post('/domain_blocks', { host: remote.host });
    await drain();
    expect(await followersOf(open)).toBe(0);
    const refused = await deliverFromBob('Follow', open.uri);
    expect([await outcomeOf(refused), await followersOf(open)]).toEqual(['refused', 0]);
    await as(cast.ann).delete('/domain_blocks', { body: { host: remote.host } });
    await forgetBlock();
  });

  test('followers are notified when it or its owner is deleted', async () => {
    await deliverFromBob('Follow', open.uri);
    await as(cast.ann).delete(`/collections/${open.id}`);
    await drain();
    expect(received('Delete')).toMatchObject([{ object: { id: open.uri } }]);

    const dan = await register({ username: uniqueName('dan') });
    const { body } = await as(dan).post('/collections', { name: 'Soups', visibility: 'unlisted' });
    expect(await fetched(body.uri)).toMatchObject({ cc: [everyone], totalItems: 0 });
    await deliverFromBob('Follow', body.uri);
    await deleteAccount(dan.id);
    await drain();
    expect(received('Delete').at(-1)).toMatchObject({ object: dan.iri });
    expect((await get(body.uri)).status).toBe(404);
  });
});

describe('a collection on another server', () => {
  let iri: string;
  let items: unknown[];
  let itemNotes: unknown;
  let served: Json;

  beforeEach(() => {
    iri = remote.iri('/lists/1');
    items = [];
    itemNotes = undefined;
    served = {
      id: iri,
      type: 'OrderedCollection',
      name: 'Bob’s best',
      summary: '<p>Slow &amp; good</p>',
      attributedTo: bob.iri,
      to: [everyone],
      first: `${iri}?page=1`,
    };
    remote.serve(iri, () => ({ ...served, totalItems: items.length }));
    remote.serve(`${iri}?page=1`, () => ({
      id: `${iri}?page=1`,
      type: 'OrderedCollectionPage',
      partOf: iri,
      orderedItems: items,
      ...(itemNotes !== undefined && { itemNotes }),
    }));
  });

  /** The first search may end before the fetch on a busy machine. */
  const search = async (): Promise<Body> => {
    const path = `/search?q=${encodeURIComponent(iri)}`;
    const searching = as(cast.bo).get(`${path}&resolve=true`);
    for (let over = false; !over; ) {
      await drain();
      over = await Promise.race([
        searching.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(resolve, 20, false)),
      ]);
    }
    await drain();
    return (await as(cast.bo).get(path)).body.collections[0];
  };
  const shown = async ({ id }: Body): Promise<string[]> =>
    (await as(cast.bo).get(`/collections/${id}/items`)).body.map(({ object }: Body) => object.uri);

  test('is found by its URL, with its items in order, also those of a local member and a third server', async () => {
    const third = anotherRemoteServer();
    const [one, two] = [remote.note(bob), third.note(third.actor('cat'))];
    const loaf = await recipe('Loaf');
    const missing = remote.iri('/notes/gone');
    items = [two.id, loaf.uri, missing, one, one.id];
    const found = await search();
    expect(found).toMatchObject({
      name: 'Bob’s best',
      description: 'Slow & good',
      visibility: 'public',
      uri: iri,
      account: { uri: bob.iri },
    });
    expect(await shown(found)).toEqual([two.id, loaf.uri, one.id]);
    expect((await as(cast.bo).get(`/collections/${found.id}`)).body.items_count).toBe(3);
    const page = await testApp().request(`https://cook.example/@bob@${remote.host}/collections/${found.id}`);
    expect([page.status, (await page.text()).includes('Bob’s best')]).toEqual([200, true]);
    expect((await as(cast.bo).patch(`/collections/${found.id}`, { name: 'x' })).status).toBe(404);
  });

  test('contains the notes of its owner as plain text, and invalid ones are ignored', async () => {
    const [one, two, three] = [remote.note(bob), remote.note(bob), remote.note(bob)];
    const elsewhere = anotherRemoteServer().iri('/notes/1');
    items = [one.id, two.id, three.id];
    itemNotes = [
      null,
      'hm',
      4,
      { item: one.id },
      { item: one.id, note: 7 },
      { item: one.id, note: ' ' },
      { item: one.id, note: 'Use <b>rye</b>\u0000 & wait' },
      { item: one.id, note: 'Again' },
      { item: elsewhere, note: 'Of nothing here' },
      { note: 'Of nothing' },
      { item: { id: two.id }, note: 'x'.repeat(3_000) },
    ];
    const found = await search();
    const notes = async (): Promise<string[]> =>
      (await as(cast.bo).get(`/collections/${found.id}/items`)).body.map(({ note }: Body) => note);
    expect(await notes()).toEqual(['Use <b>rye</b> & wait', 'x'.repeat(2_000), '']);
    const address = `https://cook.example/@bob@${remote.host}/collections/${found.id}`;
    expect(await (await testApp().request(address)).text()).toContain('Use &lt;b&gt;rye&lt;/b&gt; &amp; wait');

    await as(cast.bo).post(`/collections/${found.id}/follow`);
    itemNotes = { item: three.id, note: 'Alone' };
    await deliverFromBob('Update', { ...served, totalItems: 3 });
    expect(await notes()).toEqual(['', '', 'Alone']);
    itemNotes = 'none';
    await deliverFromBob('Update', { ...served, totalItems: 3 });
    expect(await notes()).toEqual(['', '', '']);
    expect(await shown(found)).toEqual(items);
    await deliverFromBob('Delete', iri);
  });

  test('has the cover that its owner chose, fetched on first view', async () => {
    const jpeg = new Uint8Array(await picture(30, 20).jpeg().toBuffer());
    const image = (name: string) => {
      const url = remote.iri(`/${name}.jpg`);
      remote.responses.set(url, () => new Response(jpeg, { headers: { 'content-type': 'image/jpeg' } }));
      return { type: 'Image', mediaType: 'image/jpeg', url, name };
    };
    served.image = image('Dough');
    const found = await search();
    const cover = async () => (await as(cast.bo).get(`/collections/${found.id}`)).body.cover;
    expect(found.cover).toMatchObject({ description: 'Dough' });
    expect(remote.requestedUrls).not.toContain(remote.iri('/Dough.jpg'));
    const seen = (url: string) => withWorkers(() => getMedium(url));
    expect((await seen(found.cover.original)).status).toBe(200);
    expect(await cover()).toMatchObject({ id: found.cover.id, width: 30, height: 20 });

    const prune = async () => {
      const data = { state: 'pending', createdAt: new Date(Date.now() - 2 * 86_400_000) } as const;
      await prisma().medium.updateMany({ where: { remoteUrl: { not: null } }, data });
      return (await deleteUnusedMedia(db)).length;
    };
    expect(await prune()).toBe(0);
    await as(cast.bo).post(`/collections/${found.id}/follow`);
    const update = () => deliverFromBob('Update', { ...served, totalItems: 0 });
    served.image = { ...(served.image as object), name: 'Good dough' };
    await update();
    expect(await cover()).toMatchObject({ id: found.cover.id, description: 'Good dough' });

    served.image = image('Bread');
    await update();
    const bread = await cover();
    expect(bread.description).toBe('Bread');
    expect((await seen(bread.original)).status).toBe(200);
    expect((await seen(found.cover.original)).status).toBe(404);
    for (const none of [undefined, 'hm', { type: 'Image', url: 'https://cook.example/media/x/original' }]) {
      served.image = none;
      await update();
      expect(await cover()).toBeNull();
    }
    expect((await seen(bread.original)).status).toBe(404);

    served.image = image('Crust');
    await update();
    expect(await cover()).toMatchObject({ description: 'Crust' });
    await deliverFromBob('Delete', iri);
    expect(await prune()).toBe(1);
  });

  test('is refused without a name, or with an owner on another server', async () => {
    served.name = undefined;
    expect(await search()).toBeUndefined();
    iri = remote.iri('/lists/2');
    const owner = anotherRemoteServer().actor('eve');
    remote.serve(iri, () => ({ ...served, id: iri, name: 'Stolen', attributedTo: owner.iri }));
    expect(await search()).toBeUndefined();
    remote.serve(iri, () => ({ ...served, id: iri, name: 'His own' }));
    expect(await search()).toMatchObject({ name: 'His own' });
  });

  test('is followed by a Follow to its owner, and added, moved, renamed and deleted items are updated here', async () => {
    const one = remote.note(bob);
    items = [one.id];
    const found = await search();
    const two = remote.note(bob);
    items = [one.id, two.id];
    expect(await outcomeOf(await deliverFromBob('Add', two.id, { target: iri }))).toBe('irrelevant');
    expect(await shown(found)).toEqual([one.id]);

    await as(cast.bo).post(`/collections/${found.id}/follow`);
    await drain();
    const [follow] = received('Follow');
    expect(follow).toMatchObject({ actor: cast.bo.iri, object: iri, to: [bob.iri] });
    await deliverFromBob('Accept', follow);
    expect(await shown(found)).toEqual([one.id, two.id]);

    items = [two.id, one.id];
    served.name = 'Better';
    await deliverFromBob('Update', { ...served, totalItems: 2 });
    expect(await shown(found)).toEqual([two.id, one.id]);
    expect((await as(cast.bo).get('/followed_collections')).body).toMatchObject([{ name: 'Better' }]);
    // A page that is something else takes no items away.
    const page = remote.responses.get(`${iri}?page=1`)!;
    remote.serve(`${iri}?page=1`, () => ({ id: `${iri}?page=1`, type: 'Note', content: 'Maintenance' }));
    await deliverFromBob('Update', { ...served, totalItems: 2 });
    expect(await shown(found)).toEqual([two.id, one.id]);
    remote.responses.set(`${iri}?page=1`, page);
    items = [two.id];
    await deliverFromBob('Remove', one.id, { target: iri });
    expect(await shown(found)).toEqual([two.id]);

    const eve = remote.actor('eve');
    await deliverFrom(remote, 'Delete', eve, iri);
    expect((await as(cast.bo).get('/followed_collections')).body).toHaveLength(1);
    await deliverFromBob('Delete', iri);
    expect((await as(cast.bo).get('/followed_collections')).body).toEqual([]);
    expect((await as(cast.bo).get(`/collections/${found.id}`)).status).toBe(404);
  });

  test('is unfollowed by an Undo, a Reject, a block and a blocked server', async () => {
    const { id } = await search();
    const follow = async () => {
      await as(cast.bo).post(`/collections/${id}/follow`);
      await drain();
      expect((await as(cast.bo).get('/followed_collections')).body).toHaveLength(1);
      return received('Follow').at(-1);
    };
    const isOver = async () => expect((await as(cast.bo).get('/followed_collections')).body).toEqual([]);

    const first = await follow();
    await as(cast.bo).delete(`/collections/${id}/follow`);
    await drain();
    await isOver();
    expect(received('Undo')).toMatchObject([{ object: { id: first.id, type: 'Follow', object: iri } }]);

    const other = remote.actor('eve');
    const second = await follow();
    await deliverFrom(remote, 'Reject', other, second);
    expect((await as(cast.bo).get('/followed_collections')).body).toHaveLength(1);
    await deliverFromBob('Reject', second.id);
    await isOver();

    await follow();
    await deliverFromBob('Block', cast.bo.iri);
    await isOver();
    await deliverFromBob('Undo', { type: 'Block', actor: bob.iri, object: cast.bo.iri, id: remote.iri('/b') });
    await deleteAll('blocks');

    await follow();
    await blockDomain(remote.host);
    await drain();
    await unblockDomain(remote.host);
    await isOver();

    await follow();
    const undone = received('Undo').length;
    await as(cast.bo).post('/domain_blocks', { host: remote.host });
    await drain();
    await isOver();
    expect(received('Undo')).toHaveLength(undone + 1);
    expect((await as(cast.bo).post(`/collections/${id}/follow`)).status).toBe(403);
    await as(cast.bo).delete('/domain_blocks', { body: { host: remote.host } });
    await forgetBlock();
  });

  test('is forgotten a week after a look-up if nobody follows it', async () => {
    const found = await search();
    const weekLater = () => age('collections', '8 days', found.id);
    await as(cast.bo).post(`/collections/${found.id}/follow`);
    await weekLater();
    await pruneRemoteCollections(db);
    expect((await as(cast.bo).get(`/collections/${found.id}`)).status).toBe(200);
    await as(cast.bo).delete(`/collections/${found.id}/follow`);
    await pruneRemoteCollections(db);
    expect((await as(cast.bo).get(`/collections/${found.id}`)).status).toBe(404);
  });
});
