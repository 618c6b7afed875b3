/**
 * Who may not send a body is answered before any of it is read, on every route, and the others send no more than
 * declared.
 */
import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/api/routes.ts';
import { createApp } from '../../src/app.ts';
import { createToken, type Scope, scopes } from '../../src/domain/access/tokens.ts';
import { type BodyRule, bodyRules, takesBody } from '../../src/http/body.ts';
import { maxSmallFormBytes } from '../../src/http/form.ts';
import { openBrowser } from '../support/browser.ts';
import { cast, useCast } from '../support/cast.ts';
import { cookieOf } from '../support/get-page.ts';
import { chunkOf, headOf, openConnection } from '../support/raw-request.ts';
import { origin, useWebServer } from '../support/web-server.ts';

useCast();
useWebServer();

const app = createApp();
const api = '/api/v1';
const rules = [...bodyRules(app)].map(([name, rule]) => {
  const [method, path] = name.split(' ') as [string, string];
  return {
    name,
    method,
    path: path.replaceAll(/:\w+(?:\{[^}]*\})?/g, '1'),
    isApi: path.startsWith(api),
    rule,
  };
});
const forMembers = rules.filter(({ rule }) => rule.from === 'members');
const chunk = new Uint8Array(65_536).fill(0x61);
let session: string;

beforeAll(async () => {
  session = (await cookieOf(cast.ann)).cookie;
});

/** Sends a body that never ends, and returns how much of it was read. */
async function send(
  { method, path }: { method: string; path: string },
  headers: Record<string, string>,
  { breaksOff = false } = {},
): Promise<{ status: number; location: string | null; read: number }> {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        read += chunk.length;
        if (breaksOff) controller.error(new Error('gone'));
        else controller.enqueue(chunk);
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
  const type = path.startsWith(api) ? 'application/json' : 'application/x-www-form-urlencoded';
  const init = { method, body, duplex: 'half', headers: { 'content-type': type, ...headers } } as RequestInit;
  const response = await app.request(`${origin}${path}`, init);
  return { status: response.status, location: response.headers.get('location'), read };
}

test('an anonymous client is answered before anything is read, on every route for members', async () => {
  expect(forMembers.length).toBeGreaterThan(150);
  for (const route of forMembers) {
    const { status, location, read } = await send(route, { origin });
    const isRefused = [401, 403, 404].includes(status) || (status === 303 && location!.includes('/login'));
    expect([route.name, status, isRefused, read]).toEqual([route.name, status, true, 0]);
  }
});

test('a form from another origin is refused before anything is read', async () => {
  for (const route of forMembers.filter(({ isApi }) => !isApi)) {
    const { status, read } = await send(route, { cookie: session, origin: 'https://evil.example' });
    expect([route.name, status >= 400 || status === 303, read]).toEqual([route.name, true, 0]);
  }
});

test('a token without the scope is refused before anything is read, and one with it is not', async () => {
  const tokenWith = async (chosen: readonly Scope[]) =>
    `Bearer ${await createToken({ accountId: cast.ann.id, scopes: chosen })}`;
  const whole = await tokenWith(scopes);
  const without = new Map(
    await Promise.all(
      scopes.map(async (scope) => [scope, await tokenWith(scopes.filter((each) => each !== scope))] as const),
    ),
  );
  for (const { method, path, scope, body } of routes) {
    if (method === 'get' || scope === 'public') continue;
    const route = { method: method.toUpperCase(), path: api + path.replaceAll(/\{\w+\}/g, '1') };
    const { status, read } = await send(route, { authorization: without.get(scope)! });
    expect([route.path, status, read]).toEqual([route.path, 403, 0]);
    const allowed = await send(route, { authorization: whole }, { breaksOff: true });
    expect([route.path, allowed.read > 0]).toEqual([route.path, body !== undefined]);
  }
});

test('a member of another role is refused before anything is read', async () => {
  const forAdmins = forMembers.filter(({ path }) => path.startsWith('/admin/'));
  expect(forAdmins.length).toBeGreaterThan(10);
  for (const route of forAdmins)
    expect([route.name, await send(route, { cookie: session, origin })]).toMatchObject([
      route.name,
      { status: 404, read: 0 },
    ]);
});

