/** An accepted activity is stored once, with one job. */
import { expect, test } from 'vitest';
import { connect, disconnect, pool } from '../../../src/db/client.ts';
import { storeActivity } from '../../../src/federation/receive/inbox-request.ts';
import { receive } from '../../../src/federation/receive/receive.ts';
import { config } from '../../../src/lib/config.ts';
import { bob, remote } from '../../support/bob.ts';
import { newRsaKey } from '../../support/remote-server.ts';
import type { SigningOptions } from '../../support/remote-server-signing.ts';
import { ann, follow, storedActivities, useInboxOfAnn } from './fixture.ts';

useInboxOfAnn();

test.each<[string, SigningOptions]>([
  ['draft-cavage rsa-sha256', {}],
  ['draft-cavage hs2019', { algorithm: 'hs2019' }],
  ['draft-cavage with SHA-512', { digest: 'sha-512' }],
  ['RFC 9421 rsa-v1_5-sha256', { dialect: 'rfc9421' }],
  ['RFC 9421 with sha-512', { dialect: 'rfc9421', digest: 'sha-512' }],
])('an activity signed by %s is stored before the response', async (_, signing) => {
  const activity = follow();
  const response = await remote.send(activity, signing);

  expect(response.status).toBe(202);
  expect(await storedActivities()).toEqual([{ activity_iri: activity.id, body: JSON.stringify(activity) }]);
});

test('an accepted activity gets one job', async () => {
  const activity = follow();
  const at = new Date();
  await Promise.all([1, 2, 3].map(() => remote.send(activity, { at })));
  await remote.send(activity, { at, dialect: 'rfc9421' });

  const { rows } = await pool().query(
    `SELECT count(*) FROM outbox JOIN inbound ON jsonb_path_exists(payload, '$.inboundId ? (@ == $id)', jsonb_build_object('id', inbound.id))
     WHERE job = 'receive-activity' AND activity_iri = $1`,
    [activity.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('concurrent activities are started in the order of their arrival', async () => {
  const ids = ['c', 'a', 'b'].map((name) => remote.iri(`/activities/${name}`));
  const about = { actor: bob.iri, type: 'Follow', objectIri: ann.iri, inReplyToIri: null, isDated: false };
  const signature = { signedAt: new Date() };
  await Promise.all(ids.map((id) => storeActivity({ claims: { id, ...about }, text: '{}', signature, proof: null })));

  const { rows } = await pool().query(
    `SELECT activity_iri FROM outbox
     CROSS JOIN jsonb_path_query(payload, '$.inboundId') WITH ORDINALITY AS job (id, place)
     JOIN inbound ON inbound.id = job.id::bigint WHERE actor_iri = $1 ORDER BY due_at, place`,
    [bob.iri],
  );
  expect(rows.map(({ activity_iri }) => activity_iri)).toEqual(ids);
});

test('a replayed activity is answered 202 and stored once', async () => {
  const activity = follow();
  const request = remote.signed(JSON.stringify(activity), bob.rsa);
  const first = await receive(request.clone() as Request, null);
  const again = await receive(request, null);

  expect([first.status, again.status]).toEqual([202, 202]);
  expect(await storedActivities()).toHaveLength(1);
});

test('an activity without an id is identified by its bytes', async () => {
  const activity = follow({ id: undefined });
  const at = new Date();
  await remote.send(activity, { at });
  await remote.send(activity, { at });

  const [row, ...more] = await storedActivities();
  expect(more).toEqual([]);
  expect(row!.activity_iri).toMatch(`${bob.iri}#sha256-`);
});

test('a burst of activities of a new actor causes one fetch of the actor', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => remote.send(follow())));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(remote.requestedUrls.filter((url) => url === bob.iri)).toHaveLength(1);
});

test('two keys of a new actor that are used at once cause one fetch too', async () => {
  const second = newRsaKey(`${bob.iri}#second-key`);
  const listed = { id: second.iri, owner: bob.iri, publicKeyPem: second.publicPem };
  bob.json.publicKey = [bob.json.publicKey, listed];
  const answers = await Promise.all([remote.send(follow()), remote.send(follow(), { by: second })]);

  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(remote.requestedUrls.filter((url) => url === bob.iri)).toHaveLength(1);
});

test('a request with another Host header from a proxy is verified against the configured origin', async () => {
  const signed = remote.signed(JSON.stringify(follow()), bob.rsa, { dialect: 'rfc9421' });
  const inner = new Request('http://127.0.0.1:3000/inbox', {
    method: 'POST',
    headers: signed.headers,
    body: await signed.text(),
  });
  expect((await receive(inner, null)).status).toBe(202);
});

test('an activity of an unsupported type is dropped', async () => {
  const response = await remote.send(remote.activity('Travel', bob, ann.iri));
  expect(response.status).toBe(202);
  expect(await storedActivities()).toEqual([]);
});

test.each(['Delete', 'Update'])('a %s by an unknown actor causes no fetch and stores nothing', async (type) => {
  const response = await remote.send(remote.activity(type, bob, bob.iri));
  expect(response.status).toBe(202);
  expect(remote.requestedUrls).toEqual([]);
  expect(await storedActivities()).toEqual([]);
});

test('without its database the inbox answers 503, and loses nothing it acknowledged', async () => {
  await remote.send(follow());
  await disconnect();
  const response = await remote.send(follow());
  connect(config.databaseUrl!);

  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await storedActivities()).toHaveLength(1);
});
