/** Who signs badly is not heard: every way to leave out, alter, outlive or borrow a signature. */
import { beforeAll, expect, test } from 'vitest';
import { config } from '../../src/lib/config.ts';
import { useDatabase } from '../support/database-connection.ts';
import { elsewhereAt, newRsaKey, type SendOptions } from '../support/elsewhere.ts';
import { coveredParts, signatureHeaders } from '../support/elsewhere-signing.ts';
import { attack, buildWorld, expectRefused, senderTables, type World } from '../support/hostile.ts';

useDatabase();
let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const dialects = ['cavage', 'rfc9421'] as const;
type Dialect = (typeof dialects)[number];

/** A Like that would count, were it signed well. */
const like = () => world.evil.activity('Like', world.eve, world.post.iri);
const signedLike = (options: SendOptions = {}) => world.evil.signedBy(like(), options);

const minutes = (count: number) => ({ at: new Date(Date.now() + count * 60_000) });
const soon = () => Math.floor(Date.now() / 1000);
const header = (name: string, change: (value: string) => string) => (request: Request) => {
  request.headers.set(name, change(request.headers.get(name)!));
  return request;
};
const twice = (name: string, value: string) => (request: Request) => {
  request.headers.append(name, value);
  return request;
};

/** The same for both dialects. */
const everywhere: [says: string, options: (dialect: Dialect) => SendOptions][] = [
  ['made for another path', () => ({ signedUrl: `${config.baseUrl}/users/1/inbox` })],
  ['made for another query', () => ({ signedUrl: `${config.baseUrl}/inbox?a=b` })],
  ['made for another server', () => ({ signedUrl: 'https://other.example/inbox' })],
  ['made for our host on another port', () => ({ signedUrl: `${config.baseUrl}:8443/inbox` })],
  ['made for our host with a dot', () => ({ signedUrl: 'https://cook.example./inbox' })],
  ['made over plain http', () => ({ signedUrl: 'http://elsewhere.example/inbox' })],
  ['of another body', () => ({ signedBody: JSON.stringify(like()) })],
  ['of an empty body', () => ({ signedBody: '' })],
  ['an hour and a minute old', () => minutes(-61)],
  ['of last year', () => minutes(-60 * 24 * 365)],
  ['from six minutes ahead', () => minutes(6)],
  ['from next year', () => minutes(60 * 24 * 365)],
  ['by a key that nobody listed', () => ({ by: newRsaKey(world.evil.iri('/users/eve#other')) })],
  ['by another key under a listed id', () => ({ by: newRsaKey(world.eve.rsa.iri) })],
  ['by the key of another server’s actor', () => ({ by: world.bob.rsa })],
  [
    'under the key id of another server’s actor',
    () => ({ by: { ...world.eve.rsa, iri: world.bob.rsa.iri } }),
  ],
  ['under a key id of ours', () => ({ by: { ...world.eve.rsa, iri: `${world.ann.iri}#main-key` } })],
  ['under a key id that is no IRI', () => ({ by: { ...world.eve.rsa, iri: 'eve' } })],
  ['under a key id of another scheme', () => ({ by: { ...world.eve.rsa, iri: 'file:///etc/passwd' } })],
  [
    'under a key id over plain http',
    () => ({ by: { ...world.eve.rsa, iri: 'http://evil.example/users/eve' } }),
  ],
  ['under a key id with a password', () => ({ by: { ...world.eve.rsa, iri: 'https://a:b@evil.example/u' } })],
  [
    'under a key id too long to keep',
    () => ({ by: { ...world.eve.rsa, iri: world.evil.iri(`/${'k'.repeat(1_100)}`) } }),
  ],
  ['by no algorithm', () => ({ algorithm: 'none' })],
  ['by SHA-1', () => ({ algorithm: 'rsa-sha1' })],
  ['by a shared secret', () => ({ algorithm: 'hmac-sha256' })],
  ['by an algorithm with a strange name', () => ({ algorithm: '__proto__' })],
];

const cases = dialects.flatMap((dialect) =>
  everywhere.map(([says, options]) => ({ says, dialect, options: () => ({ dialect, ...options(dialect) }) })),
);

test.each(cases)('in $dialect, a signature $says is 401', async ({ options }) => {
  const refused = options().by?.iri.startsWith(`${world.ann.iri}#`) ? 403 : 401;
  await expectRefused(signedLike(options()), refused, senderTables);
});

