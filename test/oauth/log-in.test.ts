/** Logging in and out: cookies, session lifetime and redirects. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { discover, publicClient, registerApp, startAuthorization } from '../support/oauth-app.ts';
import { origin, useWebServer } from '../support/web-server.ts';
import { password, sessionCookie } from './fixture.ts';

useDatabase();
useWebServer();
const inside = 'Logged in as @ann';

beforeAll(async () => void (await register({ username: 'ann', password })));

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
  const browser = await openBrowserAs('ann', password);
  expect((await browser.get('/login')).html).toContain(inside);
  await prisma().session.updateMany({ data: { expiresAt: new Date() } });
  expect((await browser.get('/login')).html).not.toContain(inside);
});

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
