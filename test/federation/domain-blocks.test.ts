/** A block hides everything of a server and stops all traffic. Lifting it restores what can be restored. */
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { blockDomain, unblockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { query } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { type PeerActor, type RemoteServer, remoteServerAt, setInboxHandler } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';

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
  const [row] = await query<{ id: number }>('SELECT id FROM account WHERE iri = $1', [bob.iri]);
  bobsId = Number(row!.id);
  await follow(cast.ann.id, bobsId);
  await query('INSERT INTO follow (follower_id, followee_id) VALUES ($1, $2)', [cast.ann.id, bobsId]);
  await query(`UPDATE account SET following_count = following_count + 1 WHERE id = $1`, [cast.ann.id]);
  const note = remote.note(bob);
  await remote.send(remote.activity('Create', bob, note));
  await drain();
  noteId = Number((await query<{ id: number }>('SELECT id FROM eventable WHERE iri = $1', [note.id]))[0]!.id);
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
  await query(
    `INSERT INTO activity (iri, account_id, type, body) VALUES ('https://cook.example/a/1', $1, 'Create', '{}')`,
    [cast.ann.id],
  );
  await query(`INSERT INTO delivery (activity_id, inbox, host) SELECT max(id), $1, 'cook.bad.example' FROM activity`, [
    `${bob.iri}/inbox`,
  ]);
  await query(
    `INSERT INTO outbox (job, payload) SELECT 'deliver-activity', jsonb_build_object('deliveryId', max(id)) FROM delivery`,
  );
  await drain();
  expect(await query('SELECT state, last_error FROM delivery ORDER BY id DESC LIMIT 1')).toEqual([
    { state: 'failed', last_error: 'the domain is blocked' },
  ]);
});

test('a separate suspension remains after the block is lifted', async () => {
  await blockDomain('cook.bad.example');
  await unblockDomain('bad.example');
  emptyCaches();
  expect(await noteOf()).toBe(404);
  await unblockDomain('cook.bad.example');
  emptyCaches();
  expect(await noteOf()).toBe(200);

  await query('UPDATE account SET suspended_at = now() WHERE id = $1', [bobsId]);
  await blockDomain('bad.example');
  await unblockDomain('bad.example');
  emptyCaches();
  expect(await noteOf()).toBe(404);
  await query('UPDATE account SET suspended_at = NULL WHERE id = $1', [bobsId]);
});

test('after the block is lifted, its accounts can follow and be followed again', async () => {
  expect((await as(cast.ann).get(`/accounts/${bob.handle}`)).body).toMatchObject({ id: bobsId });
  expect((await remote.send(remote.activity('Follow', bob, cast.ann.iri))).status).toBe(202);
  await drain();
  expect(await accountsOf(`/accounts/${cast.ann.id}/followers`)).toEqual([bobsId]);
});