test.each<[Dialect, string]>([...coveredParts, ['rfc9421', 'created']])(
  'in %s, a signature that leaves out %s is 401',
  async (dialect, part) => {
    await expectRefused(signedLike({ dialect, uncovered: [part] }), 401);
  },
);

const altered: [says: string, Dialect, (request: Request) => Request][] = [
  ['a date moved on', 'cavage', header('date', () => new Date(Date.now() + 60_000).toUTCString())],
  ['a date in another form', 'cavage', header('date', () => new Date().toISOString())],
  ['no date', 'cavage', removing('date')],
  ['two dates', 'cavage', twice('date', new Date().toUTCString())],
  ['no digest', 'cavage', removing('digest')],
  ['the digest of another body', 'cavage', header('digest', () => `SHA-256=${'A'.repeat(43)}=`)],
  ['a second, wrong digest', 'cavage', twice('digest', `SHA-512=${'A'.repeat(86)}==`)],
  ['a digest by MD5', 'cavage', header('digest', () => 'MD5=1B2M2Y8AsgTpgAmY7PhCfg==')],
  ['a digest cut short', 'cavage', header('digest', (value) => value.slice(0, 20))],
  ['two signatures', 'cavage', header('signature', (value) => `${value},${value}`)],
  ['two key ids', 'cavage', header('signature', (value) => `${value},keyId="${world.bob.rsa.iri}"`)],
  ['no key id', 'cavage', header('signature', (value) => value.replace(/keyId="[^"]*",/, ''))],
  [
    'no list of what is signed',
    'cavage',
    header('signature', (value) => value.replace(/headers="[^"]*",/, '')),
  ],
  [
    'an empty list of what is signed',
    'cavage',
    header('signature', (value) => value.replace(/headers="[^"]*"/, 'headers=""')),
  ],
  [
    'a header listed twice',
    'cavage',
    header('signature', (value) => value.replace('digest"', 'digest date"')),
  ],
  [
    'a header listed that was not sent',
    'cavage',
    header('signature', (value) => value.replace('digest"', 'digest x-none"')),
  ],
  [
    'a time of its own besides rsa-sha256',
    'cavage',
    header('signature', (value) =>
      value.replace('digest"', 'digest (created)"').concat(`,created=${soon()}`),
    ),
  ],
  ['an end that has passed', 'cavage', header('signature', (value) => `${value},expires=${soon() - 5}`)],
  ['an end that is no time', 'cavage', header('signature', (value) => `${value},expires="never"`)],
  [
    'a value that is not base64',
    'cavage',
    header('signature', (value) => value.replace(/signature="[^"]*"/, 'signature="§"')),
  ],
  [
    'a value that is empty',
    'cavage',
    header('signature', (value) => value.replace(/signature="[^"]*"/, 'signature=""')),
  ],
  [
    'a value one bit off',
    'cavage',
    header('signature', (value) =>
      value.replace(/signature="(.)/, (_, first) => `signature="${first === 'A' ? 'B' : 'A'}`),
    ),
  ],
  ['no digest', 'rfc9421', removing('content-digest')],
  ['the digest of another body', 'rfc9421', header('content-digest', () => `sha-256=:${'A'.repeat(43)}=:`)],
  ['a second, wrong digest', 'rfc9421', twice('content-digest', `sha-512=:${'A'.repeat(86)}==:`)],
  ['a digest by MD5', 'rfc9421', header('content-digest', () => 'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:')],
  ['a digest that is a string', 'rfc9421', header('content-digest', (value) => value.replaceAll(':', '"'))],
  ['a label without a value', 'rfc9421', header('signature', (value) => value.replace('sig1=', 'sig2='))],
  [
    'a value without a label',
    'rfc9421',
    header('signature-input', (value) => value.replace('sig1=', 'sig2=')),
  ],
  ['two inputs of one label', 'rfc9421', header('signature-input', (value) => `${value}, ${value}`)],
  ['two values of one label', 'rfc9421', header('signature', (value) => `${value}, ${value}`)],
  ['a value that is a string', 'rfc9421', header('signature', (value) => value.replaceAll(':', '"'))],
  ['no value at all', 'rfc9421', removing('signature')],
  ['no key id', 'rfc9421', header('signature-input', (value) => value.replace(/;keyid="[^"]*"/, ''))],
  ['two key ids', 'rfc9421', header('signature-input', (value) => `${value};keyid="${world.bob.rsa.iri}"`)],
  [
    'a key id that is a token',
    'rfc9421',
    header('signature-input', (value) => value.replace(/keyid="[^"]*"/, 'keyid=eve')),
  ],
  [
    'a time moved on',
    'rfc9421',
    header('signature-input', (value) => value.replace(/created=\d+/, `created=${soon() + 60}`)),
  ],
  [
    'a time that is a string',
    'rfc9421',
    header('signature-input', (value) => value.replace(/created=\d+/, 'created="now"')),
  ],
  ['an end added later', 'rfc9421', header('signature-input', (value) => `${value};expires=${soon() + 600}`)],
  ['an end that is a string', 'rfc9421', header('signature-input', (value) => `${value};expires="never"`)],
  [
    'a component listed twice',
    'rfc9421',
    header('signature-input', (value) => value.replace('("@method"', '("@method" "@method"')),
  ],
  [
    'a component of the answer',
    'rfc9421',
    header('signature-input', (value) => value.replace('"content-digest"', '"content-digest" "@status"')),
  ],
  [
    'a component of another request',
    'rfc9421',
    header('signature-input', (value) => value.replace('"@method"', '"@method";req')),
  ],
  [
    'a component that was not sent',
    'rfc9421',
    header('signature-input', (value) => value.replace('"content-digest"', '"content-digest" "x-none"')),
  ],
  [
    'components in another order',
    'rfc9421',
    header('signature-input', (value) => value.replace('"@method" "@target-uri"', '"@target-uri" "@method"')),
  ],
  ['a nonce added later', 'rfc9421', header('signature-input', (value) => `${value};nonce="n"`)],
];

function removing(name: string) {
  return (request: Request) => {
    request.headers.delete(name);
    return request;
  };
}

test.each(altered)('a request with %s, in %s, is 401', async (_, dialect, change) => {
  await expectRefused(change(signedLike({ dialect })), 401);
});

test.each(dialects)('a body exchanged after it was signed in %s is 401', async (dialect) => {
  const { headers } = signedLike({ dialect });
  await expectRefused(
    new Request(`${config.baseUrl}/inbox`, { method: 'POST', headers, body: JSON.stringify(like()) }),
    401,
  );
});

test('a method other than the one signed does nothing', async () => {
  const { headers } = signedLike();
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const body = method === 'GET' ? undefined : JSON.stringify(like());
    await expectRefused(new Request(`${config.baseUrl}/inbox`, { method, headers, body }), 405);
  }
});

test.each(dialects)('a GET’s signature in %s does not post', async (dialect) => {
  const url = `${config.baseUrl}/inbox`;
  const headers = signatureHeaders({ method: 'GET', url, body: null }, world.eve.rsa, { dialect });
  const request = new Request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/activity+json' },
    body: JSON.stringify(like()),
  });
  await expectRefused(request, 401);
});

test('of several signatures the first that covers enough must be right', async () => {
  const request = signedLike({ dialect: 'rfc9421' });
  const [input, value] = [request.headers.get('signature-input')!, request.headers.get('signature')!];
  const wrong = value.replace(/sig1=:(.)/, (_, first) => `sig0=:${first === 'A' ? 'B' : 'A'}`);
  request.headers.set('signature-input', `${input.replace('sig1', 'sig0')}, ${input}`);
  request.headers.set('signature', `${wrong}, ${value}`);
  await expectRefused(request, 401, senderTables);
});

test('a hundred signatures are looked at as one', async () => {
  const request = signedLike({ dialect: 'rfc9421' });
  const many = Array.from(
    { length: 100 },
    (_, index) => `s${index}=("@method");created=1;keyid="https://evil.example/${index}"`,
  );
  request.headers.set('signature-input', many.join(', '));
  await expectRefused(request, 401);
  expect(world.evil.asked.filter((url) => /\/\d+$/.test(url))).toEqual([]);
});

test.each(dialects)('what was sent before in %s and is sent again changes nothing', async (dialect) => {
  const activity = world.evil.activity('Like', world.eve, world.post.iri);
  const [first, again] = [
    world.evil.signedBy(activity, { dialect }),
    world.evil.signedBy(activity, { dialect }),
  ];
  expect((await attack(first)).status).toBe(202);
  expect(await attack(again)).toMatchObject({ status: 202, changed: [] });
});

test.each(dialects)('and the same Like signed well in %s counts', async (dialect) => {
  const bystander = elsewhereAt(`well-${dialect}.example`);
  const zoe = bystander.actor('zoe');
  const seen = await attack(bystander.signedBy(bystander.activity('Like', zoe, world.post.iri), { dialect }));
  expect(seen.status).toBe(202);
  expect(seen.changed).toContain('"like"');
});
