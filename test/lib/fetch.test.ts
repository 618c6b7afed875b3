/** The client for other servers, against servers of flesh and blood on loopback. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { type ClientOptions, createClient, type FetchFailure, routeFetchTo } from '../../src/lib/fetch.ts';
import { issueCertificates } from '../support/certificates.ts';

const endings: (() => unknown)[] = [];

afterEach(async () => {
  routeFetchTo(null);
  for (const end of endings.splice(0).reverse()) await end();
});

const json = { accept: 'application/json' };

function clientWith(options: Partial<ClientOptions> = {}) {
  const client = createClient({ privateNetworks: ['127.0.0.0/8'], federates: true, ...options });
  endings.push(client.close);
  return client;
}

async function listen(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

/** A name service with answers of our own; the n-th question gets the n-th answer. */
function names(...answers: string[][]): NonNullable<ClientOptions['lookup']> {
  let asked = 0;
  const lookup = (_host: string, _options: object, done: (error: null, found: object[]) => void) => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!;
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return lookup as NonNullable<ClientOptions['lookup']>;
}

async function failure(request: Promise<unknown>): Promise<FetchFailure | string> {
  return request.then(
    () => 'no failure',
    (error) => error.reason ?? String(error),
  );
}

test('a document comes with its status, headers and final URL', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(404, { 'content-type': 'application/json', 'x-seen': request.headers['user-agent'] });
    response.end(JSON.stringify(request.headers));
  });

  const answer = await clientWith().fetchDocument(`${origin}/a?b=c#d`, {
    ...json,
    headers: { Host: 'evil', 'x-mine': '1' },
  });

  expect(answer.status).toBe(404);
  expect(answer.url).toBe(`${origin}/a?b=c`);
  expect(answer.hops).toBe(0);
  expect(answer.headers.get('x-seen')).toMatch(/^Potluck\/\d+\.\d+\.\d+ \(\+http/);
  const seen = JSON.parse(Buffer.from(answer.body).toString());
  expect(seen).toMatchObject({ accept: 'application/json', 'x-mine': '1', host: new URL(origin).host });
});

test.each([
  ['ftp://a.example/'],
  ['file:///etc/passwd'],
  ['data:text/plain,x'],
  ['javascript:alert(1)'],
  ['https://user@a.example/'],
  ['https://user:pass@a.example/'],
  ['https://:pass@a.example/'],
  ['//a.example/'],
  ['no url'],
  ['https://'],
  [`https://a.example/${'x'.repeat(9000)}`],
])('%s is a bad URL', async (url) => {
  expect(await failure(clientWith().fetchDocument(url, json))).toBe('bad_url');
  expect(await failure(clientWith().post(url, { headers: {}, body: '' }))).toBe('bad_url');
});

test.each([
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://0/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://①②⑦.⓪.⓪.①/',
])('%s is a private address', async (url) => {
  expect(await failure(clientWith({ privateNetworks: [] }).fetchDocument(url, json))).toBe('private_address');
  expect(await failure(clientWith({ privateNetworks: [] }).post(url, { headers: {}, body: '' }))).toBe(
    'private_address',
  );
});

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '10.0.0.1']],
  [['2606:4700:4700::1111', '::1']],
  [['::ffff:192.168.0.1']],
  [['not an address']],
])('a name that means %s is refused as a whole', async (addresses) => {
  const client = clientWith({ privateNetworks: [], lookup: names(addresses) });

  expect(await failure(client.fetchDocument('https://kitchen.example/', json))).toBe('private_address');
});

test('a name without an address is a dns failure', async () => {
  const client = clientWith({ lookup: names([]) });

  expect(await failure(client.fetchDocument('https://kitchen.example/', json))).toBe('dns');
  expect(await failure(clientWith().fetchDocument('https://nobody.invalid/', json))).toBe('dns');
});

test('a name is asked once per connection and the answer is the address connected to', async () => {
  const origin = await serve((_request, response) => response.end('here'));
  const client = clientWith({ lookup: names(['127.0.0.1'], ['10.0.0.1']) });

  const answer = await client.fetchDocument(`http://kitchen.example:${new URL(origin).port}/`, json);

  expect(Buffer.from(answer.body).toString()).toBe('here');
});

