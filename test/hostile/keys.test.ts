/** Checks that a key signs only for the actor whose own document lists it. */
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { attack, expectRefused, fixture, senderTables, useHostileFixture } from '../support/hostile-fixture.ts';
import { clearCaches } from '../support/receiver.ts';
import { type Json, newRsaKey, type PeerActor, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import type { SigningKey } from '../support/remote-server-signing.ts';
import { sampled } from '../support/test-length.ts';
import { forgedKeys, keyOf } from './forged-keys.ts';

useHostileFixture();
beforeEach(clearCaches);

const dialects = ['cavage', 'rfc9421'] as const;
const spki = { type: 'spki', format: 'pem' } as const;
let serial = 0;

/** A new hostile server with an unknown actor. */
function newEvilServer(): { server: RemoteServer; eve: PeerActor } {
  serial += 1;
  const server = remoteServerAt(`evil-${serial}.example`);
  return { server, eve: server.actor('eve') };
}

const likeBy = (server: RemoteServer, actor: { iri: string }, by: SigningKey) =>
  server.signedBy(server.activity('Like', actor as PeerActor, fixture.post.iri), { by });

const badKeys: [string, () => { privateKey: KeyObject; publicKey: KeyObject }][] = [
  ['RSA of 1024 bits', () => generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['RSA of 2040 bits', () => generateKeyPairSync('rsa', { modulusLength: 2040 })],
  ['RSA-PSS', () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 })],
  ['ECDSA', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['Ed448', () => generateKeyPairSync('ed448')],
  ['DSA', () => generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 })],
];

test.each(sampled(badKeys, 2))('a signature with a key of %s is refused', async (_, generate) => {
  const { privateKey, publicKey } = generate();
  const { server, eve } = newEvilServer();
  eve.json.publicKey = { id: eve.rsa.iri, owner: eve.iri, publicKeyPem: publicKey.export(spki) };

  for (const dialect of dialects) {
    emptyCaches();
    const activity = server.activity('Like', eve, fixture.post.iri);
    const by = { iri: eve.rsa.iri, privateKey };
    await expectRefused(server.signedBy(activity, { by, dialect }), 401, senderTables);
  }
});

test('a published private key is not accepted as a public key', async () => {
  const { server, eve } = newEvilServer();
  const publicKeyPem = eve.rsa.privateKey.export({ type: 'pkcs8', format: 'pem' });
  eve.json.publicKey = { id: eve.rsa.iri, owner: eve.iri, publicKeyPem };
  await expectRefused(likeBy(server, eve, eve.rsa), 401, senderTables);
});

test('the public key is not accepted as a shared secret', async () => {
  const request = likeBy(fixture.evil, fixture.eve, fixture.eve.rsa);
  const value = createHmac('sha256', fixture.eve.rsa.publicPem).update('x').digest('base64');
  const signature = request.headers.get('signature')!.replace(/signature="[^"]*"/, `signature="${value}"`);
  request.headers.set('signature', signature);
  await expectRefused(request, 401, senderTables);
});

test('a signature whose RFC 9421 algorithm does not match the key is a 401', async () => {
  const activity = fixture.evil.activity('Like', fixture.eve, fixture.post.iri);
  const request = fixture.evil.signedBy(activity, { dialect: 'rfc9421', algorithm: 'ed25519' });
  await expectRefused(request, 401, senderTables);
});

test.each(forgedKeys)('nobody can sign as Bob with %s', async (_, prepare) => {
  const { server, eve } = newEvilServer();
  const by = prepare(server, eve);
  await expectRefused(likeBy(fixture.good, fixture.bob, by), 401, senderTables);
});

test('after all these attempts, Bob can still sign for himself', async () => {
  const seen = await attack(fixture.good.signedBy(fixture.good.activity('Like', fixture.bob, fixture.secret.iri)));
  expect(seen).toMatchObject({ status: 202 });
  expect(seen.changed).toContain('like');
});

test('another actor of his server cannot take over the row of his key by listing it, in either order', async () => {
  const { good, bob, mal } = fixture;
  const listed = mal.json.publicKey;
  const next = newRsaKey(`${mal.iri}#next`);
  const claim = (owner: PeerActor) => ({ id: owner.rsa.iri, owner: mal.iri, publicKeyPem: next.publicPem });
  const ned = good.actor('ned');
  mal.json.publicKey = [listed, keyOf(next, mal.iri), claim(bob), claim(ned)];
  expect(await attack(likeBy(good, mal, next))).toMatchObject({ status: 202 });

  for (const owner of [bob, ned]) {
    const request = likeBy(good, owner, { iri: owner.rsa.iri, privateKey: next.privateKey });
    expect([owner.iri, (await attack(request)).status]).toEqual([owner.iri, 401]);
    expect([owner.iri, (await attack(likeBy(good, owner, owner.rsa))).status]).toEqual([owner.iri, 202]);
    const keys = await prisma().actorKey.findMany({ where: { iri: owner.rsa.iri }, include: { account: true } });
    expect(keys.map(({ account }) => account.iri)).toEqual([owner.iri]);
  }
  mal.json.publicKey = listed;
});

const unusable: [label: string, document: (eve: PeerActor) => Json][] = [
  ['lists no key', (eve) => ({ ...eve.json, publicKey: undefined })],
  [
    'lists a key on another host',
    (eve) => ({ ...eve.json, publicKey: { ...keyOf(eve.rsa, eve.iri), id: 'https://keys.example/1' } }),
  ],
  [
    'lists a key that is not PEM',
    (eve) => ({
      ...eve.json,
      publicKey: {
        ...keyOf(eve.rsa, eve.iri),
        publicKeyPem: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
      },
    }),
  ],
  [
    'lists a key of a megabyte',
    (eve) => ({
      ...eve.json,
      publicKey: {
        ...keyOf(eve.rsa, eve.iri),
        publicKeyPem: `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(900_000)}`,
      },
    }),
  ],
  ['lists a key that is an array of arrays', (eve) => ({ ...eve.json, publicKey: [[[[keyOf(eve.rsa, eve.iri)]]]] })],
  [
    'lists its key among ten thousand others',
    (eve) => ({
      ...eve.json,
      publicKey: [
        ...Array.from({ length: 3_000 }, (_, index) => ({ id: `${eve.iri}#${index}`, owner: eve.iri })),
        keyOf(eve.rsa, eve.iri),
      ],
    }),
  ],
  ['has no inbox', (eve) => ({ ...eve.json, inbox: undefined })],
  ['has an address as its name', (eve) => ({ ...eve.json, preferredUsername: 'bob@good.example' })],
  ['is a Note', (eve) => ({ ...eve.json, type: 'Note' })],
  ['is a tombstone', (eve) => ({ ...eve.json, type: 'Tombstone' })],
];

test.each(sampled(unusable, 3))('activities of an actor that %s are refused', async (_, document) => {
  const { server, eve } = newEvilServer();
  server.serve(eve.iri, () => JSON.parse(JSON.stringify(document(eve))));
  await expectRefused(likeBy(server, eve, eve.rsa), 401, senderTables);
});

test.each([
  ['gone', 410],
  ['not found', 404],
  ['forbidden', 403],
  ['broken', 500],
  ['a page', 200],
])('activities of an actor that is %s are refused', async (_, status) => {
  const { server, eve } = newEvilServer();
  server.responses.set(eve.iri, () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } }));
  await expectRefused(likeBy(server, eve, eve.rsa), 401);
});
