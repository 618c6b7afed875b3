/** Settings of operators: AUTHORIZED_FETCH requires signatures for public objects, and SEND_BLOCKS keeps blocks here. */
import { beforeAll, expect, test, vi } from 'vitest';

await vi.hoisted(async () =>
  (await import('../support/own-modules.ts')).useOwnModules({ AUTHORIZED_FETCH: 'on', SEND_BLOCKS: 'off' }),
);

import type { Account } from '../../src/domain/accounts/account.ts';
import { ensureInstanceActor, register } from '../../src/domain/accounts/register.ts';
import { block, unblock } from '../../src/domain/interactions/block.ts';
import { getRelationships } from '../../src/domain/interactions/follow.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { iris } from '../../src/lib/iris.ts';
import { useDatabase } from '../support/database-connection.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { enqueued } from '../support/enqueued.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';

useDatabase();
let ann: Account;
let iri: string;

beforeAll(async () => {
  ann = await register({ username: 'ann' });
  const draft = { content: 'hello', visibility: 'public' as const, locale: 'en', sensitive: false };
  const id = await createStatus(ann.id, { ...draft, spoilerText: '', inReplyToId: null });
  iri = iris.eventable('status', ann.id, id);
});

const get = async (url: string, headers: Record<string, string> = {}) =>
  (await handleFederationRequest(new Request(url, { headers: { accept: 'application/activity+json', ...headers } })))!;

test('an unsigned GET gets no content where signatures are required', async () => {
  for (const url of [iri, `${iri}999`, ann.iri!, `${ann.iri}/outbox`, `${iri}/replies`]) {
    const response = await get(url);
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('a signed GET gets public objects, in a response that is not shared', async () => {
  const { rsa } = remoteServerAt('reader.example').actor('instance', { type: 'Application' });
  const response = await get(iri, signatureHeaders({ method: 'GET', url: iri, body: null }, rsa));
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

test('the instance actor is public, because other servers need its key first', async () => {
  expect((await get((await ensureInstanceActor()).iri!)).status).toBe(200);
});

test('browsers are redirected to the page', async () => {
  expect((await get(iri, { accept: 'text/html' })).status).toBe(302);
});

test('a block is not federated where the operator switched that off', async () => {
  const bob = await upsertAccount('bob', 'far.example');
  const toSend = () => enqueued('send-activity');
  const before = await toSend();
  await block(ann.id, bob.id);
  expect(await getRelationships(ann.id, [bob.id])).toMatchObject([{ blocking: true }]);
  await unblock(ann.id, bob.id);
  expect(await toSend()).toEqual(before);
});
