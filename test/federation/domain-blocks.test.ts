/** A block hides everything of a server and stops all traffic. Lifting it restores what can be restored. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { blockDomain, unblockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { insertFollow } from '../support/relations.ts';
import { type PeerActor, type RemoteServer, remoteServerAt, setInboxHandler } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';
import { accountIdOf, changeAccount, itemIdOf } from '../support/stored.ts';

useCast();
let remote: RemoteServer;
let bob: PeerActor;
let bobsId: number;
let noteId: number;
const noteOf = async () => (await as(cast.ann).get(`/statuses/${noteId}`)).status;
const accountsOf = async (path: string) => (await as(cast.ann).get(path)).body.map((one: Account) => one.id);

beforeAll(async () => {
  setInboxHandler(testApp().fetch);
  remote = remoteServerAt('cook.bad.example');
  bob = remote.actor('bob');
  await remote.send(remote.activity('Follow', bob, cast.ann.iri));
  await drain();
  bobsId = await accountIdOf(bob.iri);
  await follow(cast.ann.id, bobsId);
  await insertFollow(cast.ann.id, bobsId);
  await changeAccount(cast.ann.id, { followingCount: { increment: 1 } });
  const note = remote.note(bob);
  await remote.send(remote.activity('Create', bob, note));
  await drain();
  noteId = await itemIdOf(note.id);
});

test('everything of a domain is visible while it is not blocked', async () => {
  expect(await noteOf()).toBe(200);
  expect(await accountsOf(`/accounts/${cast.ann.id}/followers`)).toEqual([bobsId]);
  expect((await as(cast.ann).get('/timeline')).body).toHaveLength(1);
});

test('a block of a parent domain hides everything, ends follows, and stops all traffic', async () => {
  await blockDomain('bad.example');
  emptyCaches();
  expect(await noteOf()).toBe(404);
  await drain();

  expect((await as(cast.ann).get('/timeline')).body).toEqual([]);
  expect(await accountsOf(`/accounts/${cast.ann.id}/followers`)).toEqual([]);
  expect(await accountsOf(`/accounts/${cast.ann.id}/following`)).toEqual([]);
  expect((await as(cast.ann).get('/accounts/ann')).body).toMatchObject({
    followers_count: 0,
    following_count: 0,
  });
  expect((await as(cast.ann).get(`/accounts/${bobsId}`)).status).toBe(404);
  expect((await as(cast.ann).get(`/accounts/${bob.handle}`)).status).toBe(404);
  expect((await as(cast.ann).get('/accounts/new@cook.bad.example')).status).toBe(404);
  expect((await as(cast.ann).post(`/accounts/${bobsId}/follow`)).status).toBe(404);
  expect((await as(cast.ann).get(`/search?q=${bob.handle}&resolve=true`)).body.accounts).toEqual([]);

  const asked = remote.requestedUrls.length;
  const like = await remote.send(remote.activity('Like', bob, cast.ann.iri));
  expect([like.status, await like.json()]).toEqual([202, { error: 'ignored: the server is blocked' }]);
  const draft = {
    content: `hello @${bob.handle}`,
    visibility: 'public' as const,
    locale: 'en',
    sensitive: false,
  };
  await createStatus(cast.ann.id, { ...draft, spoilerText: '', inReplyToId: null });
  await drain();
  expect(remote.requestedUrls.slice(asked)).toEqual([]);
  expect(remote.inbox.filter(({ type }) => type !== 'Accept' && type !== 'Follow')).toEqual([]);
});

test('a GET that a blocked server signed is refused', async () => {
  const url = cast.ann.iri!;
  const headers = signatureHeaders({ method: 'GET', url, body: null }, bob.rsa);
  const response = await testApp().request(url, {
    headers: { accept: 'application/activity+json', ...headers },
  });
  expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store']);
});

test('pending deliveries to a blocked domain end', async () => {
  const activity = { iri: 'https://cook.example/a/1', accountId: cast.ann.id, type: 'Create', body: '{}' };
  const { id: activityId } = await prisma().activity.create({ data: activity });
  const delivery = { activityId, inbox: `${bob.iri}/inbox`, host: 'cook.bad.example' };
  const { id } = await prisma().delivery.create({ data: delivery });
  await transact((tx) => enqueue(tx, jobs.deliverActivity, { deliveryId: Number(id) }));
  await drain();
  expect(await prisma().delivery.findUnique({ where: { id } })).toMatchObject({
    state: 'failed',
    lastError: 'the domain is blocked',
  });
});

test('a separate suspension remains after the block is lifted', async () => {
  await blockDomain('cook.bad.example');
  await unblockDomain('bad.example');
  emptyCaches();
  expect(await noteOf()).toBe(404);
  await unblockDomain('cook.bad.example');
  emptyCaches();
  expect(await noteOf()).toBe(200);

  await suspend(bobsId);
  await blockDomain('bad.example');
  await unblockDomain('bad.example');
  emptyCaches();
  expect(await noteOf()).toBe(404);
  await unsuspend(bobsId);
});

test('after the block is lifted, its accounts can follow and be followed again', async () => {
  expect((await as(cast.ann).get(`/accounts/${bob.handle}`)).body).toMatchObject({ id: bobsId });
  expect((await remote.send(remote.activity('Follow', bob, cast.ann.iri))).status).toBe(202);
  await drain();
  expect(await accountsOf(`/accounts/${cast.ann.id}/followers`)).toEqual([bobsId]);
});
