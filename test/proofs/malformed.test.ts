/** Checks the error for each kind of malformed request. `fuzz.test.ts` proves that none causes a 5xx. */
import { describe, expect, test } from 'vitest';
import { anyone, request, testApp, tokenOf } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

const send = async (body: BodyInit, headers: Record<string, string> = {}) =>
  request('POST', '/recipes', {
    headers: {
      authorization: `Bearer ${await tokenOf(cast.ann)}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
    ...({ duplex: 'half' } as object),
  });

describe('a body', () => {
  test.each(['{', '{"name":}', '"\\x"', '{"name":"x"} trailing', 'undefined', '\ufeff\ufeff{}'])(
    '%j is not valid JSON',
    async (body) => {
      const answer = await send(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'malformed']);
    },
  );

  test('must be UTF-8', async () => {
    expect((await send(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
  });

  test('must be JSON by Content-Type, without a Content-Encoding', async () => {
    const wrong: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': '' },
      { 'content-encoding': 'gzip' },
    ];
    for (const headers of wrong) {
      expect((await send('{"name":"x"}', headers)).status).toBe(415);
    }
    expect((await send('{"name":"x"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
  });

  test('nested deeper than 32 levels is refused before parsing, and brackets in strings do not count', async () => {
    const deep = (levels: number) => `{"name":"x","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await send(deep(33))).status).toBe(400);
    expect((await send(deep(32))).status).toBe(201);
    expect((await send('['.repeat(500_000))).status).toBe(400);
    expect((await send(JSON.stringify({ name: `\\"${'['.repeat(100)}` }))).status).toBe(201);
  });

  test('larger than 1 MiB is refused while it streams', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
        if (sent > 1_000) controller.close();
      },
    });
    expect((await send(endless)).status).toBe(413);
    // 8 MiB are read beyond the limit, so that the client sees the answer.
    expect(sent).toBeLessThan(160);
    expect((await send('{}', { 'content-length': '2000000' })).status).toBe(413);
  });
});

describe('a path or method', () => {
  test('that does not exist is a 404 in JSON', async () => {
    for (const path of ['/nothing', '/recipes/1/2/3', '/', '', '/accounts//timeline']) {
      expect((await anyone.get(path)).status).toBe(404);
    }
    const outside = await testApp().request('https://cook.example/nothing');
    expect([outside.status, await outside.json()]).toEqual([
      404,
      { errors: { base: ['not found'] }, code: 'not_found' },
    ]);
  });

  test('that a path does not support is a 405 with the allowed methods', async () => {
    const answer = await anyone.put('/recipes/1', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
    expect((await anyone.delete('/timeline')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('may be requested by scripts of any origin', async () => {
    const response = await testApp().request('https://cook.example/api/v1/recipes/1', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('HEAD returns the headers of GET without a body', async () => {
    const response = await testApp().request('https://cook.example/api/v1/instance', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
