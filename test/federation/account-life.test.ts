/** Remote accounts over time: counters, refreshes and deletion. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { discoverAccount } from '../../src/domain/accounts/discover.ts';
import { pruneUnrelatedAccounts, refreshStaleAccounts } from '../../src/domain/accounts/remote.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { as, testApp } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { query } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { type PeerActor, setInboxHandler } from '../support/remote-server.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
useBob();
beforeAll(() => {
  setInboxHandler(testApp().fetch);
});
beforeEach(() => {
  bob.json.following = remote.iri('/users/bob/following');
});

const profileOf = async (id: number) => (await as(cast.cy).get(`/accounts/${id}`)).body;

async function known(): Promise<number> {
  const { id } = await discoverAccount({ handle: bob.handle });
  await drain();
  return id;
}

async function followed(): Promise<number> {
  const id = await known();
  await query('INSERT INTO follow (follower_id, followee_id) VALUES ($1, $2)', [cast.ann.id, id]);
  return id;
}

/** Moves the times of this account back by more than a day. */
async function ageByOneDay(id: number): Promise<void> {
  await query(
    `UPDATE account SET fetched_at = fetched_at - interval '25 hours', outbox_read_at = outbox_read_at - interval '25 hours',
       next_fetch_at = next_fetch_at - interval '25 hours' WHERE id = $1`,
    [id],
  );
  await query(
    `UPDATE outbox SET due_at = now() WHERE job = 'load-account' AND (payload ->> 'accountId')::bigint = $1`,
    [id],
  );
}

const collection = (path: string, totalItems: number) => {
  const id = remote.iri(path);
  remote.serve(id, () => ({ id, type: 'OrderedCollection', totalItems }));
};

test('the follower count is that of the account’s own server, or the number known here if that is higher', async () => {
  collection('/users/bob/followers', 41);
  collection('/users/bob/following', 0);
  const id = await known();
  expect(await profileOf(id)).toMatchObject({ state: 'loaded', followers_count: 41, following_count: 0 });

  await remote.send(remote.activity('Follow', bob, cast.ann.iri));
  await remote.send(remote.activity('Follow', bob, cast.bo.iri));
  await drain();
  await ageByOneDay(id);
  collection('/users/bob/followers', 3);
  await discoverAccount({ handle: bob.handle });
  await drain();
  expect(await profileOf(id)).toMatchObject({ followers_count: 3, following_count: 2 });
});

test('a followed account is fetched again after a day, with the items that were missed', async () => {
  const id = await followed();
  const before = remote.requestedUrls.length;
  await refreshStaleAccounts();
  await drain();
  expect(remote.requestedUrls.slice(before)).toEqual([]);

  await ageByOneDay(id);
  bob.json.name = 'Robert';
  const note = remote.note(bob);
  remote.serve(remote.iri('/users/bob/outbox'), () => ({
    id: remote.iri('/users/bob/outbox'),
    type: 'OrderedCollection',
    orderedItems: [remote.activity('Create', bob, note)],
  }));
  await refreshStaleAccounts();
  await drain();
  expect(await profileOf(id)).toMatchObject({ name: 'Robert', state: 'loaded' });
  const { body } = await as(cast.ann).get(`/accounts/${id}/timeline`);
  expect(body.map(({ object }: { object: { uri: string } }) => object.uri)).toEqual([note.id]);
});

test('an unreachable server is asked at growing intervals, and the account is kept', async () => {
  const id = await followed();
  await ageByOneDay(id);
  remote.fail(bob.iri, 503);
  for (let day = 0; day < 6; day += 1) {
    await refreshStaleAccounts();
    await drain();
    await ageByOneDay(id);
  }
  const [row] = await query<{ fetch_failures: number; fetch_misses: number }>(
    'SELECT fetch_failures, fetch_misses FROM account WHERE id = $1',
    [id],
  );
  expect(row!.fetch_misses).toBe(0);
  expect(row!.fetch_failures).toBeGreaterThanOrEqual(6);
  expect(await profileOf(id)).toMatchObject({ id });
});

test('an account that answers 404 several times in a row is deleted, and receives no more deliveries', async () => {
  const id = await followed();
  await remote.send(remote.activity('Follow', bob, cast.bo.iri));
  await drain();
  remote.fail(bob.iri, 404);
  for (let times = 0; times < 4; times += 1) {
    expect((await as(cast.ann).get(`/accounts/${id}`)).status).toBe(200);
    await ageByOneDay(id);
    await refreshStaleAccounts();
    await drain();
  }
  expect((await as(cast.ann).get(`/accounts/${id}`)).status).toBe(404);
  const delivered = remote.inbox.length;
  await as(cast.bo).post('/statuses', { content: 'anybody there?' });
  await drain();
  expect(remote.inbox).toHaveLength(delivered);
});

