/** Checks that every missing, altered, expired or borrowed signature is refused. */
import { expect, test } from 'vitest';
import { config } from '../../src/lib/config.ts';
import { attack, expectRefused, fixture, senderTables, useHostileFixture } from '../support/hostile-fixture.ts';
import { newRsaKey, remoteServerAt, type SendOptions } from '../support/remote-server.ts';
import { coveredParts, signatureHeaders } from '../support/remote-server-signing.ts';
import { altered, type Dialect, dialects } from './altered-requests.ts';

useHostileFixture();

/** A Like that would count if it were signed correctly. */
const like = () => fixture.evil.activity('Like', fixture.eve, fixture.post.iri);
const signedLike = (options: SendOptions = {}) => fixture.evil.signedBy(like(), options);

const minutes = (count: number) => ({ at: new Date(Date.now() + count * 60_000) });

/** Cases for both signature schemes. */
const everywhere: [label: string, options: (dialect: Dialect) => SendOptions][] = [
  ['made for another path', () => ({ signedUrl: `${config.baseUrl}/users/1/inbox` })],
  ['made for another query', () => ({ signedUrl: `${config.baseUrl}/inbox?a=b` })],
  ['made for another server', () => ({ signedUrl: 'https://other.example/inbox' })],
  ['made for our host on another port', () => ({ signedUrl: `${config.baseUrl}:8443/inbox` })],
  ['made for our host with a dot', () => ({ signedUrl: 'https://cook.example./inbox' })],
  ['made over plain http', () => ({ signedUrl: 'http://elsewhere.example/inbox' })],
  ['of another body', () => ({ signedBody: JSON.stringify(like()) })],
  ['of an empty body', () => ({ signedBody: '' })],
  ['an hour and a minute old', () => minutes(-61)],
  ['a year old', () => minutes(-60 * 24 * 365)],
  ['six minutes in the future', () => minutes(6)],
  ['a year in the future', () => minutes(60 * 24 * 365)],
  ['by a key that no actor lists', () => ({ by: newRsaKey(fixture.evil.iri('/users/eve#other')) })],
  ['by another key with a listed id', () => ({ by: newRsaKey(fixture.eve.rsa.iri) })],
  ['with the key id of an actor on another server', () => ({ by: { ...fixture.eve.rsa, iri: fixture.bob.rsa.iri } })],
  ['with a key id of a local account', () => ({ by: { ...fixture.eve.rsa, iri: `${fixture.ann.iri}#main-key` } })],
  ['with a key id that is not an IRI', () => ({ by: { ...fixture.eve.rsa, iri: 'eve' } })],
  ['with a key id of another scheme', () => ({ by: { ...fixture.eve.rsa, iri: 'file:///etc/passwd' } })],
  ['with a key id over plain http', () => ({ by: { ...fixture.eve.rsa, iri: 'http://evil.example/users/eve' } })],
  ['with a key id that contains a password', () => ({ by: { ...fixture.eve.rsa, iri: 'https://a:b@evil.example/u' } })],
  [
    'with a key id that is too long to store',
    () => ({ by: { ...fixture.eve.rsa, iri: fixture.evil.iri(`/${'k'.repeat(1_100)}`) } }),
  ],
  ['without an algorithm', () => ({ algorithm: 'none' })],
  ['by SHA-1', () => ({ algorithm: 'rsa-sha1' })],
  ['by a shared secret', () => ({ algorithm: 'hmac-sha256' })],
  ['by an algorithm with a strange name', () => ({ algorithm: '__proto__' })],
];

const cases = dialects.flatMap((dialect) =>
  everywhere.map(([label, options]) => ({ label, dialect, options: () => ({ dialect, ...options(dialect) }) })),
);

test.each(cases)('in $dialect, a signature $label is a 401', async ({ options }) => {
  const refused = options().by?.iri.startsWith(`${fixture.ann.iri}#`) ? 403 : 401;
  await expectRefused(signedLike(options()), refused, senderTables);
});

test.each(dialects)('in %s, a signature by the key of another server’s actor has no effect', async (dialect) => {
  await expectRefused(signedLike({ dialect, by: fixture.bob.rsa }), 202, senderTables);
});

test.each<[Dialect, string]>([...coveredParts, ['rfc9421', 'created']])(
  'in %s, a signature that does not cover %s is a 401',
  async (dialect, part) => {
    await expectRefused(signedLike({ dialect, uncovered: [part] }), 401);
  },
);

test.each(altered)('a request with %s, in %s, is a 401', async (_, dialect, change) => {
  await expectRefused(change(signedLike({ dialect })), 401);
});

test.each(dialects)('a body replaced after it was signed in %s is a 401', async (dialect) => {
  const { headers } = signedLike({ dialect });
  await expectRefused(
    new Request(`${config.baseUrl}/inbox`, { method: 'POST', headers, body: JSON.stringify(like()) }),
    401,
  );
});

test('a request with another method than the signed one has no effect', async () => {
  const { headers } = signedLike();
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const body = method === 'GET' ? undefined : JSON.stringify(like());
    await expectRefused(new Request(`${config.baseUrl}/inbox`, { method, headers, body }), 405);
  }
});

test.each(dialects)('the signature of a GET in %s is not accepted for a POST', async (dialect) => {
  const url = `${config.baseUrl}/inbox`;
  const headers = signatureHeaders({ method: 'GET', url, body: null }, fixture.eve.rsa, { dialect });
  const request = new Request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/activity+json' },
    body: JSON.stringify(like()),
  });
  await expectRefused(request, 401);
});

test('of several signatures, the first with sufficient coverage must be valid', async () => {
  const request = signedLike({ dialect: 'rfc9421' });
  const [input, value] = [request.headers.get('signature-input')!, request.headers.get('signature')!];
  const wrong = value.replace(/sig1=:(.)/, (_, first) => `sig0=:${first === 'A' ? 'B' : 'A'}`);
  request.headers.set('signature-input', `${input.replace('sig1', 'sig0')}, ${input}`);
  request.headers.set('signature', `${wrong}, ${value}`);
  await expectRefused(request, 401, senderTables);
});

test('a hundred signatures cost no more than one', async () => {
  const request = signedLike({ dialect: 'rfc9421' });
  const many = Array.from(
    { length: 100 },
    (_, index) => `s${index}=("@method");created=1;keyid="https://evil.example/${index}"`,
  );
  request.headers.set('signature-input', many.join(', '));
  await expectRefused(request, 401);
  expect(fixture.evil.requestedUrls.filter((url) => /\/\d+$/.test(url))).toEqual([]);
});

test.each(dialects)('a request in %s that is sent twice takes effect once', async (dialect) => {
  const activity = fixture.evil.activity('Like', fixture.eve, fixture.post.iri);
  const first = fixture.evil.signedBy(activity, { dialect });
  const again = first.clone();
  expect((await attack(first)).status).toBe(202);
  expect(await attack(again)).toMatchObject({ status: 202, changed: [] });
});

test.each(dialects)('the same Like with a valid signature in %s counts', async (dialect) => {
  const bystander = remoteServerAt(`well-${dialect}.example`);
  const zoe = bystander.actor('zoe');
  const seen = await attack(bystander.signedBy(bystander.activity('Like', zoe, fixture.post.iri), { dialect }));
  expect(seen.status).toBe(202);
  expect(seen.changed).toContain('like');
});