test('plain http reaches listed networks only', async () => {
  const client = clientWith({ lookup: names(['8.8.8.8']) });

  expect(await failure(client.fetchDocument('http://8.8.8.8/', json))).toBe('private_address');
  expect(await failure(client.fetchDocument('http://kitchen.example/', json))).toBe('private_address');
});

test('a server that does not federate sends nothing', async () => {
  let requests = 0;
  const origin = await serve((_request, response) => response.end(String(requests++)));
  const client = clientWith({ federates: false });

  expect(await failure(client.fetchDocument(origin, json))).toBe('not_federating');
  expect(await failure(client.post(origin, { headers: {}, body: '' }))).toBe('not_federating');
  expect(requests).toBe(0);
});

test('three redirects are followed, each signed anew, and a fourth is not', async () => {
  const origin = await serve((request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end(request.headers.signature);
    else response.writeHead([301, 302, 307, 308][left % 4]!, { location: `/${left - 1}` }).end('moved');
  });
  const sign = async ({ method, url }: { method: string; url: string }) => ({
    signature: `${method} ${url}`,
  });
  const client = clientWith();

  const answer = await client.fetchDocument(`${origin}/3`, { ...json, sign });

  expect(answer).toMatchObject({ url: `${origin}/0`, hops: 3, status: 200 });
  expect(Buffer.from(answer.body).toString()).toBe(`GET ${origin}/0`);
  expect(await failure(client.fetchDocument(`${origin}/4`, json))).toBe('too_many_redirects');
  expect(await failure(client.fetchDocument(`${origin}/2`, { ...json, hops: 2 }))).toBe('too_many_redirects');
});

test.each([
  ['http://10.0.0.1/', 'private_address'],
  ['https://[::1]/', 'private_address'],
  ['//169.254.169.254/', 'private_address'],
  ['ftp://kitchen.example/', 'bad_url'],
  ['http://me@127.0.0.1/', 'bad_url'],
])('a redirect to %s is refused', async (location, reason) => {
  const origin = await serve((_request, response) => response.writeHead(302, { location }).end());

  expect(await failure(clientWith().fetchDocument(origin, json))).toBe(reason);
});

test('headers of the caller stay with the first origin', async () => {
  const second = await serve((request, response) => response.end(String(request.headers.authorization)));
  const first = await serve((_request, response) => response.writeHead(302, { location: second }).end());

  const answer = await clientWith().fetchDocument(first, { ...json, headers: { authorization: 'Bearer x' } });

  expect(Buffer.from(answer.body).toString()).toBe('undefined');
});

test('a POST carries its body and follows no redirect', async () => {
  let received = '';
  const origin = await serve((request, response) => {
    request.on('data', (chunk) => {
      received += chunk;
    });
    request.on('end', () => response.writeHead(307, { location: '/elsewhere' }).end('over there'));
  });

  const reply = await clientWith().post(`${origin}/inbox`, {
    headers: { 'content-type': 'text/plain' },
    body: 'crème',
  });

  expect(reply.status).toBe(307);
  expect(Buffer.from(reply.body).toString()).toBe('over there');
  expect(received).toBe('crème');
});

test('of the answer to a POST 64 KiB are kept, and a broken one does not hide its status', async () => {
  const client = clientWith({ deadlineMs: 500 });
  const long = await serve((_request, response) => response.end('x'.repeat(1_000_000)));
  const broken = await serve((_request, response) =>
    response.writeHead(202, { 'content-encoding': 'gzip' }).end('no gzip'),
  );
  const unending = await serve((_request, response) => response.writeHead(202).write('wait'));

  expect((await client.post(long, { headers: {}, body: '' })).body).toHaveLength(65_536);
  expect(await client.post(broken, { headers: {}, body: '' })).toMatchObject({ status: 202 });
  const reply = await client.post(unending, { headers: {}, body: '' });
  expect([reply.status, Buffer.from(reply.body).toString()]).toEqual([202, 'wait']);
});

