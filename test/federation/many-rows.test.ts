/** Boosts, likes and follows of thousands end at once for every reader. A job deletes their rows in batches. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { beginFanOut, lockFanOuts, replaceEntries } from '../../src/db/sql/events.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { deleteRemoteCollection } from '../../src/domain/collections/remote.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { replaceHomeEntries } from '../../src/domain/items/announce.ts';
import { deleteRemoteItem } from '../../src/domain/items/delete.ts';
import { fanOut } from '../../src/domain/timelines/timelines.ts';
import { anyone, as } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { workUntilKilled } from '../support/built-worker.ts';
import { query } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { dispatchAgain, jobsLeft } from '../support/enqueued.ts';
import { insertAccounts, insertFollowers } from '../support/many-items.ts';
import { deliverFrom, useReceiver } from '../support/receiver.ts';
import { stored } from '../support/stored.ts';
import { isFull } from '../support/test-length.ts';

useReceiver();
useBob();

const fans = 3_000;
/** So many rows may change with the request of a member. */
const maxRows = 1_100;
let ann: Account;
let bo: Account;
let cy: Account;

beforeAll(async () => {
  [ann, bo, cy] = [
    await register({ username: 'ann' }),
    await register({ username: 'bo' }),
    await register({ username: 'cy' }),
  ];
  await insertFollowers(ann.id, await insertAccounts('fan', fans));
  await as(bo).post(`/accounts/${ann.id}/follow`);
  await as(bo).post(`/accounts/${cy.id}/follow`);
  await recount();
  await drain();
});

beforeEach(() => deleteAll('jobs'));

/** Each fan does it, as the rows that `sql` selects from `fan` say. */
const byFans = (sql: string, values: unknown[] = []) =>
  query(sql.replace('fan', `(SELECT id FROM account WHERE username LIKE 'fan%') AS fan`), values);