test('a form of a member is read, so that the refusals above are not the form itself', async () => {
  for (const path of ['/write/post', '/settings', '/items/1/like', '/write/photos', '/settings/import/uploads']) {
    const { status, read } = await send({ method: 'POST', path }, { cookie: session, origin }, { breaksOff: true });
    expect([path, status, read > 0]).toEqual([path, 400, true]);
  }
});

test('of what anyone may send no more is read than the route declares, and that is little', async () => {
  const isInbox = ({ path }: { path: string }) => path.endsWith('/inbox');
  const open = rules.filter(({ rule }) => rule.from === 'anyone');
  expect(open.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /login', 'POST /register', 'POST /inbox']),
  );
  for (const route of open) {
    const { maxBytes }: BodyRule = route.rule;
    expect([route.name, maxBytes <= (isInbox(route) ? 2 ** 20 : maxSmallFormBytes)]).toEqual([route.name, true]);
    const { status, read } = await send(route, { origin });
    expect([route.name, status < 500, read <= maxBytes + chunk.length]).toEqual([route.name, true, true]);
  }
});

test('a route that does not declare who may send it a body is not mounted', () => {
  const forgetful = createApp().post('/forgotten', (c) => c.text(''));
  expect(() => bodyRules(forgetful)).toThrow('POST /forgotten does not declare');
  const declared = createApp().post(
    '/declared',
    takesBody({ from: 'anyone', maxBytes: 0 }, (c: { text(text: string): Response }) => c.text('')),
  );
  expect(bodyRules(declared).has('POST /declared')).toBe(true);
});

test('only the browser of a former member is given its form back, also without a session', async () => {
  const form = { method: 'POST', path: '/write/post' };
  const visitor = openBrowser();
  await visitor.get('/login');
  const cookieFor = (browser: typeof visitor) =>
    [...browser.cookies]
      .filter(([name]) => !name.endsWith('session'))
      .map((pair) => pair.join('='))
      .join('; ');
  expect(cookieFor(visitor)).toContain('__Host-form=');
  expect(await send(form, { origin, cookie: cookieFor(visitor) })).toMatchObject({ status: 303, read: 0 });
  const forged = `${cookieFor(visitor)}.${'A'.repeat(43)}`;
  expect(await send(form, { origin, cookie: forged })).toMatchObject({ status: 303, read: 0 });

  visitor.cookies.set(...(session.split('=') as [string, string]));
  await visitor.get('/write/post');
  const { status, read } = await send(form, { origin, cookie: cookieFor(visitor) }, { breaksOff: true });
  expect([status, read > 0]).toEqual([400, true]);
  const foreign = { origin: 'https://evil.example', cookie: cookieFor(visitor) };
  expect(await send(form, foreign)).toMatchObject({ status: 403, read: 0 });
});

const statusLine = (data: Buffer) => String(data).split('\r\n')[0];

test('the connection of a request that was answered early is used again once its body has ended', async () => {
  const socket = openConnection();
  socket.write(headOf({ path: '/write/post', headers: { 'content-type': 'multipart/form-data; boundary=b' } }));
  socket.write(chunkOf(chunk));
  const [first] = await once(socket, 'data');
  expect(statusLine(first)).toBe('HTTP/1.1 303 See Other');
  for (let sent = 0; sent < 20; sent += 1) socket.write(chunkOf(chunk));
  socket.write('0\r\n\r\nGET /livez HTTP/1.1\r\nHost: cook.example\r\n\r\n');
  const [second] = await once(socket, 'data');
  expect(statusLine(second)).toBe('HTTP/1.1 200 OK');
  socket.destroy();
});

test('and is closed if the body goes on, after the answer', async () => {
  const socket = openConnection();
  socket.on('error', () => {});
  socket.write(headOf({ path: '/api/v1/media', headers: { 'content-type': 'multipart/form-data; boundary=b' } }));
  const [first] = await once(socket, 'data');
  expect(statusLine(first)).toBe('HTTP/1.1 401 Unauthorized');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let sent = 0;
  while (!socket.destroyed && sent < 64 * 2 ** 20) {
    sent += chunk.length;
    const taken = new Promise((resolve) => socket.write(chunkOf(chunk), resolve));
    await Promise.race([taken, closed]);
  }
  await closed;
  expect(sent).toBeLessThan(32 * 2 ** 20);
});
