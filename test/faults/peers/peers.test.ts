/** Mock peers verify what they receive, log it, and misbehave on demand. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SigningOptions, signatureHeaders } from '../../support/remote-server-signing.ts';
import type { Json } from './documents.ts';
import { openPeers, type Peers } from './peers.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const posted: { url: string; headers: Record<string, unknown> }[] = [];
/** The server under test: it serves Ann, and accepts everything. */
const server = createServer((request, response) => {
  if (request.method === 'POST') posted.push({ url: request.url!, headers: request.headers });
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' });
  response.end(JSON.stringify({ publicKey: { id: `${ann}#main-key`, publicKeyPem } }));
});
const origin = 'https://cook.example';
const ann = `${origin}/users/1`;
let peers: Peers;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  peers = await openPeers({ origin, host: 'cook.example', proxy: { target: port } }, 2);
});
beforeEach(async () => {
  for (const host of peers.hosts) await peers.set(host, 'well');
});
afterAll(() => {
  peers.close();
  server.close();
});

let number = 0;
const like = (): Json => {
  number += 1;
  return { id: `${ann}/activities/${number}`, type: 'Like', actor: ann, object: 'http://x/1' };
};

async function deliver(host: string, activity = like(), options: SigningOptions = {}): Promise<Response> {
  const url = `http://${host}/inbox`;
  const body = JSON.stringify(activity);
  const signature = signatureHeaders({ method: 'POST', url, body }, { iri: `${ann}#main-key`, privateKey }, options);
  return fetch(url, { method: 'POST', body, headers: signature, signal: AbortSignal.timeout(2_000) });
}

test('a delivery is verified and logged, at the host that it was sent to', async () => {
  for (const dialect of ['cavage', 'rfc9421'] as const) {
    const activity = like();
    expect((await deliver(peers.hosts[1]!, activity, { dialect })).status).toBe(202);
    expect(peers.deliveries.at(-1)).toMatchObject({
      host: peers.hosts[1],
      inbox: '/inbox',
      actor: ann,
      id: activity.id,
      type: 'Like',
      object: 'http://x/1',
      isAccepted: true,
    });
  }
  expect(peers.unverified).toEqual([]);
});

test.each<[string, SigningOptions, Json?]>([
  ['a changed body', { signedBody: '{}' }],
  ['another inbox', { signedUrl: 'http://127.9.0.9/inbox' }],
  ['no digest', { uncovered: ['digest'] }],
  ['an old signature', { at: new Date(Date.now() - 7_200_000) }],
  ['another actor', {}, { id: `${ann}/activities/x`, type: 'Like', actor: `${origin}/users/2` }],
])('a delivery with %s is refused and counted', async (_, options, activity = like()) => {
  const before = peers.unverified.length;
  expect((await deliver(peers.hosts[0]!, activity, options)).status).toBe(401);
  expect(peers.unverified).toHaveLength(before + 1);
  expect(peers.deliveries.at(-1)!.isAccepted).toBe(false);
});

test('a peer answers with an error and Retry-After, or loses the response of what it handled', async () => {
  const [host] = peers.hosts as [string];
  await peers.set(host, { status: 429, retryAfterSeconds: 7 });
  const refused = await deliver(host);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  expect(peers.deliveries.at(-1)!.isAccepted).toBe(false);

  await peers.set(host, 'loses response');
  await expect(deliver(host)).rejects.toThrow();
  expect(peers.deliveries.at(-1)!.isAccepted).toBe(true);

  await peers.set(host, (n) => (n % 2 === 0 ? { status: 500 } : 'well'));
  const statuses = [(await deliver(host)).status, (await deliver(host)).status];
  expect(statuses.toSorted()).toEqual([202, 500]);
});

test('a peer refuses connections and comes back at the same address', async () => {
  const [host, other] = peers.hosts as [string, string];
  await peers.set(host, 'refuses');
  await expect(deliver(host)).rejects.toThrow();
  expect((await deliver(other)).status).toBe(202);
  await peers.set(host, 'well');
  expect((await deliver(host)).status).toBe(202);
});

test.each(['hangs', 'trickles head'] as const)('a peer that %s keeps the request open', async (condition) => {
  const [host] = peers.hosts as [string];
  await peers.set(host, condition);
  const before = peers.busyMs([host]);
  await expect(deliver(host)).rejects.toThrow(/timeout/);
  expect(peers.busyMs([host]) - before).toBeGreaterThan(1_500);
});

test.each(['trickles body', 'endless body'] as const)('a peer that has an answer with %s', async (condition) => {
  const [host] = peers.hosts as [string];
  await peers.set(host, condition);
  const answer = await deliver(host);
  expect(answer.status).toBe(202);
  await expect(answer.arrayBuffer()).rejects.toThrow(/timeout/);
});

test('actors of every name are served and send signed activities', async () => {
  const bob = peers.actor(1, 'bob');
  expect(await (await fetch(bob.iri)).json()).toMatchObject({
    id: bob.iri,
    inbox: `${bob.iri}/inbox`,
    publicKey: { id: bob.key.iri },
  });
  const [name, host] = bob.handle.split('@') as [string, string];
  const finger = await fetch(`http://${host}/.well-known/webfinger?resource=acct:${name}@${host}`);
  expect(await finger.json()).toMatchObject({ links: [{ href: bob.iri }] });

  const note = { id: `http://${host}/notes/1`, type: 'Note' };
  peers.objects.set(note.id, note);
  expect(await (await fetch(note.id)).json()).toEqual(note);

  expect(await peers.send({ id: `${bob.iri}/1`, type: 'Follow', actor: bob.iri, object: ann }, bob)).toBe(200);
  expect(posted.at(-1)).toMatchObject({ url: '/inbox', headers: { host: 'cook.example' } });
});