const count = async (table: string, condition: string, id: number): Promise<number> =>
  (await query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`, [id]))[0]!.n;

/** Does the work, of which `left` counts the rows. */
async function finish(left: () => Promise<number>): Promise<void> {
  await drain();
  // A job whose transaction took too long is due again after a minute, and one that a dead worker had claimed is lost.
  const again = 'UPDATE outbox SET dispatched_at = NULL, due_at = now() WHERE quarantined_at IS NULL RETURNING id';
  while ((await query(again)).length > 0) await drain();
  expect([await left(), await jobsLeft()]).toEqual([0, []]);
}

/** Lets a worker die in the middle of the work, and another one continue. */
async function interruptAndFinish(left: () => Promise<number>): Promise<void> {
  const before = await left();
  await workUntilKilled('after_batch:2');
  expect(await left()).toBeLessThan(before);
  expect(await left()).toBeGreaterThan(0);
  await dispatchAgain();
  await finish(left);
}

/** The other jobs of this kind delete in the same batches. */
const interruptInFull = isFull ? interruptAndFinish : finish;

const homeOf = async (viewer: Account): Promise<[by: string, id: number][]> =>
  (await as(viewer).get('/timeline?limit=80')).body.map(
    (event: { account: { username: string }; object: { id: number } }) => [event.account.username, event.object.id],
  );

const postedBy = async (authorId: number): Promise<number> =>
  (
    await query<{ id: number }>(
      `INSERT INTO eventable (type, account_id, iri, url, content, content_html, publication)
       VALUES ('status', $1, $2, $2, 'Soup', '<p>Soup</p>', 'published') RETURNING id`,
      [authorId, `${remote.iri('/notes/')}${Math.random()}`],
    )
  )[0]!.id;

test('a boost that thousands saw is undone in all home timelines at once, and can be repeated', async () => {
  const { body } = await as(bo).post('/statuses', { content: 'Soup' });
  const other = await register({ username: 'dee' });
  for (const account of [ann, cy]) await as(other).post(`/accounts/${account.id}/follow`);
  // What fills the timelines of new followers comes first.
  await drain();
  for (const booster of [ann, cy]) {
    await as(booster).post(`/statuses/${body.id}/boost`);
    await drain();
  }
  const entries = () =>
    count('home_entry h', 'h.eventable_id = $1 AND NOT EXISTS (SELECT 1 FROM event WHERE id = h.event_id)', body.id);
  expect(await homeOf(other)).toContainEqual(['ann', body.id]);
  expect(await entries()).toBe(0);

  expect((await as(ann).delete(`/statuses/${body.id}/boost`)).status).toBe(204);
  expect(await homeOf(other)).not.toContainEqual(['ann', body.id]);
  expect(await entries()).toBeGreaterThan(fans - maxRows);
  await as(ann).post(`/statuses/${body.id}/boost`);
  await interruptAndFinish(entries);
  expect((await homeOf(other)).filter(([, id]) => id === body.id)).toHaveLength(1);
  expect(await count('home_entry', 'eventable_id = $1', body.id)).toBe(fans + 2);

  await as(ann).delete(`/statuses/${body.id}/boost`);
  await drain();
  expect(await homeOf(other)).toContainEqual(['cy', body.id]);
  expect(await recount()).toMatchObject({ items: 0 });
});

test('a boost whose fan-out begins while another one is undone is shown under its final id', async () => {
  const { body } = await as(bo).post('/statuses', { content: 'Bread' });
  await as(ann).post(`/statuses/${body.id}/boost`);
  await drain();
  const eventOf = async (booster: Account) =>
    (
      await query<{ id: number }>('SELECT id FROM event WHERE eventable_id = $1 AND account_id = $2', [
        body.id,
        booster.id,
      ])
    )[0]!.id;
  const entries = (eventId: number) => count('home_entry', 'event_id = $1', eventId);
  const undone = await eventOf(ann);
  const shown = await entries(undone);
  expect(shown).toBeGreaterThan(fans);

  // The event is late, so that the beginning of its fan-out gives it another id.
  await as(ann).delete(`/statuses/${body.id}/boost`);
  await deleteAll('jobs');
  await as(ann).post(`/statuses/${body.id}/boost`);
  await query('UPDATE event SET id = event_id_at(now()) - 60000::bigint * 4096 WHERE id = $1', [await eventOf(ann)]);
  const late = await eventOf(ann);
  await transact(async (tx) => {
    await lockFanOuts(tx, [body.id]);
    expect((await replaceEntries(tx, undone, body.id, 100))[0]!.replaced).toBe(100);
    await beginFanOut(db, late);
  });
  const final = await eventOf(ann);
  expect(final).not.toBe(late);
  await deleteAll('jobs');
  await fanOut(final);
  await replaceHomeEntries(undone, body.id);
  expect([await entries(undone), await entries(late), await entries(final)]).toEqual([0, 0, shown]);
});

test('a recipe that thousands like becomes a draft without them at once, and is published again without them', async () => {
  const { body: recipe } = await as(ann).post('/recipes', { name: 'Onion tart' });
  const path = `/recipes/${recipe.id}`;
  expect((await as(ann).post(`${path}/publish`)).status).toBe(204);
  await drain();
  for (const table of ['"like"', 'boost'])
    await byFans(`INSERT INTO ${table} (account_id, eventable_id) SELECT id, $1::bigint FROM fan`, [recipe.id]);
  await byFans(
    `INSERT INTO notification (account_id, type, actor_id, eventable_id) SELECT $2::bigint, 'like'::notification_type, id, $1::bigint FROM fan`,
    [recipe.id, ann.id],
  );
  await query('UPDATE eventable SET likes_count = $2, boosts_count = $2 WHERE id = $1', [recipe.id, fans]);
  for (const member of [ann, cy]) await as(member).post(`${path}/like`);
  await as(cy).post(`${path}/boost`);
  const [own, others] = [
    (await as(ann).post('/collections', { name: 'Mine', visibility: 'public' })).body.id,
    (await as(cy).post('/collections', { name: 'Hers', visibility: 'public' })).body.id,
  ];
  for (const [member, id] of [
    [ann, own],
    [cy, others],
  ] as const)
    expect((await as(member).post(`/collections/${id}/items/${recipe.id}?type=recipe`)).status).toBe(201);
  await as(ann).post(`/accounts/${cy.id}/follow`);
  await drain();

  const isIn = async (path: string) =>
    (await as(ann).get(path)).body.some((each: { object: { id: number } | null }) => each.object?.id === recipe.id);
  /** What Ann sees of it, besides the recipe itself. */
  const seen = async () => ({
    likes: (await as(ann).get(`${path}/likes`)).body.length,
    boosts: (await as(ann).get(`${path}/boosts`)).body.length,
    notified: await isIn('/notifications'),
    home: await isIn('/timeline'),
    boosted: await isIn(`/accounts/${cy.id}/timeline`),
    published: await isIn(`/accounts/${ann.id}/timeline`),
    own: (await as(ann).get(`/collections/${own}/items`)).body.length,
    others: (await as(ann).get(`/accounts/${cy.id}/collections/${others}/items`)).body.length,
    othersCount: (await as(ann).get(`/accounts/${cy.id}/collections/${others}`)).body.items_count,
  });
  expect(await seen()).toEqual({
    likes: 20,
    boosts: 20,
    notified: true,
    home: true,
    boosted: true,
    published: true,
    own: 1,
    others: 1,
    othersCount: 1,
  });
  const left = async () =>
    (await count('"like"', 'eventable_id = $1', recipe.id)) +
    (await count('boost', 'eventable_id = $1', recipe.id)) +
    (await count('home_entry', 'eventable_id = $1', recipe.id)) +
    (await count('notification', 'eventable_id = $1', recipe.id));
  const before = await left();

  expect((await as(ann).delete(`${path}/publish`)).status).toBe(204);
  expect(before - (await left())).toBeLessThan(maxRows);
  const nothing = { likes: 0, boosts: 0, notified: false, home: false, boosted: false, others: 0, othersCount: 0 };
  expect(await seen()).toEqual({ ...nothing, published: false, own: 0 });
  expect((await as(ann).get(path)).body).toMatchObject({
    status: 'draft',
    likes_count: 0,
    boosts_count: 0,
    liked: false,
    collection_ids: [],
  });
  expect((await as(cy).get(path)).status).toBe(404);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
  const early = await as(ann).post(`${path}/publish`);
  expect([early.status, Number(early.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect((await as(ann).post(`/collections/${own}/items/${recipe.id}?type=recipe`)).status).toBe(201);

  await interruptAndFinish(left);
  expect((await as(ann).post(`${path}/publish`)).status).toBe(204);
  await drain();
  expect((await as(cy).get(path)).body).toMatchObject({ likes_count: 0, liked: false, boosted: false });
  expect(await seen()).toEqual({ ...nothing, published: true, own: 1 });
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
});

/** A public collection of Ann that all fans, Bo and Bob follow. */
async function followedCollection(): Promise<{ id: number; follows(): Promise<number> }> {
  const { body } = await as(ann).post('/collections', { name: 'Tarts', visibility: 'public' });
  await byFans('INSERT INTO collection_follow (collection_id, account_id) SELECT $1::bigint, id FROM fan', [body.id]);
  await as(bo).post(`/collections/${body.id}/follow`);
  await deliverFrom(remote, 'Follow', bob, `${ann.iri}/collections/${body.id}`);
  await drain();
  remote.inbox.length = 0;
  const follows = () => count('collection_follow', 'collection_id = $1', body.id);
  expect(await follows()).toBe(fans + 2);
  return { id: body.id, follows };
}

const deletesReceived = () => remote.inbox.filter(({ type }) => type === 'Delete').length;

test('a collection that thousands follow is gone at once, and other servers learn it once', async () => {
  const { id, follows } = await followedCollection();
  const path = `/accounts/${ann.id}/collections`;
  const lists = async () => {
    const answers = [
      await as(bo).get('/followed_collections'),
      await as(bo).get(path),
      await as(ann).get('/collections'),
    ];
    return answers.map(({ body }) => body.some((each: { id: number }) => each.id === id));
  };
  expect(await lists()).toEqual([true, true, true]);

  expect((await as(ann).delete(`/collections/${id}`)).status).toBe(204);
  for (const viewer of [as(ann), as(bo), anyone]) expect((await viewer.get(`${path}/${id}`)).status).toBe(404);
  expect(await lists()).toEqual([false, false, false]);
  expect((await as(ann).delete(`/collections/${id}`)).status).toBe(404);
  expect(await follows()).toBe(fans + 2);

  await interruptInFull(follows);
  expect(await count('collection', 'id = $1', id)).toBe(0);
  expect(deletesReceived()).toBe(1);
});

test('a collection that becomes private loses thousands of followers, and is shared again once they are gone', async () => {
  const { id, follows } = await followedCollection();
  const share = async (visibility: string) => (await as(ann).patch(`/collections/${id}`, { visibility })).status;
  const shown = () => as(bo).get(`/accounts/${ann.id}/collections/${id}`);
  expect(await share('private')).toBe(204);
  expect((await shown()).status).toBe(404);
  expect((await as(ann).get(`/collections/${id}`)).body.followers_count).toBe(0);
  expect(await recount()).toMatchObject({ collections: 0 });
  expect(await follows()).toBe(fans + 2);
  expect(await share('public')).toBe(503);

  await interruptInFull(follows);
  expect(deletesReceived()).toBe(1);
  expect(await share('public')).toBe(204);
  expect((await shown()).body).toMatchObject({ followers_count: 0, following: false });
});

test('a remote collection that thousands follow is gone at once, and its IRI is free', async () => {
  await deliverFrom(remote, 'Follow', bob, ann.iri);
  const owner = (await findAccountByIri(bob.iri))!;
  const iri = remote.iri('/collections/1');
  const insert = () =>
    query<{ id: number }>(
      `INSERT INTO collection (account_id, name, iri, visibility) VALUES ($1, 'Pies', $2, 'public') RETURNING id`,
      [owner.id, iri],
    );
  const [{ id } = { id: 0 }] = await insert();
  await byFans('INSERT INTO collection_follow (collection_id, account_id) SELECT $1::bigint, id FROM fan', [id]);
  const follows = () => count('collection_follow', 'collection_id = $1', id);
  const shown = () => as(bo).get(`/accounts/${owner.id}/collections/${id}`);
  expect((await shown()).status).toBe(200);

  expect(await deleteRemoteCollection(iri, owner.id)).toBe(true);
  expect((await shown()).status).toBe(404);
  expect(await deleteRemoteCollection(iri, owner.id)).toBe(false);
  expect(await follows()).toBe(fans);
  await insert();
  await interruptInFull(follows);
  expect(await count('collection', 'id = $1', id)).toBe(0);
  expect(await count('collection', 'account_id = $1', owner.id)).toBe(1);
});

test('a remote status that thousands like is gone at once, and its rows go in batches', async () => {
  await deliverFrom(remote, 'Follow', bob, ann.iri);
  const author = (await findAccountByIri(bob.iri))!;
  const id = await postedBy(author.id);
  const [{ iri } = { iri: '' }] = await query<{ iri: string }>('SELECT iri FROM eventable WHERE id = $1', [id]);
  await byFans('INSERT INTO "like" (account_id, eventable_id) SELECT id, $1::bigint FROM fan', [id]);
  const likes = () => count('"like"', 'eventable_id = $1', id);
  expect((await as(bo).get(`/statuses/${id}`)).status).toBe(200);

  expect(await deleteRemoteItem(iri, author)).toBe(true);
  expect((await as(bo).get(`/statuses/${id}`)).status).toBe(404);
  expect(await likes()).toBe(fans);
  expect(await stored.tombstones({ iri: iri })).toBe(1);
  expect(await stored.items({ iri: iri })).toBe(0);
  await interruptInFull(likes);
  expect(await count('eventable', 'id = $1', id)).toBe(0);
});
