/** A server behind nginx and Caddy, with the files of docs/deploy, speaks with clients and with another server. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { Agent, FormData, request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { issueCertificates } from '../support/certificates.ts';
import { createDatabase } from '../support/database.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { hasProgram } from '../support/programs.ts';
import { sampled } from '../support/test-length.ts';
import { follow, isFollowing, upload, waitForItem } from '../support/wait-for.ts';
import { type FrontProxy, type ProxyName, proxyNames, startProxy } from './proxies.ts';

const folder = join(inject('testServer').folder, 'behind-proxies');
const certificate = issueCertificates(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
const caFile = join(folder, 'ca.pem');
const addresses: Record<ProxyName, string> = { nginx: '127.0.0.1', caddy: '127.0.0.3' };
const found = proxyNames.filter((name) => hasProgram(name, `docs/deploy is not tried with ${name}`));

const ending: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
});

async function start(name: string, options: Partial<Parameters<typeof startInstance>[1]>): Promise<Instance> {
  const databaseUrl = await createDatabase(inject('testServer'), `behind_${name}`);
  const surroundings = { folder, certificate, caFile };
  return startInstance(surroundings, { name, databaseUrl, ...options }, (made) => ending.push(() => made.close()));
}

let other: Instance;
beforeAll(async () => {
  if (found.length === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(caFile, certificate.ca);
  other = await start('other', { address: '127.0.0.2' });
});

describe.each(sampled(found, 2))('behind %s', (name) => {
  let proxy: FrontProxy;
  let server: Instance;
  let direct: string;
  let token: string;
  let reader: ApiClient;

  beforeAll(async () => {
    proxy = await startProxy(name, folder, addresses[name], certificate);
    ending.push(() => proxy.stop());
    const env = {
      BASE_URL: proxy.origin,
      PORT: String(proxy.targetPort),
      TRUSTED_PROXIES: '127.0.0.1/32',
      RATE_LIMITS: 'on',
    };
    server = await start(name, { env });
    direct = `http://127.0.0.1:${proxy.targetPort}`;
    const [[ann], [follower]] = await Promise.all([
      server.createMembers(['ann']),
      other.createMembers([`reader_of_${name}`]),
    ]);
    token = ann!.token;
    reader = other.api(follower!.token);
  });

  const ask = async (url: string, options: object = {}, localAddress?: string) => {
    const dispatcher = new Agent({ connect: { ca: certificate.ca }, localAddress, allowH2: false });
    const { statusCode, headers, body } = await request(url, { dispatcher, ...options });
    return { status: statusCode, headers, text: await body.text() };
  };

  test('plain HTTP is redirected with its path', async () => {
    const { status, headers } = await ask(`${proxy.plainOrigin}/@ann?page=2`);
    expect([301, 308]).toContain(status);
    // Caddy omits the port that is configured as its HTTPS port.
    const withoutPort = (url: string) => url.replace(/:\d+\//, '/');
    expect(withoutPort(String(headers.location))).toBe(withoutPort(`${proxy.origin}/@ann?page=2`));
  });

  test('browsers are told to use HTTPS only, also with an error, and only by HTTPS', async () => {
    for (const [path, status] of [
      ['/about', 200],
      ['/api/v1/statuses/1', 404],
    ] as const) {
      const response = await ask(`${proxy.origin}${path}`);
      expect([response.status, response.headers['strict-transport-security']]).toEqual([status, 'max-age=31536000']);
    }
    expect((await ask(`${direct}/about`)).headers['strict-transport-security']).toBeUndefined();
  });

  test('follows and recipes travel in both directions, signed for the public host', async () => {
    const ann = createApiClient(proxy.origin, certificate.ca, token);
    const published = { ...server, host: new URL(proxy.origin).host };

    await isFollowing(reader, await follow(reader, 'ann', published));
    await isFollowing(ann, await follow(ann, `reader_of_${name}`, other));
    for (const [cook, follower] of [
      [ann, reader],
      [reader, ann],
    ] as const) {
      const made = await cook.post('/recipes', { recipe: { name: 'Bread', ingredients: ['1 kg flour'] } });
      expect(made.status).toBe(201);
      await waitForItem(follower, made.body.uri);
    }
    await upload(ann, 'A loaf');
  });

  test('a large file gets through, and one that is too large gets the answer of Potluck', async () => {
    const noise = sharp(randomBytes(3_000_000), { raw: { width: 1_000, height: 1_000, channels: 3 } });
    const photo = await noise.png({ compressionLevel: 0 }).toBuffer();
    const post = (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.set('media', new Blob([bytes], { type: 'image/png' }), 'photo.png');
      return ask(`${proxy.origin}/api/v1/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
    };
    expect(photo.length).toBeGreaterThan(3e6);
    expect((await post(new Uint8Array(photo))).status).toBe(201);
    const refused = await post(new Uint8Array(18 * 2 ** 20));
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      413,
      expect.objectContaining({ code: expect.any(String) }),
    ]);
  });

  test('limits count by the address of the client, whatever it writes into X-Forwarded-For', async () => {
    const left = async (localAddress: string, headers = {}) =>
      Number(
        (await ask(`${proxy.origin}/api/v1/instance`, { headers }, localAddress)).headers['x-ratelimit-remaining'],
      );
    const first = await left('127.0.0.11');
    expect(await left('127.0.0.11')).toBe(first - 1);
    expect(await left('127.0.0.12')).toBe(first);
    expect(await left('127.0.0.11', { 'x-forwarded-for': '203.0.113.7' })).toBe(first - 2);

    // Only the header set by the proxy counts, whatever a client sends.
    const headers = { 'x-forwarded-for': '203.0.113.8' };
    expect(Number((await ask(`${direct}/api/v1/instance`, { headers })).headers['x-ratelimit-remaining'])).toBe(first);
  });

  test('texts arrive as Potluck compressed them', async () => {
    for (const [accepted, expected] of [
      ['br', 'br'],
      ['zstd', 'zstd'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers } = await ask(`${proxy.origin}/about`, { headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBe(expected);
      expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    }
  });

  test('the doctor finds nothing wrong with the proxy', async () => {
    const report = await server.cli('doctor').catch((error: { stdout: string }) => error.stdout);
    expect(report).toMatch(/^ok +proxy/m);
  });
});
