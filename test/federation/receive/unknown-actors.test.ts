/** Unknown actors are stored only after their signature verifies, and cause few fetches. */
import { expect, test } from 'vitest';
import { findAccountByIri } from '../../../src/domain/accounts/account.ts';
import { handleFederationRequest } from '../../../src/federation/index.ts';
import { anotherRemoteServer, bob, remote } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import { type Json, newRsaKey } from '../../support/remote-server.ts';
import type { SigningKey } from '../../support/remote-server-signing.ts';
import { stored } from '../../support/stored.ts';
import { follow, useInboxOfAnn } from './fixture.ts';

useInboxOfAnn();

/** Posts an activity from an address. */
const postFrom = async (address: string, activity: Json, by: SigningKey = bob.rsa, from = remote) =>
  (await handleFederationRequest(from.signed(JSON.stringify(activity), by), address))!;

function fillOutbox(): string {
  const orderedItems = Array.from({ length: 3 }, () => remote.note(bob));
  const outbox = { id: remote.iri('/users/bob/outbox'), type: 'OrderedCollection', orderedItems };
  remote.serve(outbox.id, () => outbox);
  return outbox.id;
}

const countItems = () => stored.items({ iri: { startsWith: `https://${remote.host}/` } });

test('an unknown actor is stored only if its signature verifies, and its outbox is not read then', async () => {
  const outbox = fillOutbox();
  const forged = newRsaKey(bob.rsa.iri);
  expect((await remote.send(follow(), { by: forged })).status).toBe(401);
  await drain();
  expect(await findAccountByIri(bob.iri)).toBeNull();
  expect(await countItems()).toBe(0);

  // The actor that was fetched for the forged signature serves the real one.
  expect((await remote.send(follow())).status).toBe(202);
  await drain();
  expect(await findAccountByIri(bob.iri)).toMatchObject({ handle: bob.handle });
  expect(remote.requestedUrls.filter((url) => url === bob.iri)).toHaveLength(1);
  expect(remote.requestedUrls).not.toContain(outbox);
  expect(await countItems()).toBe(0);
});

test('failed key fetches count against the address that caused them, and against no other', async () => {
  const invented = (number: number) => newRsaKeyAt(remote.iri(`/users/nobody${number}`));
  for (let number = 0; number < 30; number += 1)
    expect((await postFrom('192.0.2.1', follow(), invented(number))).status).toBe(401);

  const refused = await postFrom('192.0.2.1', follow(), invented(30));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
  expect(remote.requestedUrls).not.toContain(remote.iri('/users/nobody30'));
  expect((await postFrom('192.0.2.2', follow())).status).toBe(202);
});

test('one address may cause 300 key fetches in five minutes', async () => {
  const unsigned = newRsaKey('https://unused.example/');
  for (let number = 0; number < 300; number += 1) {
    const { iri } = remote.actor(`member${number}`, {}, unsigned);
    const key = { ...unsigned, iri: `${iri}#main-key` };
    expect((await postFrom('192.0.2.3', follow(), key)).status).toBe(401);
  }
  expect((await postFrom('192.0.2.3', follow())).status).toBe(429);
  expect((await postFrom('192.0.2.4', follow())).status).toBe(202);
});

test('hanging key fetches block neither other servers nor other addresses, and further ones are answered 503', async () => {
  const slow = anotherRemoteServer('slow');
  const pending = Promise.withResolvers<void>();
  let asked = 0;
  slow.respond = async () => {
    asked += 1;
    await pending.promise;
    return new Response(null, { status: 404 });
  };
  const neverRespond = (number: number, address: string) =>
    postFrom(
      address,
      { ...follow(), id: slow.iri(`/${number}`), actor: slow.iri(`/users/${number}`) },
      newRsaKeyAt(slow.iri(`/users/${number}`)),
      slow,
    );

  const hanging = Array.from({ length: 16 }, (_, number) => neverRespond(number, '192.0.2.5'));
  await expect.poll(() => asked).toBe(16);
  expect((await neverRespond(16, '192.0.2.6')).status).toBe(503);
  const busy = await postFrom('192.0.2.5', follow());
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '15']);
  expect((await postFrom('192.0.2.6', follow())).status).toBe(202);

  pending.resolve();
  expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual(Array(16).fill(401));
  expect((await postFrom('192.0.2.5', follow())).status).toBe(202);
});

const sharedKey = newRsaKey('https://unused.example/');
const newRsaKeyAt = (actor: string): SigningKey => ({ ...sharedKey, iri: `${actor}#main-key` });