test('a 404 between other failures does not count towards deletion', async () => {
  const id = await followed();
  for (const status of [404, 404, 503, 404, 404, 404]) {
    remote.fail(bob.iri, status);
    await ageByOneDay(id);
    await refreshStaleAccounts();
    await drain();
  }
  expect((await as(cast.ann).get(`/accounts/${id}`)).status).toBe(200);
});

test('a single 410 deletes the account', async () => {
  const id = await followed();
  remote.fail(bob.iri, 410);
  await ageByOneDay(id);
  await refreshStaleAccounts();
  await drain();
  expect((await as(cast.ann).get(`/accounts/${id}`)).status).toBe(404);
});

test('accounts without relation to anybody here are deleted after a week, or when there are too many', async () => {
  const stranger = remote.actor('stranger');
  const friend = await followed();
  await remote.send(remote.activity('Create', stranger, remote.note(stranger)));
  await drain();
  const ids = async () =>
    (await query<{ iri: string }>('SELECT iri FROM account WHERE host = $1', [remote.host])).map(({ iri }) => iri);
  expect((await ids()).sort()).toEqual([bob.iri, stranger.iri]);

  await pruneUnrelatedAccounts();
  expect(await ids()).toContain(stranger.iri);
  await query(`UPDATE account SET fetched_at = now() - interval '8 days' WHERE host = $1`, [remote.host]);
  await pruneUnrelatedAccounts();
  expect(await ids()).toEqual([bob.iri]);

  await remote.send(remote.activity('Create', remote.actor('other'), remote.note(stranger)));
  await query(`UPDATE account SET fetched_at = now() - interval '2 hours' WHERE host = $1`, [remote.host]);
  await pruneUnrelatedAccounts(0);
  expect(await ids()).toEqual([bob.iri]);
  await follow(cast.cy.id, friend);
});

test('a Follow waits for an account whose server is down for hours', async () => {
  remote.fail(bob.iri, 503);
  const { id } = await discoverAccount({ handle: bob.handle });
  expect((await as(cast.ann).post(`/accounts/${id}/follow`)).status).toBe(201);
  for (let failure = 0; failure < 5; failure += 1) {
    await drain();
    await ageByOneDay(id);
    await query(`UPDATE outbox SET due_at = now()`);
  }
  expect(remote.inbox).toEqual([]);

  remote.serve(bob.iri, () => bob.json);
  for (let round = 0; round < 2; round += 1) {
    await drain();
    await query(`UPDATE outbox SET due_at = now()`);
  }
  await drain();
  expect(remote.inbox).toEqual([expect.objectContaining({ type: 'Follow', object: bob.iri })]);
});

test('an account without relations is deleted with its posts, and one with a related post is kept', async () => {
  const [looked, liked] = [remote.actor('looked_at'), remote.actor('liked')];
  for (const actor of [looked, liked]) {
    const orderedItems = [remote.note(actor), remote.note(actor)];
    remote.serve(`${actor.iri}/outbox`, () => ({
      id: `${actor.iri}/outbox`,
      type: 'OrderedCollection',
      orderedItems,
    }));
    await withWorkers(() => as(cast.bo).get(`/accounts/${actor.handle}`));
  }
  const posts = (actor: PeerActor) =>
    query<{ id: number }>('SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id WHERE a.iri = $1', [
      actor.iri,
    ]);
  const [post] = await posts(liked);
  expect((await as(cast.bo).post(`/statuses/${post!.id}/like`)).status).toBe(204);
  await pruneUnrelatedAccounts();
  expect([(await posts(looked)).length, (await posts(liked)).length]).toEqual([2, 2]);

  await query(`UPDATE account SET fetched_at = now() - interval '8 days' WHERE host = $1`, [remote.host]);
  await pruneUnrelatedAccounts();
  expect([(await posts(looked)).length, (await posts(liked)).length]).toEqual([0, 2]);
});

test('the software of a server is looked up once', async () => {
  const nodeInfo = remote.iri('/nodeinfo/2.1');
  remote.responses.set(remote.iri('/.well-known/nodeinfo'), () =>
    Response.json({ links: [{ rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1', href: nodeInfo }] }),
  );
  remote.responses.set(nodeInfo, () => Response.json({ software: { name: 'Mastodon', version: '4.5.1' } }));
  await known();
  expect(await query('SELECT software FROM host WHERE host = $1', [remote.host])).toEqual([
    { software: 'mastodon 4.5.1' },
  ]);
  await discoverAccount({ handle: remote.actor('eve').handle });
  await drain();
  expect(remote.requestedUrls.filter((url) => url === nodeInfo)).toHaveLength(1);
});
