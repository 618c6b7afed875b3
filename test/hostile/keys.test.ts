/** A key speaks for the actor whose own document lists it, and for nobody else. */
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetAttempts } from '../../src/federation/keys/attempts.ts';
import { useDatabase } from '../support/database-connection.ts';
import {
  activityType,
  type Elsewhere,
  elsewhereAt,
  type Json,
  newRsaKey,
  type PeerActor,
} from '../support/elsewhere.ts';
import type { SigningKey } from '../support/elsewhere-signing.ts';
import { forgetKeysAndAttempts } from '../support/gate.ts';
import { attack, buildWorld, expectRefused, senderTables, type World } from '../support/hostile.ts';

useDatabase();
let world: World;
beforeAll(async () => {
  world = await buildWorld();
});
beforeEach(forgetKeysAndAttempts);

const dialects = ['cavage', 'rfc9421'] as const;
const spki = { type: 'spki', format: 'pem' } as const;
let serial = 0;

/** A new hostile server with an actor nobody here has heard of. */
function newcomer(): { server: Elsewhere; eve: PeerActor } {
  serial += 1;
  const server = elsewhereAt(`evil-${serial}.example`);
  return { server, eve: server.actor('eve') };
}

const likeBy = (server: Elsewhere, actor: { iri: string }, by: SigningKey) =>
  server.signedBy(server.activity('Like', actor as PeerActor, world.post.iri), { by });

const badKeys: [string, () => { privateKey: KeyObject; publicKey: KeyObject }][] = [
  ['RSA of 1024 bits', () => generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['RSA of 2040 bits', () => generateKeyPairSync('rsa', { modulusLength: 2040 })],
  ['RSA-PSS', () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 })],
  ['ECDSA', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['Ed448', () => generateKeyPairSync('ed448')],
  ['DSA', () => generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 })],
];

test.each(badKeys)('a key of %s signs nothing', async (_, generate) => {
  const { privateKey, publicKey } = generate();
  const { server, eve } = newcomer();
  eve.json.publicKey = { id: eve.rsa.iri, owner: eve.iri, publicKeyPem: publicKey.export(spki) };

  for (const dialect of dialects) {
    forgetAttempts();
    const activity = server.activity('Like', eve, world.post.iri);
    const by = { iri: eve.rsa.iri, privateKey };
    await expectRefused(server.signedBy(activity, { by, dialect }), 401, senderTables);
  }
});

test('a private key shown is no key', async () => {
  const { server, eve } = newcomer();
  const publicKeyPem = eve.rsa.privateKey.export({ type: 'pkcs8', format: 'pem' });
  eve.json.publicKey = { id: eve.rsa.iri, owner: eve.iri, publicKeyPem };
  await expectRefused(likeBy(server, eve, eve.rsa), 401, senderTables);
});

test('the public key itself is no shared secret', async () => {
  const request = likeBy(world.evil, world.eve, world.eve.rsa);
  const value = createHmac('sha256', world.eve.rsa.publicPem).update('x').digest('base64');
  const signature = request.headers.get('signature')!.replace(/signature="[^"]*"/, `signature="${value}"`);
  request.headers.set('signature', signature);
  await expectRefused(request, 401, senderTables);
});

test('an algorithm named in RFC 9421 that is not the key’s is 401', async () => {
  const activity = world.evil.activity('Like', world.eve, world.post.iri);
  const request = world.evil.signedBy(activity, { dialect: 'rfc9421', algorithm: 'ed25519' });
  await expectRefused(request, 401, senderTables);
});

