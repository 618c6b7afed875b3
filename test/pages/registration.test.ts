/** Requests for an account, and their approval by an administrator. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { openBrowser } from '../support/browser.ts';
import { actualOrigin, origin } from '../support/web-server.ts';
import { admin, member, password, payload, send, serverSettings, useOperator } from './operator.ts';

useOperator();
beforeAll(async () => {
  expect((await send('/admin/instance', { ...serverSettings, registration: 'approval' })).status).toBe(303);
});

const wish = { password, email: 'fay@example.org', reason: `I bake. ${payload}` };

test('a requested account does not exist until an administrator approves it', async () => {
  const fay = openBrowser();
  const form = await fay.get('/register');
  const short = await fay.post('/register', {
    ...form.hidden,
    ...wish,
    name: 'Admin',
    password: 'short',
    reason: '',
  });
  for (const field of ['name', 'password', 'reason']) expect(short.html).toContain(`id="${field}-error"`);
  expect([short.status, (await fay.post('/register', { ...form.hidden, ...wish, name: 'bo' })).status]).toEqual([
    422, 422,
  ]);
  const sent = await fay.post('/register', { ...form.hidden, ...wish, name: 'Fay' });
  expect([sent.status, sent.html.includes('request was sent')]).toEqual([200, true]);
  expect((await fay.post('/register', { ...form.hidden, ...wish, name: 'fay' })).status).toBe(422);

  const early = await fay.logIn('fay', password);
  expect([early.status, early.html.includes('has not been approved yet')]).toEqual([422, true]);
  expect((await openBrowser().logIn('fay', 'not the password')).html).toContain('Wrong name or password');
  expect((await openBrowser().get('/@fay')).status).toBe(404);
  const asked = await handleFederationRequest(
    new Request('https://cook.example/.well-known/webfinger?resource=acct:fay@cook.example'),
  );
  expect(asked!.status).toBe(404);

  expect((await admin.get('/admin')).html).toContain(
    '<a href="/admin/accounts"><strong>1</strong> account request</a>',
  );
  const { html } = await admin.get('/admin/accounts');
  expect([forbiddenContentIn(html), html.includes('fay@example.org')]).toEqual([[], true]);
  const [approve] = /\/admin\/accounts\/applications\/\d+\/approve/.exec(html)!;
  expect((await send(approve, {}, member)).status).toBe(404);
  expect((await send(approve)).status).toBe(303);
  expect((await send(approve)).status).toBe(404);
  expect((await fay.logIn('fay', password)).status).toBe(303);
  expect((await openBrowser().get('/@fay')).html).not.toContain('fay@example.org');
});

test('a rejected request leaves no data, and the name is free', async () => {
  const gus = openBrowser();
  const { hidden } = await gus.get('/register');
  const ask = () => gus.post('/register', { ...hidden, ...wish, name: 'gus' });
  expect((await ask()).status).toBe(200);
  const [reject] = /\/admin\/accounts\/applications\/\d+\/reject/.exec((await admin.get('/admin/accounts')).html)!;
  expect((await send(reject, { sure: 'yes' })).status).toBe(303);
  expect((await gus.logIn('gus', password)).html).toContain('Wrong name or password');
  expect((await ask()).status).toBe(200);
  expect((await prisma().application.findFirstOrThrow()).passwordHash).toMatch(/^scrypt\$/);
});

test('with closed registrations, the page says so and accepts no requests', async () => {
  const { hidden } = await openBrowser().get('/register');
  await send('/admin/instance', { ...serverSettings, name: 'Closed', registration: 'closed' });
  const visitor = openBrowser();
  const page = await visitor.get('/register');
  expect([page.status, page.html.includes('<form')]).toEqual([200, false]);
  const login = await visitor.get('/login');
  expect(login.html).not.toContain('href="/register');
  const sent = await visitor.post('/register', { ...hidden, ...login.hidden, ...wish, name: 'hal' });
  expect(sent.status).toBe(403);
  expect(await prisma().application.count({ where: { username: 'hal' } })).toBe(0);
});

test('approvals and rejections are in the audit log', async () => {
  const { html } = await admin.get('/admin/log');
  for (const action of ['approve', 'reject']) expect(html).toContain(action);
});

test('a form of a page that was opened at another address of this server says where forms work', async () => {
  const sendFrom = async (from: string) => {
    const body = new URLSearchParams({ name: 'bo', password });
    const response = await fetch(`${actualOrigin()}/login`, { method: 'POST', body, headers: { origin: from } });
    return { status: response.status, html: await response.text() };
  };
  const { status, html } = await sendFrom(actualOrigin());
  expect([status, forbiddenContentIn(html)]).toEqual([403, []]);
  expect(html).toContain(`Forms work only at <a href="${origin}">${origin}</a>.`);
  expect((await sendFrom('https://evil.example')).html).toContain('This form has expired');
});

test('without e-mail, the log-in page says whom to write to about a forgotten password', async () => {
  const logIn = async () => (await openBrowser().get('/login')).html;
  const setContact = (contact: string) =>
    send('/admin/instance', { ...serverSettings, registration: 'closed', contact });
  expect((await setContact('')).status).toBe(303);
  expect(await logIn()).not.toContain('Forgot your password?');
  await setContact('help@cook.example');
  expect(await logIn()).toMatch(/Forgot your password\? Write to the operator of this server: <bdi>help@cook.example/);
});
