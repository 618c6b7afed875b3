/** Documents and deliveries, with real servers on loopback. */
import { expect, onTestFinished, test } from 'vitest';
import { routeFetchTo } from '../../src/lib/fetch/connections.ts';
import { routeToHandler } from '../support/fetch-route.ts';
import { failureOf, fetchClient, json, startHttpServer } from '../support/loopback.ts';

test('a document has its status, headers and final URL', async () => {
  const origin = await startHttpServer((request, response) => {
    response.writeHead(404, { 'content-type': 'application/json', 'x-seen': request.headers['user-agent'] });
    response.end(JSON.stringify(request.headers));
  });

  const answer = await fetchClient().fetchDocument(`${origin}/a?b=c#d`, {
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

test('three redirects are followed, each newly signed, and a fourth is not', async () => {
  const origin = await startHttpServer((request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end(request.headers.signature);
    else response.writeHead([301, 302, 307, 308][left % 4]!, { location: `/${left - 1}` }).end('moved');
  });
  const sign = async ({ method, url }: { method: string; url: string }) => ({
    signature: `${method} ${url}`,
  });
  const client = fetchClient();

  const answer = await client.fetchDocument(`${origin}/3`, { ...json, sign });

  expect(answer).toMatchObject({ url: `${origin}/0`, hops: 3, status: 200 });
  expect(Buffer.from(answer.body).toString()).toBe(`GET ${origin}/0`);
  expect(await failureOf(client.fetchDocument(`${origin}/4`, json))).toBe('too_many_redirects');
  expect(await failureOf(client.fetchDocument(`${origin}/2`, { ...json, hops: 2 }))).toBe('too_many_redirects');
});

test.each([
  ['http://10.0.0.1/', 'private_address'],
  ['https://[::1]/', 'private_address'],
  ['//169.254.169.254/', 'private_address'],
  ['ftp://kitchen.example/', 'bad_url'],
  ['http://me@127.0.0.1/', 'bad_url'],
])('a redirect to %s is refused', async (location, reason) => {
  const origin = await startHttpServer((_request, response) => response.writeHead(302, { location }).end());

  expect(await failureOf(fetchClient().fetchDocument(origin, json))).toBe(reason);
});

test('a redirect to an address in raw Unicode is followed', async () => {
  const origin = await startHttpServer((request, response) => {
    if (request.url !== '/') response.end(request.url);
    else response.socket!.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /գ-ü?ñ\r\nContent-Length: 0\r\n\r\n'));
  });
  const answer = await fetchClient().fetchDocument(origin, json);
  expect(Buffer.from(answer.body).toString()).toBe('/%D5%A3-%C3%BC?%C3%B1');
});

test('headers of the caller are sent to the first origin only', async () => {
  const second = await startHttpServer((request, response) => response.end(String(request.headers.authorization)));
  const first = await startHttpServer((_request, response) => response.writeHead(302, { location: second }).end());

  const answer = await fetchClient().fetchDocument(first, { ...json, headers: { authorization: 'Bearer x' } });

  expect(Buffer.from(answer.body).toString()).toBe('undefined');
});

test('a POST sends its body and does not follow redirects', async () => {
  let received = '';
  const origin = await startHttpServer((request, response) => {
    request.on('data', (chunk) => {
      received += chunk;
    });
    request.on('end', () => response.writeHead(307, { location: '/elsewhere' }).end('over there'));
  });

  const reply = await fetchClient().post(`${origin}/inbox`, {
    headers: { 'content-type': 'text/plain' },
    body: 'crème',
  });

  expect(reply.status).toBe(307);
  expect(Buffer.from(reply.body).toString()).toBe('over there');
  expect(received).toBe('crème');
});

test('64 KiB of a POST response are stored, and a broken response does not hide its status', async () => {
  const client = fetchClient({ deadlineMs: 500 });
  const long = await startHttpServer((_request, response) => response.end('x'.repeat(1_000_000)));
  const broken = await startHttpServer((_request, response) =>
    response.writeHead(202, { 'content-encoding': 'gzip' }).end('no gzip'),
  );
  const unending = await startHttpServer((_request, response) => response.writeHead(202).write('wait'));

  expect((await client.post(long, { headers: {}, body: '' })).body).toHaveLength(65_536);
  expect(await client.post(broken, { headers: {}, body: '' })).toMatchObject({ status: 202 });
  const reply = await client.post(unending, { headers: {}, body: '' });
  expect([reply.status, Buffer.from(reply.body).toString()]).toEqual([202, 'wait']);
});

test('tests can replace other hosts in the process', async () => {
  const seen: string[] = [];
  onTestFinished(() => routeFetchTo(null));
  routeFetchTo(
    new Map([
      [
        'elsewhere.example',
        routeToHandler(async (request) => {
          seen.push(`${request.method} ${request.url} ${request.headers.get('host')} ${await request.text()}`);
          if (request.url.endsWith('/old')) return Response.redirect('https://elsewhere.example/new', 301);
          return new Response(request.url.endsWith('/big') ? 'x'.repeat(2 ** 20 + 1) : 'hello');
        }),
      ],
    ]),
  );
  const client = fetchClient({ privateNetworks: [] });

  const answer = await client.fetchDocument('https://elsewhere.example/old', json);
  const reply = await client.post('https://elsewhere.example/inbox', { headers: {}, body: 'pie' });

  expect(answer).toMatchObject({ url: 'https://elsewhere.example/new', hops: 1 });
  expect(Buffer.from(reply.body).toString()).toBe('hello');
  expect(seen).toEqual([
    'GET https://elsewhere.example/old elsewhere.example ',
    'GET https://elsewhere.example/new elsewhere.example ',
    'POST https://elsewhere.example/inbox elsewhere.example pie',
  ]);
  expect(await failureOf(client.fetchDocument('https://elsewhere.example/big', json))).toBe('too_large');
});

test('a replaced host that never responds times out', async () => {
  onTestFinished(() => routeFetchTo(null));
  routeFetchTo(new Map([['elsewhere.example', () => new Promise(() => {})]]));

  const client = fetchClient({ deadlineMs: 100 });

  expect(await failureOf(client.fetchDocument('https://elsewhere.example/', json))).toBe('timeout');
});
