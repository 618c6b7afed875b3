/** What the gate believes is kept, once, and a job is promised for it. */
import { expect, test } from 'vitest';
import { connect, disconnect, pool } from '../../../src/db/client.ts';
import { accept } from '../../../src/federation/gate/accept.ts';
import { receive } from '../../../src/federation/gate.ts';
import { config } from '../../../src/lib/config.ts';
import { bob, elsewhere } from '../../support/bob.ts';
import type { SigningOptions } from '../../support/elsewhere-signing.ts';
import { ann, follow, kept, useGateOfAnn } from './stage.ts';

useGateOfAnn();

test.each<[string, SigningOptions]>([
  ['draft-cavage rsa-sha256', {}],
  ['draft-cavage hs2019', { algorithm: 'hs2019' }],
  ['draft-cavage with SHA-512', { digest: 'sha-512' }],
  ['RFC 9421 rsa-v1_5-sha256', { dialect: 'rfc9421' }],
  ['RFC 9421 with sha-512', { dialect: 'rfc9421', digest: 'sha-512' }],
])('an activity signed by %s is in the database when it is answered', async (_, signing) => {
  const activity = follow();
  const answer = await elsewhere.send(activity, signing);

  expect(answer.status).toBe(202);
  expect(await kept()).toEqual([{ activity_iri: activity.id, body: JSON.stringify(activity) }]);
});

test('what is accepted is promised a job, and the job only once', async () => {
  const activity = follow();
  await Promise.all([elsewhere.send(activity), elsewhere.send(activity), elsewhere.send(activity)]);
  await elsewhere.send(activity, { dialect: 'rfc9421' });

  const { rows } = await pool().query(
    `SELECT count(*) FROM outbox JOIN inbound ON jsonb_path_exists(payload, '$.inboundId ? (@ == $id)', jsonb_build_object('id', inbound.id))
     WHERE job = 'receive-activity' AND activity_iri = $1`,
    [activity.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('what comes at once is begun in the order in which it came', async () => {
  const ids = ['c', 'a', 'b'].map((name) => elsewhere.iri(`/activities/${name}`));
  const about = { actor: bob.iri, type: 'Follow', objectIri: ann.iri, inReplyToIri: null };
  await Promise.all(ids.map((id) => accept({ id, ...about, body: '{}', signedPartOnly: false })));

  const { rows } = await pool().query(
    `SELECT activity_iri FROM outbox
     CROSS JOIN jsonb_path_query(payload, '$.inboundId') WITH ORDINALITY AS job (id, place)
     JOIN inbound ON inbound.id = job.id::bigint WHERE actor_iri = $1 ORDER BY due_at, place`,
    [bob.iri],
  );
  expect(rows.map(({ activity_iri }) => activity_iri)).toEqual(ids);
});

test('a replayed activity is answered 202 and kept once', async () => {
  const activity = follow();
  const request = elsewhere.signed(JSON.stringify(activity), bob.rsa);
  const first = await receive(request.clone() as Request, null);
  const again = await receive(request, null);

  expect([first.status, again.status]).toEqual([202, 202]);
  expect(await kept()).toHaveLength(1);
});

test('an activity without an id is known by its bytes', async () => {
  const activity = follow({ id: undefined });
  await elsewhere.send(activity);
  await elsewhere.send(activity);

  const [row, ...more] = await kept();
  expect(more).toEqual([]);
  expect(row!.activity_iri).toMatch(`${bob.iri}#sha256-`);
});

test('a burst of activities of a new actor costs one look at the actor', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => elsewhere.send(follow())));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(elsewhere.asked.filter((url) => url === bob.iri)).toHaveLength(1);
});

test('a request that arrives under another Host through a proxy is verified against our own address', async () => {
  const signed = elsewhere.signed(JSON.stringify(follow()), bob.rsa, { dialect: 'rfc9421' });
  const inner = new Request('http://127.0.0.1:3000/inbox', {
    method: 'POST',
    headers: signed.headers,
    body: await signed.text(),
  });
  expect((await receive(inner, null)).status).toBe(202);
});

test('an activity of a type that means nothing here is dropped', async () => {
  const answer = await elsewhere.send(elsewhere.activity('Travel', bob, ann.iri));
  expect(answer.status).toBe(202);
  expect(await kept()).toEqual([]);
});

test.each(['Delete', 'Update'])(
  'a %s by an actor never heard of costs no fetch and leaves nothing',
  async (type) => {
    const answer = await elsewhere.send(elsewhere.activity(type, bob, bob.iri));
    expect(answer.status).toBe(202);
    expect(elsewhere.asked).toEqual([]);
    expect(await kept()).toEqual([]);
  },
);

test('without its database the gate asks to come back later, and forgets nothing it promised', async () => {
  await elsewhere.send(follow());
  await disconnect();
  const answer = await elsewhere.send(follow());
  connect(config.databaseUrl!);

  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await kept()).toHaveLength(1);
});
