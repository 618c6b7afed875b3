/** Actor documents are read into accounts with their keys. */
import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ActorProfile } from '../../../src/domain/accounts/remote.ts';
import { withContext } from '../../../src/federation/json-ld/context.ts';
import { readActor, toActor } from '../../../src/federation/objects/actor.ts';
import { iris } from '../../../src/lib/iris.ts';
import { ann } from '../../support/ann.ts';
import { ed25519Pem, pkcs1Pem, rsaPem, weakPem } from '../../support/public-keys.ts';

const bob = 'https://elsewhere.example/users/bob';
const actor = { id: bob, type: 'Person', preferredUsername: 'Bob', inbox: `${bob}/inbox` };
const rsaKey = { id: `${bob}#main-key`, owner: bob, publicKeyPem: rsaPem };
const spki = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'pem' });

function read(json: unknown): ActorProfile {
  const reading = readActor(json);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
}

test('an actor that we send is read completely by another Potluck server', () => {
  const keys = {
    rsa: { iri: iris.key(1, 'rsa'), publicKey: createPublicKey(rsaPem), publicPem: rsaPem },
    ed25519: { iri: iris.key(1, 'ed25519'), publicKey: createPublicKey(ed25519Pem), publicPem: ed25519Pem },
  };
  const account = {
    ...ann,
    name: 'Ann <3 & <b>Bob</b>',
    locked: true,
    alsoKnownAs: ['https://old.example/ann'],
  };
  const document = JSON.parse(JSON.stringify(withContext(toActor(account, keys, { movedToIri: bob }))));

  expect(read(document)).toEqual({
    iri: ann.iri,
    username: 'ann',
    host: new URL(ann.iri!).host,
    handle: null,
    statedHandle: 'ann@cook.example',
    url: ann.url,
    actorType: 'Person',
    name: 'Ann <3 & <b>Bob</b>',
    summary: 'Bakes on Sundays.',
    summaryHtml: ann.summaryHtml,
    inbox: ann.inbox,
    sharedInbox: ann.sharedInbox,
    outbox: ann.outbox,
    followersIri: ann.followersIri,
    followingIri: ann.followingIri,
    featuredIri: ann.featuredIri,
    avatarUrl: iris.defaultAvatar(),
    avatarDescription: null,
    headerUrl: null,
    locked: true,
    discoverable: true,
    indexable: false,
    alsoKnownAs: ['https://old.example/ann'],
    movedToIri: bob,
    suspended: false,
    publishedAt: ann.createdAt,
    followersCount: null,
    followingCount: null,
    keys: [
      { iri: iris.key(1, 'rsa'), kind: 'rsa', publicKey: spki(rsaPem) },
      { iri: iris.key(1, 'ed25519'), kind: 'ed25519', publicKey: spki(ed25519Pem) },
    ],
  });
});

test('a PKCS #1 RSA key is converted to the usual format', () => {
  const { keys } = read({ ...actor, publicKey: [{ ...rsaKey, publicKeyPem: pkcs1Pem }] });
  expect(keys).toEqual([{ iri: `${bob}#main-key`, kind: 'rsa', publicKey: spki(rsaPem) }]);
});

test('one invalid key does not invalidate the others of an actor', () => {
  const broken = {
    id: `${bob}#broken`,
    owner: bob,
    publicKeyPem: '-----BEGIN PUBLIC KEY-----\nno\n-----END PUBLIC KEY-----',
  };
  const listed = [broken, 7, 'https://elsewhere.example/key', { ...rsaKey, publicKeyPem: [5] }, rsaKey];

  expect(read({ ...actor, publicKey: listed }).keys.map(({ iri }) => iri)).toEqual([`${bob}#main-key`]);
});

test.each([
  ['is weak', { ...rsaKey, publicKeyPem: weakPem }],
  ['is owned by another actor', { ...rsaKey, owner: 'https://elsewhere.example/users/carl' }],
  ['lives on another origin', { ...rsaKey, id: 'https://victim.example/users/ann#main-key' }],
  ['is a private key', { ...rsaKey, publicKeyPem: rsaPem.replaceAll('PUBLIC', 'PRIVATE') }],
])('a key that %s is ignored', (_, publicKey) => {
  expect(read({ ...actor, publicKey }).keys).toEqual([]);
});

test('a key without an owner belongs to the actor that lists it', () => {
  expect(read({ ...actor, publicKey: { ...rsaKey, owner: undefined } }).keys).toMatchObject([{ iri: rsaKey.id }]);
  expect(read({ ...actor, publicKey: { ...rsaKey, owner: {} } }).keys).toEqual([]);
});

test.each(['bärin', 'te~st', 'bob.', 'bob-', 'ひろ', 'боб'])('%s is a user name', (preferredUsername) => {
  expect(read({ ...actor, preferredUsername }).username).toBe(preferredUsername);
});

test('a Multikey of another controller or type is ignored', () => {
  const multikey = {
    id: `${bob}#ed25519-key`,
    type: 'Multikey',
    controller: bob,
    publicKeyMultibase: 'z6MkkJAvwae55TKjTwvcdcfS96wJNXfQXAhPCj8kYHX1VWox',
  };
  const keysFor = (key: object) => read({ ...actor, assertionMethod: key }).keys.length;

  expect(keysFor(multikey)).toBe(1);
  expect(keysFor({ ...multikey, controller: 'https://elsewhere.example/users/carl' })).toBe(0);
  expect(keysFor({ ...multikey, publicKeyMultibase: 'zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme' })).toBe(0);
  expect(keysFor({ ...multikey, publicKeyMultibase: `z${'1'.repeat(100_000)}` })).toBe(0);
});

