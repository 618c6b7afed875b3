/** Whatever is sent, the answer is JSON and never a 5xx. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/http/api/index.ts';
import { anyone, as, request, theApp, tokenOf } from '../support/as.ts';
import { type Cast, gatherCast } from '../support/cast.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();
let cast: Cast;
beforeAll(async () => {
  cast = await gatherCast();
});

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
    '%j is no JSON',
    async (body) => {
      const answer = await send(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'malformed']);
    },
  );

  test('must be UTF-8', async () => {
    expect((await send(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
  });

  test('must say that it is JSON, in the clear', async () => {
    const wrong: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': '' },
      { 'content-encoding': 'gzip' },
    ];
    for (const headers of wrong) {
      expect((await send('{"name":"x"}', headers)).status).toBe(415);
    }
    expect((await send('{"name":"x"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      201,
    );
  });

  test('deeper than 32 is refused on its bytes, brackets in text do not count', async () => {
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
        if (sent > 100) controller.close();
      },
    });
    expect((await send(endless)).status).toBe(413);
    expect(sent).toBeLessThan(30);
    expect((await send('{}', { 'content-length': '2000000' })).status).toBe(413);
  });

  test('of a mebibyte of anything is answered quickly', async () => {
    for (const filling of ['a', '[', '"', '\\\\', ' 1 ', '- ', '1/2 ', '(']) {
      const name = filling.repeat(Math.floor(1_000_000 / filling.length)).slice(0, 1_000_000);
      const started = performance.now();
      const answer = await send(JSON.stringify({ name: 'x', ingredients: [name], description: name }));
      expect(answer.status).toBeLessThan(500);
      expect(performance.now() - started).toBeLessThan(1_000);
    }
  });
});

describe('a path or method', () => {
  test('that leads nowhere is a 404 in JSON', async () => {
    for (const path of ['/nothing', '/recipes/1/2/3', '/', '', '/accounts//timeline']) {
      expect((await anyone.get(path)).status).toBe(404);
    }
    const outside = await theApp().request('https://cook.example/nothing');
    expect([outside.status, await outside.json()]).toEqual([
      404,
      { errors: { base: ['not found'] }, code: 'not_found' },
    ]);
  });

  test('that is not done there is a 405 with those that are', async () => {
    const answer = await anyone.put('/recipes/1', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
    expect((await anyone.delete('/timeline')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('may be asked for by any page’s script', async () => {
    const response = await theApp().request('https://cook.example/api/v1/recipes/1', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('HEAD answers as GET without a body', async () => {
    const response = await theApp().request('https://cook.example/api/v1/instance', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

const nasty = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '01',
    '1e3',
    '9007199254740993',
    '%00',
    '%ff',
    '%2F',
    '..',
    'null',
    '%F0%9F%8D%95',
    "'--",
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent),
);
const field = fc.constantFrom(
  'name',
  'content',
  'serving',
  'ingredients',
  'steps',
  'links',
  'id',
  'type',
  'quantity',
  'tags',
  'locale',
  'visibility',
  'in_reply_to_id',
  'recipe',
  'status',
  'source_url',
  'prep_time',
  'limit',
  '__proto__',
  'constructor',
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      null,
      true,
      '',
      'x',
      0,
      -1,
      1,
      1.5,
      2 ** 31,
      2 ** 53,
      1e300,
      '\0',
      '\ud800',
      'public',
      'recipe',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(field, tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).any;

const operations = new Map(routes.map((one) => [`${one.method} ${one.path}`, one]));

test('no request at all makes the server fail', async () => {
  const token = await tokenOf(cast.bo);
  const arbitrary = fc.record({
    name: fc.constantFrom(...operations.keys()),
    parts: fc.array(nasty, { minLength: 2, maxLength: 2 }),
    body: value,
    query: fc.array(
      fc.tuple(
        fc.constantFrom('limit', 'max_id', 'min_id', 'order', 'id', 'id[]', 'serving', 'with_replies'),
        nasty,
      ),
      { maxLength: 3 },
    ),
    known: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ name, parts, body, query, known }) => {
      const route = operations.get(name)!;
      const path = route.path.replaceAll(/\{\w+\}/g, () => parts.pop()!);
      const search = query.map(([key, text]) => `${key}=${text}`).join('&');
      const answer = await request(route.method.toUpperCase(), `${path}?${search}`, {
        headers: { ...(known && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
        ...(route.method !== 'get' && { body: JSON.stringify(body) }),
      });
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
});

test('a body with one field gone wrong names that field or its parent', async () => {
  const whole = {
    name: 'Soup',
    serving: 2,
    tags: ['a'],
    ingredients: [{ name: 'salt' }],
    steps: [{ content: 'Stir' }],
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(whole)), value, async (key, wrong) => {
      const answer = await as(cast.cy).post('/recipes', { recipe: { ...whole, [key]: wrong } });
      expect([201, 422]).toContain(answer.status);
      if (answer.status === 422)
        for (const name of Object.keys(answer.body.errors)) expect(name.startsWith(key)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
