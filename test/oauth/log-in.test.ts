/** Logging in and out: credentials, session lifetime and redirects. */
import { scryptSync } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register, verifyPassword } from '../../src/domain/accounts/register.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { discover, publicClient, registerApp, startAuthorization } from '../support/oauth-app.ts';
import { origin, useWebServer } from '../support/web-server.ts';
import { password, sessionCookie } from './fixture.ts';

// Real hashes, which keep the processor busy.
await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules());
vi.unmock('node:crypto');

useDatabase();
useWebServer();
const inside = 'Logged in as @ann';

beforeAll(async () => {
  await register({ username: 'ann', password });
  await register({ username: 'bo' });
});

test('the session cookie is HttpOnly, SameSite and Secure, and new at each login', async () => {
  const browser = openBrowser();
  const page = await browser.logIn('ann', password);
  const cookie = page.headers.getSetCookie().find((text) => text.startsWith(sessionCookie))!;
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);

  const first = browser.cookies.get(sessionCookie)!;
  expect((await browser.get('/login')).html).toContain(inside);
  const stored = await prisma().session.findMany();
  expect(JSON.stringify(stored.map(({ hash }) => Buffer.from(hash).toString()))).not.toContain(first);

  const logout = await browser.get('/logout');
  await browser.post('/logout', logout.hidden);
  await browser.logIn('ann', password);
  expect(browser.cookies.get(sessionCookie)).not.toBe(first);

  const thief = openBrowser();
  thief.cookies.set(sessionCookie, first);
  expect((await thief.get('/login')).html).not.toContain(inside);
});

test('a session expires', async () => {
  const browser = openBrowser();
  await browser.logIn('ann', password);
  expect((await browser.get('/login')).html).toContain(inside);
  await prisma().session.updateMany({ data: { expiresAt: new Date() } });
  expect((await browser.get('/login')).html).not.toContain(inside);
});

test('an unknown name, a wrong password and a member without a password get the same answer in the same time', async () => {
  const texts = new Set<string>();
  const cost = await leastCost(() => verifyPassword(password, null));
  for (const name of ['ann', 'nobody_here', 'bo', 'ann@elsewhere.example', '', 'a\0b']) {
    const browser = openBrowser();
    const form = await browser.get('/login');
    const send = () => browser.post('/login', { ...form.hidden, name, password: 'wrong password' });
    const page = await send();
    if (name.includes('\0')) {
      expect(page.status).toBe(400);
      continue;
    }
    expect(await leastCost(send)).toBeGreaterThan(cost * 0.4);
    expect([page.status, browser.cookies.has(sessionCookie)]).toEqual([422, false]);
    texts.add(page.html.replace(/name="(?:form_token|name|state)" value="[^"]*"|data-options="[^"]*"/g, ''));
  }
  expect(texts.size).toBe(1);
});

test('of many log-ins at once, those beyond the queue get 503, and none keeps the server from its disk', async () => {
  const browser = openBrowser();
  const { hidden } = await browser.get('/login');
  let answered = 0;
  const attempts = Array.from({ length: 60 }, async () => {
    const page = await browser.post('/login', { ...hidden, name: 'ann', password: 'wrong password' });
    if (page.status === 422) answered += 1;
    return page;
  });
  await expect.poll(() => answered).toBeGreaterThan(0);
  const before = answered;
  await stat('package.json');
  expect(answered - before).toBeLessThan(6);

  const pages = await Promise.all(attempts);
  const refused = pages.filter(({ status }) => status === 503);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answered).toBeGreaterThanOrEqual(22);
  expect(answered + refused.length).toBe(60);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);
});

test('a hash with older parameters is replaced when its member logs in', async () => {
  const salt = Buffer.alloc(16, 1);
  const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  const old = `scrypt$16384$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  const { accountId } = await prisma().member.findFirstOrThrow({ where: { account: { handle: 'ann' } } });
  const stored = async () => (await prisma().member.findUniqueOrThrow({ where: { accountId } })).passwordHash;
  await prisma().member.update({ where: { accountId }, data: { passwordHash: old } });

  expect((await openBrowser().logIn('ann', 'wrong password')).status).toBe(422);
  expect(await stored()).toBe(old);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);
  const renewed = await stored();
  expect(renewed).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect((await openBrowser().logIn('ann', password)).status).toBe(303);
  expect(await stored()).toBe(renewed);
});

/** Measures the processor time in ms, as the minimum of four runs, because load only adds to it. */
async function leastCost(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 4; time += 1) {
    // Passwords are hashed on another thread.
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

test.each([
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'https://evil.example/',
  '@evil.example',
  'javascript:alert(1)',
])('logging in never leads to %j', async (next) => {
  const page = await openBrowser().logIn('ann', password, next);
  expect([page.status, page.location]).toEqual([303, `${origin}/home`]);
  const browser = openBrowser();
  const form = await browser.get('/login');
  const forced = await browser.post('/login', { ...form.hidden, name: 'ann', password, next });
  expect(forced.location).toBe(`${origin}/home`);
});

test('the login page redirects only to local pages', async () => {
  const browser = openBrowser();
  expect((await browser.logIn('ann', password, '/api/docs?a=b')).location).toBe(`${origin}/api/docs?a=b`);
  expect((await browser.get('/login?next=/.//evil.example')).location).toBe(`${origin}//evil.example`);
});

test('a form from another site, without its token or with that of another browser, does nothing', async () => {
  const client = await registerApp(await discover(), publicClient);
  const { url } = await startAuthorization(await discover(), client);
  const [browser, other] = [openBrowser(), openBrowser()];
  const own = await browser.get('/login');
  const foreign = await other.get('/login');
  const who = { name: 'ann', password };
  const refused = [
    await browser.post('/login', { ...own.hidden, ...who }, { origin: 'https://evil.example' }),
    await browser.post('/login', { ...own.hidden, ...who }, { origin: 'null' }),
    await browser.post('/login', { ...own.hidden, ...who }, {}),
    await browser.post('/login', who),
    await browser.post('/login', { ...foreign.hidden, ...who }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(browser.cookies.has(sessionCookie)).toBe(false);

  await browser.logIn('ann', password);
  const consent = await browser.get(url);
  await other.logIn('ann', password);
  const foreignConsent = await other.get(url);
  const yes = { decision: 'allow' };
  const answers = [
    await browser.post('/oauth/authorize', { ...consent.hidden, ...yes }, { origin: 'https://evil.example' }),
    await browser.post('/oauth/authorize', { ...consent.hidden, ...yes, form_token: '' }),
    await browser.post('/oauth/authorize', { ...foreignConsent.hidden, ...yes }),
    await browser.post('/oauth/authorize', {
      ...own.hidden,
      ...consent.hidden,
      form_token: own.hidden.form_token!,
    }),
    await browser.post('/logout', {}),
    await browser.post('/logout', (await browser.get('/logout')).hidden, { origin: 'null' }),
  ];
  expect(answers.map(({ status, location }) => [status, location])).toEqual(answers.map(() => [403, '']));
  const stranger = await openBrowser().post('/oauth/authorize', { ...consent.hidden, ...yes });
  expect([stranger.status, stranger.location]).toEqual([303, `${origin}/login`]);
  const allowed = await browser.post('/oauth/authorize', { ...consent.hidden, ...yes });
  expect([allowed.status, allowed.location]).toEqual([303, expect.stringContaining('code=')]);
  expect((await browser.get('/login')).html).toContain(inside);
});