test.each([
  ['is not an object', null],
  ['is not an actor but Note', { ...actor, type: 'Note' }],
  ['has no id that is an IRI', { ...actor, id: 'javascript:alert(1)' }],
  ['has no inbox', { ...actor, inbox: null }],
  ['has an inbox of this server', { ...actor, inbox: 'https://cook.example/users/1/inbox' }],
  ['has no usable preferredUsername', { ...actor, preferredUsername: 'bob@victim.example' }],
  ['has no usable preferredUsername', { ...actor, preferredUsername: 'bоb' }],
  ['has no usable preferredUsername', { ...actor, preferredUsername: 'bob\u202Ebob' }],
  ['has no usable preferredUsername', { ...actor, preferredUsername: '.bob' }],
])('an actor that %s is refused', (reason, json) => {
  expect(readActor(json)).toEqual({ ok: false, reason });
});

test('a shared inbox and a page on another origin are ignored', () => {
  const own = { url: 'https://elsewhere.example/@bob', sharedInbox: 'https://elsewhere.example/inbox' };
  const { url, sharedInbox } = own;
  expect(read({ ...actor, url, endpoints: { sharedInbox } })).toMatchObject(own);
  expect(
    read({
      ...actor,
      url: 'https://victim.example/@bob',
      endpoints: { sharedInbox: 'https://victim.example/' },
    }),
  ).toMatchObject({ url: null, sharedInbox: null });
});

test('markup in a biography is made safe', () => {
  const { summaryHtml, summary } = read({
    ...actor,
    summary: '<p onclick="x()">Hi<script>x()</script> <b>you</b></p>',
  });
  expect(summaryHtml).toBe('<p>Hi <strong>you</strong></p>');
  expect(summary).toBe('Hi you');
});

const lines = rsaPem.trim().split('\n');

test.each([
  ['CRLF', rsaPem.replaceAll('\n', '\r\n')],
  ['no line breaks', lines.join('')],
  ['spaces for line breaks', lines.join(' ')],
  ['escaped line breaks', lines.join('\\n')],
  ['indented lines', lines.join('\n    ')],
  ['long lines', [lines[0], lines.slice(1, -1).join(''), lines.at(-1)].join('\n')],
  ['no label', lines.slice(1, -1).join('')],
  ['the label of PKCS #1', rsaPem.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY')],
  ['PKCS #1 under the usual label', pkcs1Pem.replaceAll('RSA PUBLIC KEY', 'PUBLIC KEY')],
])('a key with %s is read', (_, publicKeyPem) => {
  expect(read({ ...actor, publicKey: { ...rsaKey, publicKeyPem } }).keys).toMatchObject([{ publicKey: spki(rsaPem) }]);
});

test.each<[form: string, changes: object, expected: object]>([
  ['a key without an id', { publicKey: { owner: bob, publicKeyPem: rsaPem } }, { keys: [{ iri: `${bob}#main-key` }] }],
  ['a key with a fragment as id', { publicKey: { ...rsaKey, id: '#k' } }, { keys: [{ iri: `${bob}#k` }] }],
  ['a key whose owner has a slash', { publicKey: { ...rsaKey, owner: `${bob}/` } }, { keys: [{ iri: rsaKey.id }] }],
  ['a key whose owner is embedded', { publicKey: { ...rsaKey, owner: { id: bob } } }, { keys: [{ iri: rsaKey.id }] }],
  ['a list of keys', { publicKey: [null, rsaKey] }, { keys: [{ iri: rsaKey.id }] }],
  ['icon as a list', { icon: [null, { type: 'Image', url: `${bob}.png` }] }, { avatarUrl: `${bob}.png` }],
  ['icon as an address', { icon: `${bob}.png` }, { avatarUrl: `${bob}.png` }],
  ['icon as a link', { icon: { type: 'Link', href: `${bob}.png` } }, { avatarUrl: `${bob}.png` }],
  [
    'icon with a list of links',
    { icon: { type: 'Image', url: [{ type: 'Link', href: `${bob}.png` }] } },
    { avatarUrl: `${bob}.png` },
  ],
  ['alsoKnownAs as a text', { alsoKnownAs: 'https://old.example/bob' }, { alsoKnownAs: ['https://old.example/bob'] }],
  ['movedTo as an object', { movedTo: { id: 'https://new.example/bob' } }, { movedToIri: 'https://new.example/bob' }],
  ['several types', { type: ['Service', 'https://x.example/Bot'] }, { actorType: 'Service' }],
  ['inbox as an object', { inbox: { id: `${bob}/in`, type: 'OrderedCollection' } }, { inbox: `${bob}/in` }],
  ['endpoints that are missing', { endpoints: null }, { sharedInbox: null }],
  [
    'endpoints as a list',
    { endpoints: [{ sharedInbox: 'https://elsewhere.example/in' }] },
    { sharedInbox: 'https://elsewhere.example/in' },
  ],
  ['a name that is a language map', { nameMap: { en: 'Bob' } }, { name: 'Bob' }],
  ['a boolean as a text', { manuallyApprovesFollowers: 'true' }, { locked: true }],
  ['no preferredUsername', { preferredUsername: undefined }, { username: 'bob' }],
  [
    'no preferredUsername but an address',
    { preferredUsername: null, webfinger: 'acct:b.b@elsewhere.example' },
    { username: 'b.b' },
  ],
])('%s is read', (_, changes, expected) => {
  expect(read({ ...actor, ...changes })).toMatchObject(expected);
});
