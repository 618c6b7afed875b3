/** Two servers detect different follower lists and correct them (FEP-8fcf). */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { getRelationships } from '../../src/domain/interactions/follow.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { iris } from '../../src/lib/iris.ts';
import { as, testApp } from '../support/as.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { insertFollow } from '../support/relations.ts';
import { type Json, type PeerActor, setInboxHandler } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';
import { accountIdOf } from '../support/stored.ts';

useCast();
useBob();
let posted: { headers: Headers; json: Json }[];

beforeAll(() => {
  setInboxHandler(testApp().fetch);
});
beforeEach(() => {
  posted = [];
  for (const url of [remote.iri('/inbox'), `${bob.iri}/inbox`]) {
    remote.responses.set(url, async (request) => {
      posted.push({ headers: request.headers, json: (await request.json()) as Json });
      return new Response(null, { status: 202 });
    });
  }
  emptyCaches();
});

function digestOf(...all: (string | null)[]): string {
  const hashes = all.map((iri) => createHash('sha256').update(iri!).digest('hex'));
  return hashes
    .reduce((sum, hash) => sum ^ BigInt(`0x${hash}`), 0n)
    .toString(16)
    .padStart(64, '0');
}

const get = async (url: string, by?: PeerActor) =>
  testApp().request(url, {
    headers: {
      accept: 'application/activity+json',
      ...(by && signatureHeaders({ method: 'GET', url, body: null }, by.rsa)),
    },
  });

test('deliveries to followers carry a digest of the followers known on that server', async () => {
  const carl = remote.actor('carl');
  const faraway = anotherRemoteServer('far').actor('eve');
  for (const actor of [bob, carl]) await remote.send(remote.activity('Follow', actor, cast.ann.iri));
  await anotherRemoteServer('far').send(remote.activity('Follow', faraway, cast.ann.iri), {
    by: faraway.rsa,
  });
  await drain();
  posted = [];
  await as(cast.ann).post('/statuses', { content: 'Soup' });
  await as(cast.ann).post('/statuses', { content: `@${bob.handle} psst`, visibility: 'direct' });
  await drain();

  const url = iris.followersSynchronization(cast.ann.id);
  const headers = posted.map(({ headers }) => headers.get('collection-synchronization'));
  expect(headers.sort()).toEqual([
    `collectionId="${iris.followers(cast.ann.id)}", url="${url}", digest="${digestOf(bob.iri, carl.iri)}"`,
    null,
  ]);
  const delivery = posted.find(({ headers }) => headers.has('collection-synchronization'))!;
  expect(delivery.headers.get('signature')).toContain('collection-synchronization');

  expect((await get(url)).status).toBe(401);
  const seen = await get(url, bob);
  expect(await seen.json()).toMatchObject({
    id: url,
    type: 'OrderedCollection',
    orderedItems: expect.arrayContaining([bob.iri, carl.iri]),
  });
  expect(seen.headers.get('cache-control')).toBe('private, no-store');
  expect(await (await get(url, anotherRemoteServer('none').actor('zed'))).json()).toMatchObject({
    orderedItems: [],
  });
});

async function bobsId(): Promise<number> {
  await remote.send(remote.activity('Follow', bob, cast.cy.iri));
  await drain();
  return accountIdOf(bob.iri);
}

const follows = async ({ id }: Account, bobId: number) => (await getRelationships(id, [bobId]))[0]!.following;

/** Receives the follower list of Bob's server. Returns whether the complete list was requested. */
async function receiveFollowerList(
  listed: (string | null)[],
  changes: { digest?: string; url?: string; page?: Json } = {},
): Promise<boolean> {
  const url = changes.url ?? `${bob.iri}/followers_synchronization`;
  remote.serve(url, () => ({ id: url, type: 'OrderedCollection', orderedItems: listed, ...changes.page }));
  const digest = changes.digest ?? digestOf(...listed);
  const before = remote.requestedUrls.length;
  const response = await remote.send(remote.activity('Like', bob, remote.iri(`/x/${Math.random()}`)), {
    headers: {
      'collection-synchronization': `collectionId="${bob.iri}/followers", digest="${digest}", url="${url}"`,
    },
  });
  expect(response.status).toBe(202);
  await drain();
  return remote.requestedUrls.slice(before).includes(url);
}

const followDirectly = (who: Account, bobId: number) => insertFollow(who.id, bobId);

test('a server with a different digest is asked for its list, and both sides are corrected', async () => {
  const bobId = await bobsId();
  await followDirectly(cast.ann, bobId);
  await as(cast.bo).post(`/accounts/${bobId}/follow`);
  await drain();
  posted = [];

  expect(await receiveFollowerList([cast.bo.iri, cast.cy.iri])).toBe(true);
  expect(await Promise.all([cast.ann, cast.bo, cast.cy].map((who) => follows(who, bobId)))).toEqual([
    false,
    true,
    false,
  ]);
  expect(posted.map(({ json }) => json)).toMatchObject([
    { type: 'Undo', actor: cast.cy.iri, object: { type: 'Follow', actor: cast.cy.iri, object: bob.iri } },
  ]);

  emptyCaches();
  expect(await receiveFollowerList([cast.bo.iri])).toBe(false);
});

test('no follow ends because of a list of another server, or of an endless list', async () => {
  const bobId = await bobsId();
  await followDirectly(cast.ann, bobId);
  expect(await receiveFollowerList([], { url: 'https://evil.example/followers' })).toBe(false);
  emptyCaches();
  const url = `${bob.iri}/followers_synchronization`;
  expect(await receiveFollowerList([], { digest: digestOf(cast.bo.iri), page: { next: url } })).toBe(true);
  emptyCaches();
  remote.fail(`${bob.iri}/nothing`, 500);
  expect(await follows(cast.ann, bobId)).toBe(true);
});

test('a server whose digest keeps differing is asked once in five minutes', async () => {
  await bobsId();
  expect(await receiveFollowerList([cast.ann.iri])).toBe(true);
  expect(await receiveFollowerList([cast.bo.iri])).toBe(false);
});
