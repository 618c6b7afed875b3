/** Compression of responses, without a server. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { chooseEncoding, withCompression } from '../../src/http/content-encoding.ts';
import { assetPaths, serveAsset } from '../../src/web/assets.ts';

const long = 'A spoon for the pot. '.repeat(200);
const html = { 'content-type': 'text/html; charset=utf-8' };
const app = new Hono()
  .get('/long', (c) => c.body(long, 200, { ...html, vary: 'Accept, Cookie', etag: '"a"' }))
  .get('/weak', (c) => c.body(long, 200, { ...html, etag: 'W/"a"' }))
  .get('/activity', (c) => c.body(long, 200, { 'content-type': 'application/activity+json' }))
  .get('/short', (c) => c.body('A spoon.', 200, html))
  .get('/picture', (c) => c.body(long, 200, { 'content-type': 'image/webp' }))
  .get('/unchanged', (c) => c.body(null, 304, html))
  .get('/twice', (c) => {
    c.header('set-cookie', 'a=1', { append: true });
    c.header('set-cookie', 'b=2', { append: true });
    return c.body(long, 422, html);
  })
  .post('/long', (c) => c.body(long, 200, html));
const fetch = withCompression(app.fetch);

const ask = async (path: string, acceptEncoding: string | null = 'gzip, deflate, br, zstd', method = 'GET') => {
  const headers: Record<string, string> = acceptEncoding === null ? {} : { 'accept-encoding': acceptEncoding };
  const response = await fetch(new Request(`https://cook.example${path}`, { method, headers }));
  const encoding = response.headers.get('content-encoding');
  return { response, encoding, bytes: Buffer.from(await response.arrayBuffer()) };
};
const decoders = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  zstd: promisify(zstdDecompress),
};

test.each(['br', 'gzip', 'zstd'] as const)('%s holds the same text in fewer bytes', async (name) => {
  for (const path of ['/long', '/activity']) {
    const { encoding, bytes } = await ask(path, name);
    expect(encoding).toBe(name);
    expect(bytes.length).toBeLessThan(long.length / 10);
    expect((await decoders[name](bytes)).toString()).toBe(long);
  }
  const file = await serveAsset(assetPaths.style.slice('/assets/'.length), name);
  expect(file!.headers.get('content-encoding')).toBe(name);
  const style = await decoders[name](Buffer.from(await file!.arrayBuffer()));
  expect(style.toString()).toContain('prefers-color-scheme: dark');
});

test('caches keep the encodings apart, and a strong tag becomes a weak one', async () => {
  const { response } = await ask('/long');
  expect(response.headers.get('vary')).toBe('Accept, Cookie, Accept-Encoding');
  expect(response.headers.get('etag')).toBe('W/"a"');
  expect((await ask('/weak')).response.headers.get('etag')).toBe('W/"a"');
  const plain = await ask('/long', null);
  expect([plain.encoding, plain.bytes.toString(), plain.response.headers.get('etag')]).toEqual([null, long, '"a"']);
  expect((await ask('/long', 'identity')).response.headers.get('vary')).toContain('Accept-Encoding');
  const refused = await ask('/twice');
  expect([refused.response.status, refused.response.headers.getSetCookie()]).toEqual([422, ['a=1', 'b=2']]);
  expect(refused.encoding).not.toBeNull();
});

test('short texts, pictures, answers without a body, and answers to forms stay as they are', async () => {
  expect((await ask('/long')).encoding).not.toBeNull();
  for (const [path, method] of [
    ['/short', 'GET'],
    ['/picture', 'GET'],
    ['/unchanged', 'GET'],
    ['/long', 'POST'],
    ['/long', 'HEAD'],
  ] as const)
    expect([path, method, (await ask(path, 'gzip', method)).encoding]).toEqual([path, method, null]);
  expect((await ask('/short')).bytes.toString()).toBe('A spoon.');
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd, gzip', 'zstd'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['deflate', null],
  ['identity', null],
  ['*;q=0', null],
  ['', null],
  [null, null],
  [';;,=,q', null],
])('%s leads to %s', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});
