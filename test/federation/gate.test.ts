/** The gate before the inboxes: what is believed, and what is refused with a reason. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, disconnect, pool } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { forgetBlockedHosts } from '../../src/federation/blocked-hosts.ts';
import { receive } from '../../src/federation/gate.ts';
import { config } from '../../src/lib/config.ts';
import { type Elsewhere, elsewhereAt, type Json, newRsaKey, type PeerActor } from '../support/elsewhere.ts';
import { coveredParts, type SigningOptions } from '../support/elsewhere-signing.ts';
import { useGate } from '../support/gate.ts';
import { sharedPath } from '../support/shared.ts';

let ann: Account;
let elsewhere: Elsewhere;
let bob: PeerActor;
let serial = 0;

useGate();
beforeAll(async () => {
  ann = await register({ username: 'ann' });
});

beforeEach(() => {
  serial += 1;
  elsewhere = elsewhereAt(`peer${serial}.example`);
  bob = elsewhere.actor('bob');
});

const follow = (changes: Json = {}) => elsewhere.activity('Follow', bob, ann.iri, changes);

async function kept(): Promise<{ activity_iri: string; body: string }[]> {
  const host = `https://${elsewhere.host}/%`;
  return (await pool().query('SELECT activity_iri, body FROM inbound WHERE actor_iri LIKE $1', [host])).rows;
}

async function refusal(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const { error } = (await response.json()) as { error: string };
  return [response.status, error];
}

describe('what is accepted', () => {
  test.each<[string, SigningOptions]>([
    ['draft-cavage rsa-sha256', {}],
    ['draft-cavage hs2019', { algorithm: 'hs2019' }],
    ['draft-cavage with SHA-512', { digest: 'sha-512' }],
    ['RFC 9421 rsa-v1_5-sha256', { dialect: 'rfc9421' }],
    ['RFC 9421 with sha-512', { dialect: 'rfc9421', digest: 'sha-512' }],
  ])('an activity signed by %s is in the database when it is answered', async (_, signing) => {
    const activity = follow();
    const answer = await elsewhere.send(activity, signing);

    expect(answer.status).toBe(202);
    expect(await kept()).toEqual([{ activity_iri: activity.id, body: JSON.stringify(activity) }]);
  });

  test('what is accepted is promised a job, and the job only once', async () => {
    const activity = follow();
    await Promise.all([elsewhere.send(activity), elsewhere.send(activity), elsewhere.send(activity)]);
    await elsewhere.send(activity, { dialect: 'rfc9421' });

    const { rows } = await pool().query(
      `SELECT count(*) FROM outbox JOIN inbound ON payload = jsonb_build_object('inboundId', inbound.id)
       WHERE job = 'receive-activity' AND activity_iri = $1`,
      [activity.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('a replayed activity is answered 202 and kept once', async () => {
    const activity = follow();
    const request = elsewhere.signed(JSON.stringify(activity), bob.rsa);
    const first = await receive(request.clone() as Request, null);
    const again = await receive(request, null);

    expect([first.status, again.status]).toEqual([202, 202]);
    expect(await kept()).toHaveLength(1);
  });

  test('an activity without an id is known by its bytes', async () => {
    const activity = follow({ id: undefined });
    await elsewhere.send(activity);
    await elsewhere.send(activity);

    const [row, ...more] = await kept();
    expect(more).toEqual([]);
    expect(row!.activity_iri).toMatch(`${bob.iri}#sha256-`);
  });

  test('a burst of activities of a new actor costs one look at the actor', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => elsewhere.send(follow())));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(elsewhere.asked.filter((url) => url === bob.iri)).toHaveLength(1);
  });

  test('a request that arrives under another Host through a proxy is verified against our own address', async () => {
    const signed = elsewhere.signed(JSON.stringify(follow()), bob.rsa, { dialect: 'rfc9421' });
    const inner = new Request('http://127.0.0.1:3000/inbox', {
      method: 'POST',
      headers: signed.headers,
      body: await signed.text(),
    });
    expect((await receive(inner, null)).status).toBe(202);
  });

  test('an activity of a type that means nothing here is dropped', async () => {
    const answer = await elsewhere.send(elsewhere.activity('Travel', bob, ann.iri));
    expect(answer.status).toBe(202);
    expect(await kept()).toEqual([]);
  });

  test.each(['Delete', 'Update'])(
    'a %s by an actor never heard of costs no fetch and leaves nothing',
    async (type) => {
      const answer = await elsewhere.send(elsewhere.activity(type, bob, bob.iri));
      expect(answer.status).toBe(202);
      expect(elsewhere.asked).toEqual([]);
      expect(await kept()).toEqual([]);
    },
  );
});

describe('the form', () => {
  test('other methods are 405', async () => {
    const answer = await receive(new Request(`${config.baseUrl}/inbox`), null);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each([
    'application/json',
    'text/html',
    'application/ld+json',
    'application/ld+json; profile="https://example.com/"',
  ])('the content type %s is 415', async (type) => {
    const answer = elsewhere.send(follow(), { headers: { 'content-type': type } });
    expect((await refusal(answer))[0]).toBe(415);
  });

  test('ld+json with the profile of ActivityStreams is as good as activity+json', async () => {
    const type = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"; charset=utf-8';
    expect((await elsewhere.send(follow(), { headers: { 'content-type': type } })).status).toBe(202);
  });

  test('a body with a content encoding is 415', async () => {
    const answer = elsewhere.send(follow(), { headers: { 'content-encoding': 'gzip' } });
    expect((await refusal(answer))[0]).toBe(415);
  });

  test('a body over 1 MiB is 413, without reading on', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const headers = { 'content-type': 'application/activity+json' };
    const request = new Request(`${config.baseUrl}/inbox`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);

    expect((await receive(request, null)).status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  test.each([
    ['nested arrays', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`],
    ['nested objects without an end', '{"a":'.repeat(40_000)],
    [
      'brackets after a string that looks like an end',
      `{"a\\"":"\\\\","b":${'['.repeat(40)}${']'.repeat(40)}}`,
    ],
  ])('%s are 400', async (_, body) => {
    const [status, reason] = await refusal(elsewhere.send(body, { by: bob.rsa }));
    expect([status, reason]).toEqual([400, 'the document is nested deeper than 32']);
  });

  test('brackets inside a string are no nesting', async () => {
    expect((await elsewhere.send(follow({ summary: '[{'.repeat(100) }))).status).toBe(202);
  });

  test.each([
    ['no JSON', '{"type":'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a raw NUL', '{"a":"\u0000"}'],
    ['nothing', ''],
    [
      'an activity without an actor',
      '{"type":"Follow","id":"https://a.example/1","object":"https://a.example/2"}',
    ],
    ['an activity without a type', '{"actor":"https://a.example/u","object":"https://a.example/2"}'],
    [
      'an actor that is no IRI',
      '{"type":"Follow","actor":"javascript:alert(1)","object":"https://a.example/2"}',
    ],
    ['an actor that is a number', '{"type":"Follow","actor":7,"object":"https://a.example/2"}'],
    [
      'an id that is no IRI',
      '{"type":"Follow","actor":"https://a.example/u","id":7,"object":"https://a.example/2"}',
    ],
    [
      'an id with control characters',
      '{"type":"Follow","actor":"https://a.example/u","id":"https://a.example/\\u0000","object":"https://a.example/2"}',
    ],
    [
      'an id longer than an index takes',
      `{"type":"Follow","actor":"https://a.example/u","id":"https://a.example/${'ü'.repeat(1_500)}","object":"https://a.example/2"}`,
    ],
    [
      'prototypes',
      '{"__proto__":{"actor":"https://a.example/u"},"constructor":1,"type":["Follow",{}],"actor":{}}',
    ],
  ])('%s is 400', async (_, body) => {
    expect((await refusal(elsewhere.send(body, { by: bob.rsa })))[0]).toBe(400);
  });

  test('invalid UTF-8 is 400', async () => {
    const request = new Request(`${config.baseUrl}/inbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/activity+json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect((await receive(request, null)).status).toBe(400);
  });

  test('the inbox of nobody is 404', async () => {
    expect((await refusal(elsewhere.send(follow(), { to: 999_999 })))[0]).toBe(404);
    expect((await elsewhere.send(follow(), { to: ann.id })).status).toBe(202);
  });

  test('a blocked server, and every server below it, is 403', async () => {
    await pool().query(`INSERT INTO domain_block (host) VALUES ('blocked.example')`);
    forgetBlockedHosts();
    for (const host of ['blocked.example', 'sub.blocked.example', 'blocked.example:8443']) {
      const blocked = elsewhereAt(host);
      const answer = blocked.send(blocked.activity('Follow', blocked.actor('eve'), ann.iri));
      expect(await refusal(answer)).toEqual([403, 'the server is blocked']);
      expect(blocked.asked).toEqual([]);
    }
    const other = elsewhereAt('notblocked.example');
    expect((await other.send(other.activity('Follow', other.actor('eve'), ann.iri))).status).toBe(202);
  });

  test('nothing claims to come from one of ours', async () => {
    const activity = { ...follow(), id: `${config.baseUrl}/1`, actor: ann.iri };
    expect((await refusal(elsewhere.send(activity, { by: bob.rsa })))[0]).toBe(403);
    const ours = { ...bob.rsa, iri: `${ann.iri}#main-key` };
    expect((await refusal(elsewhere.send(follow(), { by: ours })))[0]).toBe(403);
  });
});

test('without its database the gate asks to come back later, and forgets nothing it promised', async () => {
  await elsewhere.send(follow());
  await disconnect();
  const answer = await elsewhere.send(follow());
  connect(config.databaseUrl!);

  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await kept()).toHaveLength(1);
});

const corpus = sharedPath('corpus');

test.skipIf(corpus === null)('no real document of other servers makes the gate fail', async () => {
  const files = globSync('*/*.json', { cwd: corpus! });
  const statuses = new Set<number>();
  for (const file of files) {
    const body = readFileSync(join(corpus!, file), 'utf8');
    statuses.add((await elsewhere.send(body, { by: bob.rsa })).status);
  }
  expect(files.length).toBeGreaterThan(500);
  expect([...statuses].filter((status) => ![202, 400, 401, 403].includes(status))).toEqual([]);
});

