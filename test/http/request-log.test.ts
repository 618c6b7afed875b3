/** The log leads to the request: an id in the answer and in every line, and a line for each refusal or failure. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { pool } from '../../src/db/client.ts';
import { identifyRequest, loggedPath } from '../../src/http/request-log.ts';
import { DomainError } from '../../src/lib/errors.ts';
import { log } from '../../src/lib/log.ts';
import { useDatabase } from '../support/database-connection.ts';
import { actualOrigin, fetchFromServer, origin, useWebServer } from '../support/web-server.ts';

await vi.hoisted(async () =>
  (await import('../support/own-modules.ts')).useOwnModules({ TRUSTED_PROXIES: '127.0.0.2/32' }),
);

useDatabase();
useWebServer();

const levels = ['info', 'warn', 'error'] as const;
let lines: { level: string; line: Record<string, unknown>; msg: unknown }[];

beforeEach(() => {
  lines = [];
  for (const level of levels)
    vi.spyOn(log, level).mockImplementation(((line: Record<string, unknown>, msg: unknown) => {
      lines.push({ level, line, msg });
    }) as typeof log.info);
});
afterEach(() => void vi.restoreAllMocks());

const uuid = /^[0-9a-f-]{36}$/;

test('a refused request gets a line with its reason, and no query', async () => {
  const response = await fetchFromServer(`${origin}/api/v1/notifications?access_token=hidden`);
  expect(response.headers.get('x-request-id')).toMatch(uuid);
  expect(lines).toEqual([
    {
      level: 'info',
      msg: 'request refused',
      line: {
        method: 'GET',
        path: '/api/v1/notifications',
        status: 401,
        ms: expect.any(Number),
        code: 'unauthorized',
        reason: expect.any(String),
      },
    },
  ]);
});

test('a request that another server sends is refused with a reason as well', async () => {
  await fetch(`${actualOrigin()}/inbox`, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } });
  expect(lines.map(({ line }) => [line.path, line.status, line.reason])).toEqual([
    ['/inbox', 415, 'the content type must be application/activity+json'],
  ]);
});

test('a failure of the database is a line, with 503, and one of the program another, with 500', async () => {
  const database = pool() as unknown as Record<'connect' | 'query', () => Promise<never>>;
  const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P03' }));
  const spies = (['connect', 'query'] as const).map((name) => vi.spyOn(database, name).mockImplementation(gone));
  const unavailable = await fetchFromServer(`${origin}/tags/bread`, { headers: { accept: 'text/html' } });
  for (const spy of spies) spy.mockRestore();
  expect(unavailable.status).toBe(503);
  expect(lines.map(({ level, msg, line }) => [level, msg, line.status, line.err instanceof Error])).toEqual([
    ['warn', 'request failed', 503, true],
  ]);

  lines = [];
  const app = createApp();
  app.get('/broken', () => {
    throw new TypeError('broken');
  });
  await app.request(`${origin}/broken`);
  expect(lines).toMatchObject([{ level: 'error', line: { path: '/broken', status: 500, err: { message: 'broken' } } }]);
});

test('a request that succeeds gets no line', async () => {
  const response = await fetchFromServer(`${origin}/livez`, { headers: { 'x-request-id': 'chosen' } });
  expect(response.headers.get('x-request-id')).toMatch(uuid);
  expect(lines).toEqual([]);
});

const from = (remoteAddress: string, headers: Record<string, string>) =>
  identifyRequest({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

test('a trusted proxy names the request, by a valid id or by its trace', () => {
  expect(from('127.0.0.2', { 'x-request-id': 'edge-7' }).id).toBe('edge-7');
  expect(from('127.0.0.2', { traceparent })).toEqual({ id: trace, traceparent });
  expect(from('127.0.0.2', { traceparent, 'x-request-id': 'edge-7' })).toEqual({ id: 'edge-7', traceparent });
  for (const wrong of ['two words', 'a"b', 'ü', 'a'.repeat(129), 'one, two'])
    expect(from('127.0.0.2', { 'x-request-id': wrong }).id).toMatch(uuid);
  for (const wrong of [traceparent.replace(trace, '0'.repeat(32)), `01${traceparent.slice(2)}`, trace])
    expect(from('127.0.0.2', { traceparent: wrong })).toEqual({ id: expect.stringMatching(uuid), traceparent: null });
  expect(from('127.0.0.3', { traceparent, 'x-request-id': 'edge-7' })).toEqual({
    id: expect.stringMatching(uuid),
    traceparent: null,
  });
});

test('a path that is as good as a password is not in the log, on any route', () => {
  const secret = 'SECRET';
  const secretPaths = createApp()
    .routes.map(({ path }) => path)
    .filter((path) => /:(?:token|code|key|secret)\b/.test(path))
    .map((path) => path.replaceAll(/:(?:token|code|key|secret)(?:\{[^}]*\})?/g, secret));
  expect(new Set(secretPaths).size).toBeGreaterThan(2);
  expect(secretPaths.filter((path) => loggedPath(path).includes(secret))).toEqual([]);
  expect(loggedPath('/@ann/recipes/soup')).toBe('/@ann/recipes/soup');
});

test('the reason of a refusal is bounded', async () => {
  const app = createApp();
  app.get('/refused', () => {
    throw new DomainError('forbidden', 'a'.repeat(1_000));
  });
  await app.request(`${origin}/refused`);
  expect(lines.map(({ line }) => String(line.reason).length)).toEqual([300]);
});
