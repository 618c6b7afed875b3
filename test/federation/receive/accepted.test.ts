/** An accepted activity is stored once, with one job. */
import { createHash, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { disconnect, pool } from '../../../src/db/client.ts';
import { storeActivity } from '../../../src/federation/receive/inbox-request.ts';
import { receive } from '../../../src/federation/receive/receive.ts';
import { config } from '../../../src/lib/config.ts';
import { bob, remote } from '../../support/bob.ts';
import { connectDatabase } from '../../support/database-connection.ts';
import { newRsaKey } from '../../support/remote-server.ts';
import type { SigningOptions } from '../../support/remote-server-signing.ts';
import { ann, follow, storedActivities, useInboxOfAnn } from './fixture.ts';

useInboxOfAnn();

test.each<[string, SigningOptions]>([
  ['draft-cavage rsa-sha256', {}],
  ['draft-cavage hs2019', { algorithm: 'hs2019' }],
  ['draft-cavage with SHA-512', { digest: 'sha-512' }],
  ['RFC 9421 rsa-v1_5-sha256', { dialect: 'rfc9421' }],
  ['RFC 9421 with sha-512', { dialect: 'rfc9421', digest: 'sha-512' }],
])('an activity signed by %s is stored before the response', async (_, signing) => {
  const activity = follow();
  const response = await remote.send(activity, signing);

  expect(response.status).toBe(202);
  expect(await storedActivities()).toEqual([{ activity_iri: activity.id, body: JSON.stringify(activity) }]);
});

test('an accepted activity gets one job', async () => {
  const activity = follow();
  const at = new Date();
  await Promise.all([1, 2, 3].map(() => remote.send(activity, { at })));
  await remote.send(activity, { at, dialect: 'rfc9421' });

  const { rows } = await pool().query(
    `SELECT count(*) FROM outbox JOIN inbound ON jsonb_path_exists(payload, '$.inboundId ? (@ == $id)', jsonb_build_object('id', inbound.id))
     WHERE job = 'receive-activity' AND activity_iri = $1`,
    [activity.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('concurrent activities are started in the order of their arrival', async () => {
  const ids = ['c', 'a', 'b'].map((name) => remote.iri(`/activities/${name}`));
  const about = { actor: bob.iri, type: 'Follow', objectIri: ann.iri, inReplyToIri: null, isDated: false };
  const signature = { signedAt: new Date() };
  await Promise.all(ids.map((id) => storeActivity({ claims: { id, ...about }, text: '{}', signature, proof: null })));

  const { rows } = await pool().query(
    `SELECT activity_iri FROM outbox
     CROSS JOIN jsonb_path_query(payload, '$.inboundId') WITH ORDINALITY AS job (id, place)
     JOIN inbound ON inbound.id = job.id::bigint WHERE actor_iri = $1 ORDER BY due_at, place`,
    [bob.iri],
  );
  expect(rows.map(({ activity_iri }) => activity_iri)).toEqual(ids);
});

test('a replayed activity is answered 202 and stored once', async () => {
  const activity = follow();
  const request = remote.signed(JSON.stringify(activity), bob.rsa);
  const first = await receive(request.clone() as Request, null);
  const again = await receive(request, null);

  expect([first.status, again.status]).toEqual([202, 202]);
  expect(await storedActivities()).toHaveLength(1);
});

test('an activity without an id is identified by its bytes', async () => {
  const activity = follow({ id: undefined });
  const at = new Date();
  await remote.send(activity, { at });
  await remote.send(activity, { at });

  const [row, ...more] = await storedActivities();
  expect(more).toEqual([]);
  expect(row!.activity_iri).toMatch(`${bob.iri}#sha256-`);
});

test('a burst of activities of a new actor causes one fetch of the actor', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => remote.send(follow())));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(remote.requestedUrls.filter((url) => url === bob.iri)).toHaveLength(1);
});

test('two keys of a new actor that are used at once cause one fetch too', async () => {
  const second = newRsaKey(`${bob.iri}#second-key`);
  const listed = { id: second.iri, owner: bob.iri, publicKeyPem: second.publicPem };
  bob.json.publicKey = [bob.json.publicKey, listed];
  const answers = await Promise.all([remote.send(follow()), remote.send(follow(), { by: second })]);

  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(remote.requestedUrls.filter((url) => url === bob.iri)).toHaveLength(1);
});

test('a request with another Host header from a proxy is verified against the configured origin', async () => {
  const signed = remote.signed(JSON.stringify(follow()), bob.rsa, { dialect: 'rfc9421' });
  const inner = new Request('http://127.0.0.1:3000/inbox', {
    method: 'POST',
    headers: signed.headers,
    body: await signed.text(),
  });
  expect((await receive(inner, null)).status).toBe(202);
});

test('an activity of an unsupported type is dropped', async () => {
  const response = await remote.send(remote.activity('Travel', bob, ann.iri));
  expect(response.status).toBe(202);
  expect(await storedActivities()).toEqual([]);
});

test.each(['Delete', 'Update'])('a %s by an unknown actor causes no fetch and stores nothing', async (type) => {
  const response = await remote.send(remote.activity(type, bob, bob.iri));
  expect(response.status).toBe(202);
  expect(remote.requestedUrls).toEqual([]);
  expect(await storedActivities()).toEqual([]);
});

test('without its database the inbox answers 503, and loses nothing it acknowledged', async () => {
  await remote.send(follow());
  await disconnect();
  const response = await remote.send(follow());
  connectDatabase();

  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await storedActivities()).toHaveLength(1);
});

describe('signatures in other forms', () => {
  const inbox = new URL(`${config.baseUrl}/inbox`);
  type Parts = [name: string, value: string][];
  const signature = (lines: string[]) =>
    sign('sha256', Buffer.from(lines.join('\n')), bob.rsa.privateKey).toString('base64');

  /** Signs these parts in the older dialect. Parts that are no pseudo-headers are sent, too. */
  function cavage(body: string, parts: Parts, parameters = '') {
    const value = signature(parts.map(([name, text]) => `${name}: ${text}`));
    const names = parts.map(([name]) => name).join(' ');
    return posted(body, parts, {
      signature: `keyId="${bob.rsa.iri}",headers="${names}"${parameters},signature="${value}"`,
    });
  }

  function rfc9421(body: string, parts: Parts, parameters: string, url = inbox) {
    const input = `(${parts.map(([name]) => `"${name}"`).join(' ')});keyid="${bob.rsa.iri}"${parameters}`;
    const value = signature([...parts.map(([name, text]) => `"${name}": ${text}`), `"@signature-params": ${input}`]);
    return posted(body, parts, { 'signature-input': `x=${input}`, signature: `x=:${value}:` }, url);
  }

  function posted(body: string, parts: Parts, headers: Record<string, string>, url = inbox) {
    const sent = parts.filter(([name]) => /^[a-z-]+$/.test(name) && name !== 'host');
    const all = { 'content-type': 'application/activity+json', ...Object.fromEntries(sent), ...headers };
    return new Request(url, { method: 'POST', body, headers: all });
  }

  const sha256 = (body: string) => createHash('sha256').update(body).digest('base64');
  const contentDigest = (body: string): Parts[0] => ['content-digest', `sha-256=:${sha256(body)}:`];
  const digest = (body: string, name = 'SHA-256'): Parts[0] => ['digest', `${name}=${sha256(body)}`];
  const target: Parts = [
    ['(request-target)', 'post /inbox'],
    ['host', inbox.host],
  ];
  const date = (): Parts[0] => ['date', new Date().toUTCString()];
  const created = () => `;created=${Math.floor(Date.now() / 1_000)}`;

  test.each<[form: string, request: (body: string) => Request]>([
    ['cavage: content-digest', (body) => cavage(body, [...target, date(), contentDigest(body)])],
    ['cavage: both digests', (body) => cavage(body, [...target, date(), digest(body), contentDigest(body)])],
    ['cavage: sha-256 in lower case', (body) => cavage(body, [...target, date(), digest(body, 'sha-256')])],
    [
      'cavage: a date in UTC',
      (body) => cavage(body, [...target, ['date', date()[1].replace('GMT', 'UTC')], digest(body)]),
    ],
    [
      'cavage: a date with +0000',
      (body) => cavage(body, [...target, ['date', date()[1].replace('GMT', '+0000')], digest(body)]),
    ],
    [
      'cavage: (created) and (expires)',
      (body) => {
        const now = Math.floor(Date.now() / 1_000);
        const times: Parts = [
          ['(created)', `${now}`],
          ['(expires)', `${now + 60}`],
        ];
        return cavage(
          body,
          [...target, ...times, digest(body)],
          `,algorithm="hs2019",created=${now},expires=${now + 60}`,
        );
      },
    ],
    [
      'cavage: spaces around parameters',
      (body) => cavage(body, [...target, date(), digest(body)], ' , algorithm = "hs2019" '),
    ],
    [
      'RFC 9421: authority and path',
      (body) =>
        rfc9421(
          body,
          [['@method', 'POST'], ['@authority', inbox.host], ['@path', '/inbox'], contentDigest(body)],
          created(),
        ),
    ],
    [
      'RFC 9421: host and request target',
      (body) =>
        rfc9421(
          body,
          [['@method', 'POST'], ['host', inbox.host], ['@request-target', '/inbox'], contentDigest(body)],
          created(),
        ),
    ],
    [
      'RFC 9421: the older digest',
      (body) => rfc9421(body, [['@method', 'POST'], ['@target-uri', inbox.href], digest(body)], created()),
    ],
    [
      'RFC 9421: a date instead of created',
      (body) => rfc9421(body, [['@method', 'POST'], ['@target-uri', inbox.href], date(), contentDigest(body)], ''),
    ],
    [
      'RFC 9421: nonce, tag and an older name of the algorithm',
      (body) =>
        rfc9421(
          body,
          [['@method', 'POST'], ['@target-uri', inbox.href], contentDigest(body)],
          `${created()};alg="rsa-sha256";nonce="n";tag="activitypub"`,
        ),
    ],
  ])('%s', async (_, request) => {
    expect((await receive(request(JSON.stringify(follow())), null)).status).toBe(202);
  });

  test('the older dialect in Authorization, and a comma at the end', async () => {
    const request = remote.signedBy(follow());
    const headers = new Headers(request.headers);
    headers.set('authorization', `Signature ${headers.get('signature')},`);
    headers.delete('signature');
    expect(
      (await receive(new Request(request.url, { method: 'POST', headers, body: await request.text() }), null)).status,
    ).toBe(202);
  });

  test.each<[form: string, missing: string, request: (body: string) => Request]>([
    [
      'a path without an authority',
      '@target-uri',
      (body) => rfc9421(body, [['@method', 'POST'], ['@path', '/inbox'], contentDigest(body)], created()),
    ],
    [
      'a path without its query',
      '@target-uri',
      (body) =>
        rfc9421(
          body,
          [['@method', 'POST'], ['@authority', inbox.host], ['@path', '/inbox'], contentDigest(body)],
          created(),
          new URL('?a=b', inbox),
        ),
    ],
    [
      'neither created nor a date',
      'created',
      (body) => rfc9421(body, [['@method', 'POST'], ['@target-uri', inbox.href], contentDigest(body)], ''),
    ],
    [
      'a digest that is not covered',
      'digest',
      (body) => {
        const request = cavage(body, [...target, date()]);
        request.headers.set(...digest(body));
        return request;
      },
    ],
    [
      'a covered digest of another body beside a right one',
      'match',
      (body) => cavage(body, [...target, date(), digest('other'), contentDigest(body)]),
    ],
  ])('%s is 401', async (_, missing, request) => {
    const response = await receive(request(JSON.stringify(follow())), null);
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining(missing)]);
  });

  test.each<[form: string, key: object, keyId: string]>([
    ['a key without an id', { id: undefined }, '#main-key'],
    ['a key without line breaks', {}, '#main-key'],
    ['another fragment than that of the only key', {}, '#key'],
    ['a key named by a path', { id: '{bob}/publickey' }, '/publickey'],
  ])('%s', async (form, changes, fragment) => {
    const pem = bob.rsa.publicPem;
    const key = { owner: bob.iri, publicKeyPem: form.includes('breaks') ? pem.replaceAll('\n', '') : pem };
    bob.json.publicKey = JSON.parse(JSON.stringify({ id: bob.rsa.iri, ...key, ...changes }).replace('{bob}', bob.iri));
    const by = { ...bob.rsa, iri: `${bob.iri}${fragment}` };
    if (fragment === '/publickey')
      remote.serve(by.iri, () => bob.json.publicKey as object & { [key: string]: unknown });
    for (let count = 0; count < 2; count += 1) expect((await remote.send(follow(), { by })).status).toBe(202);
  });

  test.each([
    ['an empty id', ''],
    ['no id', null],
    ['an id that is a UUID', 'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66'],
    ['an id that is a tag', 'tag:peer.example,2020:1'],
  ])('%s', async (_, id) => {
    expect((await remote.send(follow({ id }))).status).toBe(202);
    expect(await storedActivities()).toMatchObject([{ activity_iri: expect.stringContaining(`${bob.iri}#sha256-`) }]);
  });
});