describe('the signature', () => {
  test('an unsigned activity is 401', async () => {
    const request = elsewhere.signed(JSON.stringify(follow()), null);
    expect(await refusal(receive(request, null))).toEqual([401, 'the request is not signed']);
  });

  test.each(['cavage', 'rfc9421'] as const)(
    'a body other than the one signed in %s is 401',
    async (dialect) => {
      const answer = elsewhere.send(follow(), { dialect, signedBody: JSON.stringify(follow()) });
      expect(await refusal(answer)).toEqual([401, 'the digest does not match the body']);
    },
  );

  test.each(coveredParts)('a signature in %s that does not cover %s is 401', async (dialect, component) => {
    const answer = elsewhere.send(follow(), { dialect, uncovered: [component] });
    expect(await refusal(answer)).toEqual([401, `the signature does not cover ${component}`]);
  });

  test('an RFC 9421 signature that does not say when it was made is 401', async () => {
    const answer = elsewhere.send(follow(), { dialect: 'rfc9421', uncovered: ['created'] });
    expect(await refusal(answer)).toEqual([401, 'the signature does not say when it was made']);
  });

  test.each<[SigningOptions['dialect'], number, boolean]>([
    ['cavage', -61, false],
    ['cavage', -59, true],
    ['cavage', 4, true],
    ['cavage', 6, false],
    ['rfc9421', -61, false],
    ['rfc9421', -59, true],
    ['rfc9421', 4, true],
    ['rfc9421', 6, false],
  ])('a signature in %s made %i minutes from now is accepted: %s', async (dialect, minutes, accepted) => {
    const at = new Date(Date.now() + minutes * 60_000);
    expect((await elsewhere.send(follow(), { dialect, at })).status).toBe(accepted ? 202 : 401);
  });

  test('a signature past its own expiry is 401', async () => {
    const answer = elsewhere.send(follow(), {
      dialect: 'rfc9421',
      expires: Math.floor(Date.now() / 1000) - 5,
    });
    expect(await refusal(answer)).toEqual([401, 'the signature has expired']);
  });

  test.each(['cavage', 'rfc9421'] as const)(
    'what was signed in %s for another server is 401',
    async (dialect) => {
      const answer = elsewhere.send(follow(), { dialect, signedUrl: 'https://other.example/inbox' });
      expect((await refusal(answer))[0]).toBe(401);
      expect(await kept()).toEqual([]);
    },
  );

  test('what was signed for another inbox of ours is 401', async () => {
    const answer = elsewhere.send(follow(), { to: ann.id, signedUrl: `${config.baseUrl}/inbox` });
    expect((await refusal(answer))[0]).toBe(401);
  });

  test.each(['hmac-sha256', 'none', 'rsa-sha1'])(
    'the algorithm %s is refused whatever the key',
    async (algorithm) => {
      expect((await refusal(elsewhere.send(follow(), { algorithm })))[0]).toBe(401);
      expect((await refusal(elsewhere.send(follow(), { algorithm, dialect: 'rfc9421' })))[0]).toBe(401);
    },
  );

  test('a key below 2048 bits is as good as none', async () => {
    const weak = newRsaKey(`${bob.iri}#main-key`, 1024);
    bob.json.publicKey = { id: weak.iri, owner: bob.iri, publicKeyPem: weak.publicPem };
    expect((await refusal(elsewhere.send(follow(), { by: weak })))[0]).toBe(401);
  });

  test.each([
    'Signature',
    'keyId="x"',
    'keyId="https://a.example/k",keyId="https://b.example/k",signature="AA=="',
    'keyId="https://a.example/k",headers="(request-target) host date digest",signature="not base64!"',
    `${'keyId="'.repeat(2_000)}`,
    'sig1=:AA==:',
  ])('the malformed signature %.40s is 401', async (signature) => {
    const answer = elsewhere.send(follow(), { headers: { signature } });
    expect((await refusal(answer))[0]).toBe(401);
  });

  test.each([
    'sig1=("@method" "@method" "@target-uri" "content-digest");created=1;keyid="https://a.example/k"',
    'sig1=("@method";req "@target-uri" "content-digest");created=1;keyid="https://a.example/k"',
    'sig1=("@method"',
    'sig1=();created=1',
    `sig1=(${'"@method" '.repeat(800)}`,
    'sig1="x"',
    ',,,',
  ])('the malformed signature input %.60s is 401', async (input) => {
    const answer = elsewhere.send(follow(), { dialect: 'rfc9421', headers: { 'signature-input': input } });
    expect((await refusal(answer))[0]).toBe(401);
  });
});
