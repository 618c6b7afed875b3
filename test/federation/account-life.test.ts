/** Remote accounts over time: counters, refreshes and deletion. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { discoverAccount } from '../../src/domain/accounts/discover.ts';
import { pruneUnrelatedAccounts, refreshStaleAccounts } from '../../src/domain/accounts/remote.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { age } from '../support/age.ts';
import { as, testApp } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { insertFollow } from '../support/relations.ts';
import { type PeerActor, setInboxHandler } from '../support/remote-server.ts';
import { accountIdOf, itemIdsOf, stored } from '../support/stored.ts';
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
  await insertFollow(cast.ann.id, id);
  return id;
}

/** As if all accounts of the remote server had been fetched then. */
const fetchedHoursAgo = (hours: number) =>
  prisma().account.updateMany({
    where: { host: remote.host },
    data: { fetchedAt: new Date(Date.now() - hours * 3_600_000) },
  });

/** Moves the times of this account back by more than a day. */
async function ageByOneDay(id: number): Promise<void> {
  await age('accounts', '25 hours', id);
  await makeDue('load-account');
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
  const { fetchFailures, fetchMisses } = await prisma().account.findUniqueOrThrow({ where: { id } });
  expect(fetchMisses).toBe(0);
  expect(fetchFailures).toBeGreaterThanOrEqual(6);
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
  const ids = async () => (await prisma().account.findMany({ where: { host: remote.host } })).map(({ iri }) => iri);
  expect((await ids()).sort()).toEqual([bob.iri, stranger.iri]);

  await pruneUnrelatedAccounts();
  expect(await ids()).toContain(stranger.iri);
  await fetchedHoursAgo(8 * 24);
  await pruneUnrelatedAccounts();
  expect(await ids()).toEqual([bob.iri]);

  await remote.send(remote.activity('Create', remote.actor('other'), remote.note(stranger)));
  await fetchedHoursAgo(2);
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
    await makeDue();
  }
  expect(remote.inbox).toEqual([]);

  remote.serve(bob.iri, () => bob.json);
  for (let round = 0; round < 2; round += 1) {
    await drain();
    await makeDue();
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
  const posts = ({ iri }: PeerActor) => stored.items({ account: { iri } });
  const [post] = await itemIdsOf(await accountIdOf(liked.iri));
  expect((await as(cast.bo).post(`/statuses/${post}/like`)).status).toBe(204);
  await pruneUnrelatedAccounts();
  expect([await posts(looked), await posts(liked)]).toEqual([2, 2]);

  await fetchedHoursAgo(8 * 24);
  await pruneUnrelatedAccounts();
  expect([await posts(looked), await posts(liked)]).toEqual([0, 2]);
});

test('the software of a server is looked up once', async () => {
  const nodeInfo = remote.iri('/nodeinfo/2.1');
  remote.responses.set(remote.iri('/.well-known/nodeinfo'), () =>
    Response.json({ links: [{ rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1', href: nodeInfo }] }),
  );
  remote.responses.set(nodeInfo, () => Response.json({ software: { name: 'Mastodon', version: '4.5.1' } }));
  await known();
  expect(await prisma().host.findUnique({ where: { host: remote.host } })).toMatchObject({
    software: 'mastodon 4.5.1',
  });
  await discoverAccount({ handle: remote.actor('eve').handle });
  await drain();
  expect(remote.requestedUrls.filter((url) => url === nodeInfo)).toHaveLength(1);
});
