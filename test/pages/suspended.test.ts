/** A suspended member logs in to read the decision, to appeal once and to export the data, and can do nothing else. */
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { prisma } from '../../src/db/client.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as, testApp } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { jobsLeft } from '../support/enqueued.ts';
import { origin } from '../support/web-server.ts';
import { admin, bo, eve, member, password, payload, send, useOperator } from './operator.ts';

useOperator();
const browser = openBrowser();
const page = () => browser.get('/suspended');
const decide = (fields: Record<string, string>) =>
  send(`/admin/people/${eve.id}/decide`, { decision: 'suspend', ...fields });
const tokens = () => prisma().session.count({ where: { accountId: eve.id } });

beforeAll(async () => {
  await as(eve).post('/recipes', { name: 'Stew' });
  await browser.logIn('eve', password);
  expect((await browser.get('/settings')).status).toBe(200);
  expect((await decide({ reason: `Spam ${payload}`, notify: 'yes' })).status).toBe(303);
});

test('the right password leads to the decision and its reason, a wrong one reveals nothing', async () => {
  expect((await browser.get('/settings')).location).toContain('/login');
  const wrong = await openBrowser().logIn('eve', 'a wrong spoon for the pot');
  const unknown = await openBrowser().logIn('nobody', 'a wrong spoon for the pot');
  for (const { status, html } of [wrong, unknown]) {
    expect(status).toBe(422);
    expect(html).toContain('Wrong name or password.');
    expect(html).not.toContain('suspended');
  }
  expect((await openBrowser().get('/suspended')).location).toContain('/login');

  expect((await browser.logIn('eve', password)).status).toBe(303);
  const { status, html } = await page();
  expect(status).toBe(200);
  for (const text of ['Your account is suspended', 'Account suspended', 'Spam', 'Create export'])
    expect(html).toContain(text);
  expect(html).not.toContain('/notifications');
  expect(forbiddenContentIn(html)).toEqual([]);
});

test('every other path sends there, whatever the method', async () => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  /**
   * Health checks, files and pictures, which are the same for everybody, and the API and inboxes, which read no
   * cookies.
   */
  const open =
    /^\/(?:api\/v1|(?:users\/:id\/)?inbox|livez|readyz|assets|portraits|accent|media|suspended)(?:[/.-]|$)|^\/?\*?$/;
  const routes = createApp().routes.filter(({ path }) => !open.test(path));
  const requests = new Map(
    routes
      .flatMap(({ method, path }) =>
        (method === 'ALL' ? ['GET', 'POST'] : [method]).map((each) => ({ method: each, path })),
      )
      .concat([
        { method: 'GET', path: '/' },
        { method: 'GET', path: '/nowhere' },
      ])
      .map((each) => [`${each.method} ${each.path}`, each]),
  );
  expect(requests.size).toBeGreaterThan(150);
  const elsewhere: string[] = [];
  for (const [name, { method, path }] of requests) {
    const url =
      origin +
      path
        .replaceAll(/:name\{@\.\+\}/g, '@eve')
        .replaceAll(/:\w+(\{[^}]*\}+)?\??/g, '1')
        .replaceAll('*', 'x');
    const response = await testApp().request(url, {
      method,
      headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { body: 'a=b' }),
    });
    if (response.status !== 303 || response.headers.get('location') !== `${origin}/suspended`)
      elsewhere.push(`${name}: ${response.status}`);
  }
  expect(elsewhere).toEqual([]);
  expect((await as(eve).get('/accounts/me')).status).toBe(401);
  // Other members are not kept.
  expect((await member.get('/home')).status).toBe(200);
  expect((await member.get('/suspended')).location).toContain('/login');
});

test('neither the cookie of the page nor a former one works as an ordinary session, also after the suspension', async () => {
  const token = browser.cookies.get('__Host-session') ?? browser.cookies.get('session')!;
  expect(token).toMatch(/^plsus_/);
  const renamed = {
    cookie: [...browser.cookies.keys()].map((name) => `${name}=${token.replace('plsus_', 'pls_')}`).join('; '),
  };
  const other = await testApp().request(`${origin}/settings`, { headers: renamed });
  expect(other.headers.get('location')).toContain('/login');
  await unsuspend(eve.id);
  expect((await browser.get('/settings')).location).toContain('/login');
  expect((await page()).location).toContain('/login');
  await suspend(eve.id);
  expect((await page()).status).toBe(200);
});

test('the data are exported and downloaded there', async () => {
  const started = await browser.post('/suspended/export', (await page()).hidden);
  expect([started.status, started.location]).toEqual([303, `${origin}/suspended`]);
  await drain();
  expect(await jobsLeft()).toEqual([]);
  expect((await page()).html).toContain('/suspended/export/file');
  const file = await browser.get('/suspended/export/file');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(file.html).toContain('recipes/stew.json');
});

test('the appeal is sent once, and granting it ends the suspension and the session', async () => {
  const { html, hidden } = await page();
  const [, path] = /action="(\/suspended\/\d+\/appeal)"/.exec(html)!;
  const appeal = (fields: Record<string, string>) => browser.post(path!, { ...hidden, ...fields });
  expect((await appeal({ text: ' ' })).status).toBe(422);
  expect((await browser.post(path!, { text: 'Forged' })).status).toBe(403);
  expect((await browser.post(path!.replace(/\d+/, '999999'), { ...hidden, text: 'Mine' })).status).toBe(404);
  expect((await appeal({ text: '魚'.repeat(2_000) })).status).toBe(303);
  expect((await appeal({ text: 'And again' })).status).toBe(409);
  const waiting = await page();
  expect(waiting.html).toContain('Appeal waiting for an answer');
  expect(waiting.html).not.toContain(path!);

  const [, answer] = /action="(\/admin\/appeals\/\d+\/answer)"/.exec((await admin.get('/admin/appeals')).html)!;
  expect((await send(answer!, { decision: 'grant', answer: 'Sorry' })).status).toBe(303);
  expect(await tokens()).toBe(0);
  expect((await page()).location).toContain('/login');
  expect((await browser.logIn('eve', password)).location).toBe(`${origin}/home`);
  expect((await browser.get('/settings')).status).toBe(200);
});

test('a suspension without notice says nothing of its reason, and the member logs out', async () => {
  await decide({ reason: 'Secret' });
  await browser.logIn('eve', password);
  const { html, hidden } = await page();
  expect(html).toContain('left no message');
  expect(html).not.toContain('Secret');
  expect((await browser.post('/suspended/log-out', hidden)).location).toBe(`${origin}/login`);
  expect(await tokens()).toBe(0);
  expect((await page()).location).toContain('/login');
  expect((await browser.logIn('bo', password)).location).toBe(`${origin}/home`);
  expect(bo.username).toBe('bo');
});
