/** An activity is accepted only if key, actor and activity id belong together. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { toMultikey } from '../../src/federation/objects/actor.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { verifyGet } from '../../src/federation/verify/verify-get.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { config } from '../../src/lib/config.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../support/bob.ts';
import { useReceiver } from '../support/receiver.ts';
import { newRsaKey, type PeerActor, type RemoteServer } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';
import { stored } from '../support/stored.ts';

let ann: Account;
let mallory: RemoteServer;
let eve: PeerActor;

useReceiver();
useBob();
beforeAll(async () => {
  ann = await register({ username: 'ann' });
});

beforeEach(() => {
  mallory = anotherRemoteServer('evil');
  eve = mallory.actor('eve');
});

const followBy = (actor: PeerActor, from = remote) => from.activity('Follow', actor, ann.iri);

const isKept = async (actor: PeerActor): Promise<boolean> => (await stored.inbound({ actorIri: actor.iri })) > 0;

async function statusOf(response: Promise<Response>): Promise<number> {
  return (await response).status;
}

test('another server cannot speak for an actor', async () => {
  expect(await statusOf(remote.send(followBy(bob), { by: eve.rsa }))).toBe(202);
  expect(await isKept(bob)).toBe(false);
});

test('another actor of the same server cannot speak for an actor', async () => {
  const carol = remote.actor('carol');
  expect(await statusOf(remote.send(followBy(bob), { by: carol.rsa }))).toBe(401);
  expect(await isKept(bob)).toBe(false);
});

test('a key whose claimed owner does not list it is refused', async () => {
  const forged = newRsaKey(remote.iri('/uploads/key'));
  remote.serve(forged.iri, () => ({
    id: forged.iri,
    type: 'Key',
    owner: bob.iri,
    publicKeyPem: forged.publicPem,
  }));
  expect(await statusOf(remote.send(followBy(bob), { by: forged }))).toBe(401);
  expect(await isKept(bob)).toBe(false);
});

test('a key on another server that claims a local owner is refused', async () => {
  const forged = newRsaKey(mallory.iri('/key'));
  mallory.serve(forged.iri, () => ({ id: forged.iri, owner: bob.iri, publicKeyPem: forged.publicPem }));
  expect(await statusOf(remote.send(followBy(bob), { by: forged }))).toBe(401);
  expect(remote.requestedUrls).toEqual([]);
});

test('a copy of an actor, served under another address with another key, does not change whose key it is', async () => {
  const forged = newRsaKey(remote.iri('/uploads/actor#main-key'));
  remote.serve(remote.iri('/uploads/actor'), () => ({
    ...bob.json,
    publicKey: { id: forged.iri, owner: bob.iri, publicKeyPem: forged.publicPem },
  }));
  expect(await statusOf(remote.send(followBy(bob), { by: forged }))).toBe(401);
});

test('an actor that lists a key of another origin does not get it', async () => {
  const forged = newRsaKey(`${bob.iri}#main-key`);
  eve.json.publicKey = { id: forged.iri, owner: eve.iri, publicKeyPem: forged.publicPem };
  await mallory.send(followBy(eve, mallory), { by: { ...eve.rsa } });
  expect(await statusOf(remote.send(followBy(bob), { by: forged }))).toBe(401);
});

test('an actor document of the wrong content type is no actor', async () => {
  for (const type of ['application/json', 'text/html', 'application/octet-stream']) {
    emptyCaches();
    remote.serve(bob.iri, () => bob.json, type);
    expect(await statusOf(remote.send(followBy(bob)))).toBe(401);
  }
});

test('an actor document that names itself by another id is no actor', async () => {
  remote.serve(bob.iri, () => ({ ...bob.json, id: mallory.iri('/users/bob') }));
  expect(await statusOf(remote.send(followBy(bob)))).toBe(401);
});

test('an activity whose id is of another origin than its actor is 403', async () => {
  const activity = { ...followBy(bob), id: mallory.iri('/activities/1') };
  expect(await statusOf(remote.send(activity))).toBe(403);
  expect(await statusOf(remote.send({ ...activity, id: `http://${remote.host}/1` }))).toBe(403);
  expect(await statusOf(remote.send({ ...activity, id: `https://${remote.host}.evil.example/1` }))).toBe(403);
  expect(await statusOf(remote.send({ ...activity, id: `https://${remote.host}@evil.example/1` }))).toBe(403);
  expect(await isKept(bob)).toBe(false);
});

test('a key in a document of its own is found through the actor that lists it, as on GoToSocial', async () => {
  const key = newRsaKey(`${bob.iri}/main-key`);
  bob.json.publicKey = { id: key.iri, owner: bob.iri, publicKeyPem: key.publicPem };
  remote.serve(key.iri, () => ({
    id: bob.iri,
    type: 'Person',
    preferredUsername: 'bob',
    publicKey: bob.json.publicKey,
  }));
  expect(await statusOf(remote.send(followBy(bob), { by: key }))).toBe(202);
});

test('a key document that names its owner leads to the actor', async () => {
  const key = newRsaKey(remote.iri('/keys/7'));
  bob.json.publicKey = [{ id: key.iri, owner: bob.iri, publicKeyPem: key.publicPem }];
  remote.serve(key.iri, () => ({ id: key.iri, type: 'Key', owner: bob.iri, publicKeyPem: key.publicPem }));
  expect(await statusOf(remote.send(followBy(bob), { by: key }))).toBe(202);
});

test.each(['rfc9421', 'cavage'] as const)('an Ed25519 key among the assertion methods signs in %s', async (dialect) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = { iri: `${bob.iri}#ed25519-key`, privateKey };
  bob.json.assertionMethod = [
    {
      id: key.iri,
      type: 'Multikey',
      controller: bob.iri,
      publicKeyMultibase: toMultikey(createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))),
    },
  ];
  const algorithm = dialect === 'cavage' ? 'hs2019' : undefined;
  expect(await statusOf(remote.send(followBy(bob), { by: key, dialect, algorithm }))).toBe(202);
});

test('a rotated key is fetched at once, and the old key is refused', async () => {
  expect(await statusOf(remote.send(followBy(bob)))).toBe(202);
  const old = bob.rsa;
  const rotated = newRsaKey(old.iri);
  bob.json.publicKey = { id: rotated.iri, owner: bob.iri, publicKeyPem: rotated.publicPem };
  emptyCaches();

  expect(await statusOf(remote.send(followBy(bob), { by: rotated }))).toBe(202);
  expect(await statusOf(remote.send(followBy(bob), { by: old }))).toBe(401);
});

test('a rotated key that another request has just fetched is accepted', async () => {
  for (const _ of [1, 2]) await remote.send(followBy(bob));
  const rotated = newRsaKey(bob.rsa.iri);
  bob.json.publicKey = { id: rotated.iri, owner: bob.iri, publicKeyPem: rotated.publicPem };
  await upsertRemoteAccount(await loadActor(bob.iri, newBudget(4)));
  expect(await statusOf(remote.send(followBy(bob), { by: rotated }))).toBe(202);
});

test('invalid signatures cause one fetch of an actor in 5 minutes', async () => {
  await remote.send(followBy(bob));
  const wrong = newRsaKey(bob.rsa.iri);
  for (let round = 0; round < 4; round += 1) await remote.send(followBy(bob), { by: wrong });
  expect(remote.requestedUrls.filter((url) => url === bob.iri)).toHaveLength(1);

  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5 * 60_000 + 1);
  for (let round = 0; round < 4; round += 1) await remote.send(followBy(bob), { by: wrong });
  vi.restoreAllMocks();
  expect(remote.requestedUrls.filter((url) => url === bob.iri)).toHaveLength(2);
});

test('a server that sends made-up key ids is asked for at most 30 of them', async () => {
  for (let number = 0; number < 40; number += 1) {
    await mallory.send(followBy(eve, mallory), { by: { ...eve.rsa, iri: mallory.iri(`/keys/${number}`) } });
  }
  expect(mallory.requestedUrls.length).toBe(30);
});

test('a server that cannot be reached for its key is 401, never 5xx', async () => {
  remote.fail(bob.iri, 503);
  expect(await statusOf(remote.send(followBy(bob)))).toBe(401);
});

test('an endless actor document is 401', async () => {
  remote.responses.set(
    bob.iri,
    () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2 ** 18).fill(32)) }), {
        headers: { 'content-type': 'application/activity+json' },
      }),
  );
  expect(await statusOf(remote.send(followBy(bob)))).toBe(401);
});

test('the Delete of an account that no longer exists is accepted although its key is gone', async () => {
  await remote.send(followBy(bob));
  const replaced = newRsaKey(bob.rsa.iri);
  remote.fail(bob.iri, 410);
  emptyCaches();

  const farewell = remote.activity('Delete', bob, bob.iri);
  expect(await statusOf(remote.send(farewell, { by: replaced }))).toBe(202);
  emptyCaches();
  const other = remote.activity('Delete', bob, remote.iri('/notes/1'));
  expect(await statusOf(remote.send(other, { by: replaced }))).toBe(401);
});

test('the actor that signed is stored, without reading its outbox', async () => {
  await remote.send(followBy(bob));
  expect(await findAccountByIri(bob.iri)).toMatchObject({ handle: bob.handle, inbox: `${bob.iri}/inbox` });
  expect(remote.requestedUrls).not.toContain(`${bob.iri}/outbox`);
});

test('a signed GET identifies the requesting server, in both dialects', async () => {
  const url = `${config.baseUrl}/users/${ann.id}/statuses/1`;
  const requester = '192.0.2.1';
  for (const dialect of ['cavage', 'rfc9421'] as const) {
    const headers = signatureHeaders({ method: 'GET', url, body: null }, bob.rsa, { dialect });
    expect(await verifyGet(new Request(url, { headers }), requester)).toMatchObject({ host: remote.host });
    expect(await verifyGet(new Request(`${url}2`, { headers }), requester)).toBeNull();
  }
  expect(await verifyGet(new Request(url), requester)).toBeNull();
});

test('an activity in expanded form is read once its signer is certain', async () => {
  const as = 'https://www.w3.org/ns/activitystreams#';
  const id = remote.iri('/activities/expanded');
  const expanded = {
    '@id': id,
    '@type': [`${as}Follow`],
    [`${as}actor`]: [{ '@id': bob.iri }],
    [`${as}object`]: [{ '@id': ann.iri }],
  };
  expect(await statusOf(remote.send(expanded, { by: eve.rsa }))).toBe(202);
  expect(await isKept(bob)).toBe(false);
  expect(await statusOf(remote.send(expanded, { by: bob.rsa }))).toBe(202);
  expect(await isKept(bob)).toBe(true);
});
