/** Which destinations requests to other servers may have. */
import { execFile } from 'node:child_process';
import type { lookup } from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { issueCertificates } from '../support/certificates.ts';
import { failureOf, fetchClient, json, listen, scriptedDns, startHttpServer } from '../support/loopback.ts';

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
  expect(await failureOf(fetchClient().fetchDocument(url, json))).toBe('bad_url');
  expect(await failureOf(fetchClient().post(url, { headers: {}, body: '' }))).toBe('bad_url');
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
  expect(await failureOf(fetchClient({ privateNetworks: [] }).fetchDocument(url, json))).toBe('private_address');
  expect(await failureOf(fetchClient({ privateNetworks: [] }).post(url, { headers: {}, body: '' }))).toBe(
    'private_address',
  );
});

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '10.0.0.1']],
  [['2606:4700:4700::1111', '::1']],
  [['::ffff:192.168.0.1']],
  [['not an address']],
])('a name that resolves to %s is refused entirely', async (addresses) => {
  const client = fetchClient({ privateNetworks: [], lookup: scriptedDns(addresses) });

  expect(await failureOf(client.fetchDocument('https://kitchen.example/', json))).toBe('private_address');
});

test('a name that does not exist is told from one that cannot be resolved now', async () => {
  const failing = (code: string) =>
    fetchClient({
      lookup: ((_: string, __: object, done: (error: Error, found: []) => void) =>
        done(Object.assign(new Error(code), { code }), [])) as unknown as typeof lookup,
    });

  expect(await failureOf(failing('ENOTFOUND').fetchDocument('https://kitchen.example/', json))).toBe('no_such_host');
  expect(await failureOf(failing('EAI_AGAIN').fetchDocument('https://kitchen.example/', json))).toBe('dns');
});

test('a name without an address is a DNS error', async () => {
  const client = fetchClient({ lookup: scriptedDns([]) });

  expect(await failureOf(client.fetchDocument('https://kitchen.example/', json))).toBe('dns');
  expect(await failureOf(fetchClient().fetchDocument('https://nobody.invalid/', json))).toMatch(
    /^(?:dns|no_such_host)$/,
  );
});

test('a name is resolved once per connection, and the connection uses that address', async () => {
  const origin = await startHttpServer((_request, response) => response.end('here'));
  const client = fetchClient({ lookup: scriptedDns(['127.0.0.1'], ['10.0.0.1']) });

  const answer = await client.fetchDocument(`http://kitchen.example:${new URL(origin).port}/`, json);

  expect(Buffer.from(answer.body).toString()).toBe('here');
});

test('plain http is allowed to configured networks only', async () => {
  const client = fetchClient({ lookup: scriptedDns(['8.8.8.8']) });

  expect(await failureOf(client.fetchDocument('http://8.8.8.8/', json))).toBe('private_address');
  expect(await failureOf(client.fetchDocument('http://kitchen.example/', json))).toBe('private_address');
});

test('a server with federation disabled sends nothing', async () => {
  let requests = 0;
  const origin = await startHttpServer((_request, response) => response.end(String(requests++)));
  const client = fetchClient({ federates: false });

  expect(await failureOf(client.fetchDocument(origin, json))).toBe('not_federating');
  expect(await failureOf(client.post(origin, { headers: {}, body: '' }))).toBe('not_federating');
  expect(requests).toBe(0);

  // What a member asks for is fetched, under the same rules.
  const { status } = await client.fetchDocument(origin, { ...json, forMember: true });
  expect([status, requests]).toEqual([200, 1]);
  const onLocalhost = fetchClient({ federates: false, privateNetworks: [] });
  const refused = onLocalhost.fetchDocument('https://127.0.0.1/', { ...json, forMember: true });
  expect(await failureOf(refused)).toBe('private_address');
});

test('a private certificate authority is trusted only through NODE_EXTRA_CA_CERTS', async () => {
  const { ca, cert, key } = issueCertificates(['127.0.0.1']);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-ca-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'ca.pem'), ca);
  const server = createTlsServer({ cert, key }, (_request, response) => response.end('over TLS'));
  const url = `https://127.0.0.1:${await listen(server)}/`;
  const program = `
    const { fetchDocument } = await import(${JSON.stringify(resolve('src/lib/fetch/fetch.ts'))});
    const answer = await fetchDocument(${JSON.stringify(url)}, { accept: '*/*' });
    console.log(Buffer.from(answer.body).toString());
    process.exit();`;

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), PRIVATE_NETWORKS: '127.0.0.1/32' },
  });

  expect(stdout).toBe('over TLS\n');
  expect(await failureOf(fetchClient().fetchDocument(url, json))).toBe('connect');
});