/** Each makes a key document or an actor that says more than is true, and signs as Bob with that key. */
const pretences: [says: string, prepare: (evil: Elsewhere, eve: PeerActor) => SigningKey][] = [
  [
    'a key document of another server that claims him as owner',
    (evil) => keyDocument(evil, '/key', { owner: world.bob.iri }),
  ],
  [
    'a key document of another server that claims him as controller',
    (evil) => keyDocument(evil, '/key', { controller: world.bob.iri }),
  ],
  [
    'a key document on his own server that claims him as owner, and that he does not list',
    () => keyDocument(world.good, '/uploads/key', { owner: world.bob.iri }),
  ],
  [
    'an actor of another server whose key is owned by him',
    (_, eve) => {
      eve.json.publicKey = { id: eve.rsa.iri, owner: world.bob.iri, publicKeyPem: eve.rsa.publicPem };
      return eve.rsa;
    },
  ],
  [
    'an actor of another server that lists a key under his key’s id',
    (_, eve) => {
      const forged = newRsaKey(world.bob.rsa.iri);
      eve.json.publicKey = { id: forged.iri, owner: eve.iri, publicKeyPem: forged.publicPem };
      return forged;
    },
  ],
  [
    'an actor of another server that says its id is his',
    (evil, eve) => {
      evil.serve(eve.iri, () => ({ ...world.bob.json, publicKey: keyOf(eve.rsa, world.bob.iri) }));
      return eve.rsa;
    },
  ],
  [
    'an actor of another server that says its id is his, with a fragment',
    (evil, eve) => {
      evil.serve(eve.iri, () => ({ ...eve.json, id: `${world.bob.iri}#eve` }));
      return eve.rsa;
    },
  ],
  [
    'a copy of him at another address of his server, with another key',
    () => {
      const forged = newRsaKey(world.good.iri('/uploads/bob#main-key'));
      world.good.serve(world.good.iri('/uploads/bob'), () => ({
        ...world.bob.json,
        publicKey: keyOf(forged, world.bob.iri),
      }));
      return forged;
    },
  ],
  ['another actor of his server, rightly signed', () => world.mal.rsa],
  [
    'an open redirect on his server that leads to an actor elsewhere',
    (evil) => {
      const forged = newRsaKey(world.good.iri('/login?next=evil#main-key'));
      redirect(world.good, '/login?next=evil', evil.iri('/bob'));
      evil.serve(evil.iri('/bob'), () => ({ ...world.bob.json, publicKey: keyOf(forged, world.bob.iri) }));
      return forged;
    },
  ],
  [
    'an open redirect on his server that leads to a document that names the redirect as its id',
    (evil) => {
      const forged = newRsaKey(world.good.iri('/go#main-key'));
      redirect(world.good, '/go', evil.iri('/go'));
      evil.serve(evil.iri('/go'), () => ({
        ...world.bob.json,
        id: world.good.iri('/go'),
        publicKey: keyOf(forged, world.good.iri('/go')),
      }));
      return forged;
    },
  ],
  [
    'a redirect from another server to him',
    (evil) => {
      const forged = newRsaKey(evil.iri('/to-bob#main-key'));
      redirect(evil, '/to-bob', world.bob.iri);
      return forged;
    },
  ],
  [
    'his actor served as plain JSON with another key',
    (evil) => {
      const forged = newRsaKey(evil.iri('/json#main-key'));
      evil.serve(
        evil.iri('/json'),
        () => ({ ...world.bob.json, publicKey: keyOf(forged, world.bob.iri) }),
        'application/json',
      );
      return forged;
    },
  ],
];

test.each(pretences)('nobody speaks for Bob by %s', async (_, prepare) => {
  const { server, eve } = newcomer();
  const by = prepare(server, eve);
  await expectRefused(likeBy(world.good, world.bob, by), 401, senderTables);
});

test('after all that Bob still speaks for himself', async () => {
  const seen = await attack(world.good.signedBy(world.good.activity('Like', world.bob, world.secret.iri)));
  expect(seen).toMatchObject({ status: 202 });
  expect(seen.changed).toContain('"like"');
});

const unusable: [says: string, document: (eve: PeerActor) => Json][] = [
  ['lists no key', (eve) => ({ ...eve.json, publicKey: undefined })],
  [
    'lists a key without an owner',
    (eve) => ({ ...eve.json, publicKey: { id: eve.rsa.iri, publicKeyPem: eve.rsa.publicPem } }),
  ],
  [
    'lists its key on another host',
    (eve) => ({ ...eve.json, publicKey: { ...keyOf(eve.rsa, eve.iri), id: 'https://keys.example/1' } }),
  ],
  [
    'lists a key that is no PEM',
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
  [
    'lists a key that is an array of arrays',
    (eve) => ({ ...eve.json, publicKey: [[[[keyOf(eve.rsa, eve.iri)]]]] }),
  ],
  [
    'hides its key among ten thousand others',
    (eve) => ({
      ...eve.json,
      publicKey: [
        ...Array.from({ length: 3_000 }, (_, index) => ({ id: `${eve.iri}#${index}`, owner: eve.iri })),
        keyOf(eve.rsa, eve.iri),
      ],
    }),
  ],
  ['has no inbox', (eve) => ({ ...eve.json, inbox: undefined })],
  ['has no name', (eve) => ({ ...eve.json, preferredUsername: undefined })],
  ['is called like an address', (eve) => ({ ...eve.json, preferredUsername: 'bob@good.example' })],
  ['is a Note', (eve) => ({ ...eve.json, type: 'Note' })],
  ['is a tombstone', (eve) => ({ ...eve.json, type: 'Tombstone' })],
];

test.each(unusable)('an actor that %s is not heard', async (_, document) => {
  const { server, eve } = newcomer();
  server.serve(eve.iri, () => JSON.parse(JSON.stringify(document(eve))));
  await expectRefused(likeBy(server, eve, eve.rsa), 401, senderTables);
});

test.each([
  ['gone', 410],
  ['not found', 404],
  ['forbidden', 403],
  ['broken', 500],
  ['a page', 200],
])('an actor that is %s is not heard', async (_, status) => {
  const { server, eve } = newcomer();
  server.answers.set(
    eve.iri,
    () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
  );
  await expectRefused(likeBy(server, eve, eve.rsa), 401);
});

function keyDocument(server: Elsewhere, path: string, claims: Json): SigningKey {
  const key = newRsaKey(server.iri(path));
  server.serve(
    key.iri,
    () => ({ id: key.iri, type: 'Key', publicKeyPem: key.publicPem, ...claims }),
    activityType,
  );
  return key;
}

function keyOf(key: SigningKey & { publicPem?: string }, owner: string): Json {
  return { id: key.iri, owner, publicKeyPem: key.publicPem };
}

function redirect(server: Elsewhere, path: string, location: string): void {
  server.answers.set(server.iri(path), () => new Response(null, { status: 302, headers: { location } }));
}
