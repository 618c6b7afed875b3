/** Limits of outbound requests, and the names of their failures. */
import { createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ClientOptions } from '../../src/lib/fetch/fetch.ts';
import { failureOf, fetchClient, json, listen, startHttpServer } from '../support/loopback.ts';

test.each([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', Buffer.from],
])('a body compressed with %s is decompressed', async (encoding, pack) => {
  const origin = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('sourdough')));
  });

  const answer = await fetchClient().fetchDocument(origin, json);

  expect(Buffer.from(answer.body).toString()).toBe('sourdough');
});

test.each(['identity', 'none', 'UTF-8', 'aws-chunked', 'identity, binary'])(
  'Content-Encoding %s changes nothing',
  async (encoding) => {
    const origin = await startHttpServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('sourdough'),
    );
    const answer = await fetchClient().fetchDocument(origin, json);
    expect(Buffer.from(answer.body).toString()).toBe('sourdough');
  },
);

test.each(['gzip', 'deflate', 'br'])('an empty body with Content-Encoding %s is accepted', async (encoding) => {
  const origin = await startHttpServer((_request, response) =>
    response.writeHead(304, { 'content-encoding': encoding }).end(),
  );

  expect((await fetchClient().fetchDocument(origin, json)).body).toHaveLength(0);
});

test.each([
  ['gzip', Buffer.from('not packed at all')],
  ['gzip', gzipSync('cut off'.repeat(99)).subarray(0, 25)],
  ['br', Buffer.from('not packed at all')],
  ['zstd', Buffer.from('x')],
  ['gzip, gzip', gzipSync(gzipSync('x'))],
  ['gzip, br', brotliCompressSync(gzipSync('x'))],
])('a body falsely declared as %s is refused', async (encoding, body) => {
  const origin = await startHttpServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  );

  expect(await failureOf(fetchClient().fetchDocument(origin, json))).toBe('bad_encoding');
});

test('the limit counts decompressed bytes, and a decompression bomb uses no memory', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 2 ** 20));
  const origin = await startHttpServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const client = fetchClient();
  await failureOf(client.fetchDocument(origin, json));
  const before = process.memoryUsage();

  expect(await failureOf(client.fetchDocument(origin, json))).toBe('too_large');

  const after = process.memoryUsage();
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(32 * 2 ** 20);
});

test('a body of exactly the limit is accepted', async () => {
  const origin = await startHttpServer((request, response) =>
    response.end(Buffer.alloc(Number(request.url!.slice(1)))),
  );
  const client = fetchClient();

  expect((await client.fetchDocument(`${origin}/1048576`, json)).body).toHaveLength(1_048_576);
  expect(await failureOf(client.fetchDocument(`${origin}/1048577`, json))).toBe('too_large');
  expect(await failureOf(client.fetchDocument(`${origin}/11`, { ...json, maxBytes: 10 }))).toBe('too_large');
});

test('headers are limited too', async () => {
  const origin = await startHttpServer((_request, response) =>
    response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
  );

  expect(await failureOf(fetchClient().fetchDocument(origin, json))).toBe('too_large');
});

test.each<[string, (socket: Socket) => unknown]>([
  ['that sends nothing', () => {}],
  ['that sends its headers drop by drop', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
  ['that sends its body drop by drop', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x')],
  [
    'that sends a compressed body drop by drop',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n', ''),
  ],
])('a server %s times out', async (_name, answer) => {
  const port = await listen(createTcpServer((socket) => void answer(socket)));
  const start = performance.now();

  const client = fetchClient({ deadlineMs: 300 });

  expect(await failureOf(client.fetchDocument(`http://127.0.0.1:${port}/`, json))).toBe('timeout');
  expect(performance.now() - start).toBeLessThan(60_000);
});

test('the timeout covers all redirects', async () => {
  const origin = await startHttpServer((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150);
  });

  expect(await failureOf(fetchClient({ deadlineMs: 400 }).fetchDocument(origin, json))).toBe('timeout');
});

test('a silent DNS server times out', async () => {
  const client = fetchClient({ deadlineMs: 200, lookup: (() => {}) as unknown as ClientOptions['lookup'] });

  expect(await failureOf(client.fetchDocument('https://kitchen.example/', json))).toBe('timeout');
});

test('an abort by the caller rejects with the given reason', async () => {
  const port = await listen(createTcpServer(() => {}));
  const caller = new AbortController();
  const request = fetchClient().fetchDocument(`http://127.0.0.1:${port}/`, { ...json, signal: caller.signal });

  caller.abort(new Error('shutting down'));

  expect(await failureOf(request)).toBe('Error: shutting down');
});

test('network failures have distinct names', async () => {
  const closed = createTcpServer();
  const port = await listen(closed);
  await new Promise((done) => closed.close(done));
  const garbage = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
  const broken = await listen(
    createTcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')),
  );
  const client = fetchClient();

  expect(await failureOf(client.fetchDocument(`http://127.0.0.1:${port}/`, json))).toBe('connect');
  expect(await failureOf(client.fetchDocument(`https://127.0.0.1:${garbage}/`, json))).toBe('connect');
  expect(await failureOf(client.fetchDocument(`http://127.0.0.1:${garbage}/`, json))).toBe('network');
  expect(await failureOf(client.fetchDocument(`http://127.0.0.1:${broken}/`, json))).toBe('network');
});

test('an error message names the host and nothing secret', async () => {
  const origin = await startHttpServer((_request, response) => response.destroy());

  const error = await fetchClient()
    .fetchDocument(`${origin}/path?token=hush`, { ...json, headers: { authorization: 'Bearer hush' } })
    .catch((thrown: Error) => thrown);

  expect((error as Error).message).toContain(new URL(origin).host);
  expect((error as Error).message).not.toMatch(/hush|path/);
});

test('one server gets at most four concurrent requests, over reused connections', async () => {
  let now = 0;
  let most = 0;
  const connections = new Set<unknown>();
  const origin = await startHttpServer((request, response) => {
    connections.add(request.socket);
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      response.end();
    }, 50);
  });
  const client = fetchClient();

  await Promise.all(Array.from({ length: 12 }, () => client.fetchDocument(origin, json)));

  expect(most).toBe(4);
  expect(connections.size).toBe(4);
});

function drip(socket: Socket, opening: string, drop: string): void {
  socket.write(opening);
  const timer = setInterval(() => socket.write(drop), 20);
  socket.on('close', () => clearInterval(timer));
}