test.each([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', Buffer.from],
])('a body packed as %s is unpacked', async (encoding, pack) => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('sourdough')));
  });

  const answer = await clientWith().fetchDocument(origin, json);

  expect(Buffer.from(answer.body).toString()).toBe('sourdough');
});

test.each(['gzip', 'deflate', 'br'])('an empty body need not be packed as %s', async (encoding) => {
  const origin = await serve((_request, response) =>
    response.writeHead(304, { 'content-encoding': encoding }).end(),
  );

  expect((await clientWith().fetchDocument(origin, json)).body).toHaveLength(0);
});

test.each([
  ['gzip', Buffer.from('not packed at all')],
  ['gzip', gzipSync('cut off'.repeat(99)).subarray(0, 25)],
  ['br', Buffer.from('not packed at all')],
  ['zstd', Buffer.from('x')],
  ['gzip, gzip', gzipSync(gzipSync('x'))],
  ['gzip, br', brotliCompressSync(gzipSync('x'))],
])('a body that claims %s and is not so is refused', async (encoding, body) => {
  const origin = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  );

  expect(await failure(clientWith().fetchDocument(origin, json))).toBe('bad_encoding');
});

test('the limit counts bytes after unpacking, and a bomb costs no memory', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 2 ** 20));
  const origin = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const client = clientWith();
  await failure(client.fetchDocument(origin, json));
  const before = process.memoryUsage();

  expect(await failure(client.fetchDocument(origin, json))).toBe('too_large');

  const after = process.memoryUsage();
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(32 * 2 ** 20);
});

test('exactly the limit is not too large', async () => {
  const origin = await serve((request, response) =>
    response.end(Buffer.alloc(Number(request.url!.slice(1)))),
  );
  const client = clientWith();

  expect((await client.fetchDocument(`${origin}/1048576`, json)).body).toHaveLength(1_048_576);
  expect(await failure(client.fetchDocument(`${origin}/1048577`, json))).toBe('too_large');
  expect(await failure(client.fetchDocument(`${origin}/11`, { ...json, maxBytes: 10 }))).toBe('too_large');
});

test('headers have a limit too', async () => {
  const origin = await serve((_request, response) =>
    response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
  );

  expect(await failure(clientWith().fetchDocument(origin, json))).toBe('too_large');
});

test.each<[string, (socket: Socket) => unknown]>([
  ['that says nothing', () => {}],
  ['that drips its headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
  ['that drips its body', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x')],
  [
    'that drips a packed body',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n', ''),
  ],
])('a server %s meets the deadline', async (_name, answer) => {
  const port = await listen(createTcpServer((socket) => void answer(socket)));
  const start = performance.now();

  const client = clientWith({ deadlineMs: 300 });

  expect(await failure(client.fetchDocument(`http://127.0.0.1:${port}/`, json))).toBe('timeout');
  expect(performance.now() - start).toBeLessThan(1500);
});

test('the deadline spans all hops', async () => {
  const origin = await serve((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150);
  });

  expect(await failure(clientWith({ deadlineMs: 400 }).fetchDocument(origin, json))).toBe('timeout');
});

test('a name service that is silent meets the deadline', async () => {
  const client = clientWith({ deadlineMs: 200, lookup: (() => {}) as unknown as ClientOptions['lookup'] });

  expect(await failure(client.fetchDocument('https://kitchen.example/', json))).toBe('timeout');
});

function drip(socket: Socket, opening: string, drop: string): void {
  socket.write(opening);
  const timer = setInterval(() => socket.write(drop), 20);
  socket.on('close', () => clearInterval(timer));
}

test('a caller who loses interest gets the reason given', async () => {
  const port = await listen(createTcpServer(() => {}));
  const caller = new AbortController();
  const request = clientWith().fetchDocument(`http://127.0.0.1:${port}/`, { ...json, signal: caller.signal });

  caller.abort(new Error('shutting down'));

  expect(await failure(request)).toBe('Error: shutting down');
});

test('what goes wrong on the way is told apart', async () => {
  const closed = createTcpServer();
  const port = await listen(closed);
  await new Promise((done) => closed.close(done));
  const garbage = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
  const broken = await listen(
    createTcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')),
  );
  const client = clientWith();

  expect(await failure(client.fetchDocument(`http://127.0.0.1:${port}/`, json))).toBe('connect');
  expect(await failure(client.fetchDocument(`https://127.0.0.1:${garbage}/`, json))).toBe('connect');
  expect(await failure(client.fetchDocument(`http://127.0.0.1:${garbage}/`, json))).toBe('network');
  expect(await failure(client.fetchDocument(`http://127.0.0.1:${broken}/`, json))).toBe('network');
});

test('a message names the host and nothing secret', async () => {
  const origin = await serve((_request, response) => response.destroy());

  const error = await clientWith()
    .fetchDocument(`${origin}/path?token=hush`, { ...json, headers: { authorization: 'Bearer hush' } })
    .catch((thrown: Error) => thrown);

  expect((error as Error).message).toContain(new URL(origin).host);
  expect((error as Error).message).not.toMatch(/hush|path/);
});

test('one server is asked at most four things at once, and connections are kept', async () => {
  let now = 0;
  let most = 0;
  const connections = new Set<unknown>();
  const origin = await serve((request, response) => {
    connections.add(request.socket);
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      response.end();
    }, 20);
  });
  const client = clientWith();

  await Promise.all(Array.from({ length: 12 }, () => client.fetchDocument(origin, json)));

  expect(most).toBe(4);
  expect(connections.size).toBe(4);
});

