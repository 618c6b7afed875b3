/** The set-up, sign-up, consent and authorized-apps pages, and their protection against other sites. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { renewSetupToken } from '../../src/domain/instance/instance.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { withToken } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { query, useDatabase } from '../support/database-connection.ts';
import {
  discover,
  errorCodeOf,
  obtainTokens,
  publicClient,
  refreshTokens,
  registerApp,
  startAuthorization,
} from '../support/oauth-app.ts';
import { origin, useWebServer } from '../support/web-server.ts';
import { password, sessionCookie } from './fixture.ts';

useDatabase();
useWebServer();

beforeAll(async () => {
  await register({ username: 'ann', password });
  await register({ username: 'bea', password });
});

test('the set-up page names the server, and creates and logs in exactly one first administrator', async () => {
  const token = (await renewSetupToken())!;
  const instance = { instance_name: 'The long <b>table', instance_description: '', registration: 'open' };
  const send = async (name: string, chosen = password) => {
    const browser = openBrowser();
    const { hidden } = await browser.get(`/setup?token=${token}`);
    const page = await browser.post('/setup', { ...hidden, token, ...instance, name, password: chosen });
    return { browser, page, name };
  };
  const { page: short } = await send('admin_ann', 'short');
  expect([short.status, short.html.includes('id="password-error"')]).toEqual([422, true]);
  expect(forbiddenContentIn(short.html)).toEqual([]);

  const both = await Promise.all([send('admin_ann'), send('admin_bea')]);
  const [won, lost] = both.toSorted((a, b) => a.page.status - b.page.status);
  expect([won!.page.status, lost!.page.status]).toEqual([303, 403]);
  expect([won!, lost!].map(({ browser }) => browser.cookies.has(sessionCookie))).toEqual([true, false]);
  expect(await prisma().member.count({ where: { role: 'owner' } })).toBe(1);
  const start = await won!.browser.get(won!.page.location);
  expect(forbiddenContentIn(start.html)).toEqual([]);
  for (const text of ['Server checks', 'Invite people', 'href="/write/recipe"', 'href="/settings/import"'])
    expect(start.html).toContain(text);
  expect((await won!.browser.get('/login')).html).toContain(`Logged in as @${won!.name}`);
  expect((await openBrowser().get('/')).html).toContain('What’s cooking at <bdi>The long &lt;b&gt;table</bdi>');
  expect((await send('admin_cem')).page.status).toBe(403);
});

test('a set-up that cannot log in leads to the log-in, because its link is used up', async () => {
  await prisma().member.updateMany({ where: { role: 'owner' }, data: { role: 'member' } });
  const token = (await renewSetupToken())!;
  await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'busy' USING ERRCODE = '53400'; END $$`);
  await query('CREATE TRIGGER refuse BEFORE INSERT ON login FOR EACH ROW EXECUTE FUNCTION refuse()');
  const browser = openBrowser();
  const { hidden } = await browser.get(`/setup?token=${token}`);
  const { status, location } = await browser.post('/setup', { ...hidden, token, name: 'admin_dov', password });
  await query('DROP FUNCTION refuse CASCADE');
  expect([status, location]).toEqual([303, `${origin}/login?next=/admin/start`]);
  await browser.logIn('admin_dov', password);
  expect((await browser.get('/admin/start')).html).toContain('Server checks');
});

test('a new member can sign up on the way and returns to the consent page', async () => {
  const attempt = await startAuthorization(await discover(), await registerApp(await discover(), publicClient));
  const browser = openBrowser();
  const login = await browser.get((await browser.get(attempt.url)).location);
  const [, path] = /href="(\/register[^"]+)"/.exec(login.html)!;
  const form = await browser.get(path!.replaceAll('&amp;', '&'));
  const filled = { ...form.hidden, name: 'Newcomer', password, email: '' };
  const trapped = await browser.post('/register', { ...filled, website: 'https://spam.example' });
  expect([trapped.status, browser.cookies.has(sessionCookie)]).toEqual([422, false]);
  const joined = await browser.post('/register', filled);
  expect([joined.status, browser.cookies.has(sessionCookie)]).toEqual([303, true]);
  expect((await browser.get(joined.location)).html).toContain('@newcomer@cook.example');
  const { access_token } = await obtainTokens(browser, attempt);
  expect((await withToken(access_token).get('/recipes')).status).toBe(200);

  const forged = openBrowser();
  const foreign = await forged.get('/register');
  const who = { name: 'forged', password };
  expect((await forged.post('/register', who)).status).toBe(403);
  expect(
    (await forged.post('/register', { ...foreign.hidden, ...who }, { origin: 'https://evil.example' })).status,
  ).toBe(403);
  expect((await browser.get('/register?next=//evil.example')).location).toBe(`${origin}/home`);
});

test('a member lists authorized apps and revokes one of them, or all access', async () => {
  const browser = await openBrowserAs('ann', password);
  const server = await discover();
  const [first, second] = [
    await startAuthorization(server, await registerApp(server, { ...publicClient, client_name: '<b>First' })),
    await startAuthorization(server, await registerApp(server, { ...publicClient, client_name: 'Second' })),
  ];
  const [one, two] = [await obtainTokens(browser, first), await obtainTokens(browser, second)];
  const page = await browser.get('/settings/apps');
  expect([forbiddenContentIn(page.html), page.html.includes('&lt;b&gt;First'), page.html.includes('Second')]).toEqual([
    [],
    true,
    true,
  ]);

  const other = await openBrowserAs('bea', password);
  const theirs = await other.get('/settings/apps');
  await other.post(`/settings/apps/${first.client.client_id}/revoke`, { ...theirs.hidden, sure: 'yes' });
  expect((await withToken(one.access_token).get('/recipes')).status).toBe(200);

  await browser.post(`/settings/apps/${first.client.client_id}/revoke`, { ...page.hidden, sure: 'yes' });
  expect((await withToken(one.access_token).get('/recipes')).status).toBe(401);
  expect(await errorCodeOf(refreshTokens(first, one.refresh_token!))).toBe('invalid_grant');
  expect((await withToken(two.access_token).get('/recipes')).status).toBe(200);
  expect((await browser.get('/settings/apps')).html).not.toContain('First');

  await browser.post('/settings/end-all', { ...page.hidden, sure: 'yes' });
  expect((await withToken(two.access_token).get('/recipes')).status).toBe(401);
  expect((await browser.get('/settings/apps')).html).toContain('No app has access to your account');
});

test('the pages run only our scripts, load nothing from elsewhere, refuse framing and limit form targets', async () => {
  const browser = await openBrowserAs('ann', password);
  const server = await discover();
  const client = await registerApp(server, {
    ...publicClient,
    redirect_uris: ['com.example.pot:/cb', 'http://[::1]/cb'],
  });
  const policyOf = async (url: string) => {
    const { headers, html } = await browser.get(url);
    expect(forbiddenContentIn(html)).toEqual([]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // `no-referrer` would make browsers send `Origin: null` with our own forms.
    expect(headers.get('referrer-policy')).toBe('same-origin');
    return headers.get('content-security-policy')!;
  };
  const targets: Record<string, string> = {
    '/login': "'self'",
    '/logout': "'self'",
    [(await startAuthorization(server, await registerApp(server, publicClient))).url]: "'self' https://app.example",
    [(await startAuthorization(server, client, { redirect_uri: 'com.example.pot:/cb' })).url]:
      "'self' com.example.pot:",
    [(await startAuthorization(server, client, { redirect_uri: 'http://[::1]:81/cb' })).url]: "'self' http:",
  };
  for (const [url, target] of Object.entries(targets)) {
    const policy = await policyOf(url);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy.split('; ')).toContain(`form-action ${target}`);
  }
});
