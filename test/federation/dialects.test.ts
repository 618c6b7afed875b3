/**
 * Followers on servers that understand different signatures all get everything, and are spoken to as they understand.
 */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { as, testApp } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { type Json, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';

useDatabase();
const hosts = ['cavage.example', 'rfc.example', 'strict.example'];
let ann: Account;
let servers: RemoteServer[];
/** Posts that were refused, by host. */
const refused = new Map<string, number>(hosts.map((host) => [host, 0]));
let unsignedGets = 0;

/** Makes a server refuse requests that it cannot verify. */
function acceptOnly(server: RemoteServer, understands: (headers: Headers) => boolean): void {
  const respond = server.respond.bind(server);
  server.respond = async (request) => {
    if (request.method !== 'POST' || understands(request.headers)) return respond(request);
    refused.set(server.host, refused.get(server.host)! + 1);
    return new Response(null, { status: 401 });
  };
}

/** Shows actors and items to signed GETs alone. */
function demandsSignedGets(server: RemoteServer): void {
  const respond = server.respond.bind(server);
  server.respond = async (request) => {
    const isOpen = request.method !== 'GET' || request.url.includes('/.well-known/');
    if (isOpen || request.headers.get('signature')?.includes('keyId="https://cook.example/')) {
      return respond(request);
    }
    unsignedGets += 1;
    return new Response(null, { status: 401 });
  };
}

beforeAll(async () => {
  ann = await register({ username: 'ann' });
  servers = hosts.map(remoteServerAt);
  const [old, modern, strict] = servers as [RemoteServer, RemoteServer, RemoteServer];
  acceptOnly(old, (headers) => !headers.has('signature-input'));
  acceptOnly(modern, (headers) => headers.has('signature-input'));
  demandsSignedGets(strict);
  for (const server of servers) {
    const dialect = server === modern ? 'rfc9421' : 'cavage';
    const follow = server.activity('Follow', server.actor('bob'), ann.iri);
    expect((await testApp().fetch(server.signedBy(follow, { dialect }))).status).toBe(202);
  }
  await drain();
});

/** Returns the activity types that each server received since the last call. */
async function takeDeliveredTypes() {
  await drain();
  return servers.map(({ inbox }) => inbox.splice(0).map(({ type }) => type));
}

test('a follower receives every activity, whatever signatures their server verifies', async () => {
  expect(await takeDeliveredTypes()).toEqual([['Accept'], ['Accept'], ['Accept']]);
  const { id, uri } = (await as(ann).post('/recipes', { name: 'Soup' })).body as { id: number; uri: string };
  expect(await takeDeliveredTypes()).toEqual(Array(3).fill(['Create']));
  await as(ann).patch(`/recipes/${id}`, { name: 'Hot soup' });
  expect(await takeDeliveredTypes()).toEqual(Array(3).fill(['Update']));
  await as(ann).post(`/recipes/${id}/boost`);
  expect(await takeDeliveredTypes()).toEqual(Array(3).fill(['Announce']));

  const strict = servers[2]!;
  for (const url of [ann.iri!, uri]) {
    const headers = signatureHeaders({ method: 'GET', url, body: null }, strict.actor('bob').rsa);
    const accept = 'application/activity+json';
    const response = await testApp().fetch(new Request(url, { headers: { accept, ...headers } }));
    expect([response.status, ((await response.json()) as Json).id]).toEqual([200, url]);
  }

  await as(ann).delete(`/recipes/${id}`);
  expect((await takeDeliveredTypes()).map((types) => types.filter((type) => type === 'Delete'))).toEqual(
    Array(3).fill(['Delete']),
  );
  expect(unsignedGets).toBe(0);
});

test('the signature dialect of a server is stored, so it refuses only once', async () => {
  const rows = await prisma().host.findMany({ orderBy: { host: 'asc' }, select: { host: true, dialect: true } });
  expect(rows).toEqual([
    { host: 'cavage.example', dialect: 'cavage' },
    { host: 'rfc.example', dialect: 'rfc9421' },
    { host: 'strict.example', dialect: 'cavage' },
  ]);
  expect([...refused.values()]).toEqual([0, 1, 0]);
});