test('a certificate of a private authority is trusted by NODE_EXTRA_CA_CERTS and no other way', async () => {
  const { ca, cert, key } = issueCertificates(['127.0.0.1']);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-ca-'));
  endings.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'ca.pem'), ca);
  const server = createTlsServer({ cert, key }, (_request, response) => response.end('over TLS'));
  const url = `https://127.0.0.1:${await listen(server)}/`;
  const program = `
    const { fetchDocument } = await import(${JSON.stringify(resolve('src/lib/fetch.ts'))});
    const answer = await fetchDocument(${JSON.stringify(url)}, { accept: '*/*' });
    console.log(Buffer.from(answer.body).toString());
    process.exit();`;

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), PRIVATE_NETWORKS: '127.0.0.1/32' },
  });

  expect(stdout).toBe('over TLS\n');
  expect(await failure(clientWith().fetchDocument(url, json))).toBe('connect');
});

test('tests answer for other hosts within the process', async () => {
  const seen: string[] = [];
  routeFetchTo(
    new Map([
      [
        'elsewhere.example',
        async (request) => {
          seen.push(
            `${request.method} ${request.url} ${request.headers.get('host')} ${await request.text()}`,
          );
          if (request.url.endsWith('/old')) return Response.redirect('https://elsewhere.example/new', 301);
          return new Response(request.url.endsWith('/big') ? 'x'.repeat(2 ** 20 + 1) : 'hello');
        },
      ],
    ]),
  );
  const client = clientWith({ privateNetworks: [] });

  const answer = await client.fetchDocument('https://elsewhere.example/old', json);
  const reply = await client.post('https://elsewhere.example/inbox', { headers: {}, body: 'pie' });

  expect(answer).toMatchObject({ url: 'https://elsewhere.example/new', hops: 1 });
  expect(Buffer.from(reply.body).toString()).toBe('hello');
  expect(seen).toEqual([
    'GET https://elsewhere.example/old elsewhere.example ',
    'GET https://elsewhere.example/new elsewhere.example ',
    'POST https://elsewhere.example/inbox elsewhere.example pie',
  ]);
  expect(await failure(client.fetchDocument('https://elsewhere.example/big', json))).toBe('too_large');
});

test('a host that never answers within the process meets the deadline', async () => {
  routeFetchTo(new Map([['elsewhere.example', () => new Promise<Response>(() => {})]]));

  const client = clientWith({ deadlineMs: 100 });

  expect(await failure(client.fetchDocument('https://elsewhere.example/', json))).toBe('timeout');
});
