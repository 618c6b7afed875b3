/** Deliveries are signed in the dialect that the peer verifies. */
import { createHash, verify } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { getKeyPairs } from '../../../src/domain/accounts/keys.ts';
import { deliver } from '../../../src/federation/deliver/deliver.ts';
import { getActivityBody } from '../../../src/federation/deliver/send.ts';
import { query } from '../../support/database-connection.ts';
import { type DeliveredRequest, emptyResponse, peer, upsertAccount } from '../../support/deliveries.ts';
import { ann, deliveryOf, enqueueDelivery, hostOf, useAnn } from './fixture.ts';

useAnn();

test('an activity is delivered with a signature, as the stored bytes', async () => {
  const taken = peer('plain.example', emptyResponse(202));
  const [id] = await enqueueDelivery(await upsertAccount('bob', 'plain.example'));

  expect(await deliver(id!)).toBe('done');

  expect(await deliveryOf(id!)).toMatchObject({ state: 'delivered', attempts: 1, last_status: 202 });
  const [{ url, headers, body }] = taken as [DeliveredRequest];
  expect(url).toBe('https://plain.example/inbox');
  expect(headers.get('content-type')).toBe('application/activity+json');
  const digest = createHash('sha256').update(body).digest('base64');
  expect(headers.get('digest')).toBe(`SHA-256=${digest}`);
  expect(body).toContain('crème brûlée');
  const { rsa } = await getKeyPairs(ann.id);
  const signature = /signature="([^"]+)"/.exec(headers.get('signature')!)![1]!;
  const signed = `(request-target): post /inbox\nhost: plain.example\ndate: ${headers.get('date')}\ndigest: SHA-256=${digest}`;
  expect(headers.get('signature')).toContain(`keyId="${rsa.iri}"`);
  expect(verify('sha256', Buffer.from(signed), rsa.publicKey, Buffer.from(signature, 'base64'))).toBe(true);
});

test('a peer that verifies only RFC 9421 is reached by double-knocking, and at the first attempt from then on', async () => {
  const taken = peer('modern.example', ({ headers }) => emptyResponse(headers.has('signature-input') ? 202 : 401));
  const bob = await upsertAccount('bob', 'modern.example');
  await deliver((await enqueueDelivery(bob))[0]!);
  expect(taken.map(({ headers }) => headers.has('signature-input'))).toEqual([false, true]);
  expect(await hostOf('modern.example')).toMatchObject({ dialect: 'rfc9421' });

  await deliver((await enqueueDelivery(bob))[0]!);
  expect(taken).toHaveLength(3);
  const { headers } = taken[2]!;
  const parameters = headers.get('signature-input')!.slice('sig1='.length);
  const base = [
    '"@method": POST',
    '"@target-uri": https://modern.example/inbox',
    '"@authority": modern.example',
    `"date": ${headers.get('date')}`,
    `"content-digest": ${headers.get('content-digest')}`,
    '"content-type": application/activity+json',
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = Buffer.from(headers.get('signature')!.slice('sig1=:'.length, -1), 'base64');
  const { rsa } = await getKeyPairs(ann.id);
  expect(verify('sha256', Buffer.from(base), rsa.publicKey, signature)).toBe(true);
});

test('a peer that returns to draft-cavage signatures is reached with them again', async () => {
  await prisma().host.create({ data: { host: 'back.example', dialect: 'rfc9421' } });
  peer('back.example', ({ headers }) => emptyResponse(headers.has('signature-input') ? 401 : 202));
  await deliver((await enqueueDelivery(await upsertAccount('bob', 'back.example')))[0]!);
  expect(await hostOf('back.example')).toMatchObject({ dialect: 'cavage' });
});

test('the bodies of long activities do not stay in memory', async () => {
  const rows = await query<{ id: number }>(
    `INSERT INTO activity (iri, account_id, type, body)
     SELECT 'https://cook.example/long/' || n, $1, 'Create', jsonb_build_object('content', repeat('Long ', 200000))::text
     FROM generate_series(1, 60) n RETURNING id`,
    [ann.id],
  );
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  const kept = () => {
    collect();
    return process.memoryUsage().arrayBuffers / 2 ** 20;
  };

  const before = kept();
  for (const { id } of rows) expect((await getActivityBody(id)).bytes.length).toBeGreaterThan(1_000_000);
  // Some stay, because an activity usually goes to many servers. V8 frees the others after the collection.
  const grown = () => kept() - before;
  await expect.poll(grown).toBeLessThan(30);
  expect(grown()).toBeGreaterThan(5);
});
