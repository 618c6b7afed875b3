/** Whatever form is refused: the member stays on the page, and reads beside the field what is wrong. */
import { beforeAll, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as, testApp } from '../support/as.ts';
import { openBrowser, type Page } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { origin, useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();

const password = 'a long spoon for the pot';
const browser = openBrowser();
let eve: Awaited<ReturnType<typeof register>>;
let reportId: string;

beforeAll(async () => {
  await register({ username: 'ann', password, admin: true });
  const bo = await register({ username: 'bo', password });
  eve = await register({ username: 'eve', password });
  await as(bo).post('/reports', { account_id: eve.id, category: 'spam', comment: 'Pans' });
  reportId = (await pool().query('SELECT id FROM report')).rows[0].id;
  await browser.logIn('ann', password);
});

const titleOf = ({ html }: Page) => /<title>([^<]*)/.exec(html)![1];
const alertsIn = ({ html }: Page) => [...html.matchAll(/role="alert"[^>]*>([^<]+)/g)].map(([, text]) => text!.trim());

/** What holds for every refused form. */
function expectRefusal(page: Page) {
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(page.status).toBeLessThan(500);
  expect(forbiddenContentIn(page.html)).toEqual([]);
  expect(titleOf(page)).toMatch(/^Error: /);
  expect(alertsIn(page).length).toBeGreaterThan(0);
  expect(page.html.match(/ autofocus/g)).toHaveLength(1);
}

const isForPrograms = (path: string) =>
  /^\/(api|oauth\/(?!authorize)|inbox|users|users\/|write\/(photos|recipe\/(?:reading|pasted))|settings\/import\/uploads)/.test(
    path,
  ) || path.endsWith('/note');

const routes = () =>
  testApp()
    .routes.filter(({ method, path }) => method === 'POST' && !isForPrograms(path))
    .map(({ path }) => path)
    .filter((path, index, all) => all.indexOf(path) === index);

/** Any value of a parameter that its pattern allows. */
const pathTo = (route: string) =>
  route
    .replaceAll(/:[a-z_]+\{\(\?:([^|)]+)[^}]*\}/gi, '$1')
    .replaceAll(/:[a-z_]+\{([a-z-]+)[^}]*\}/gi, '$1')
    .replaceAll(/:(?:id|item)\b/g, '1')
    .replaceAll(/:[a-z_]+/gi, 'bread');

test('every form that is refused keeps the header of the member, and says so in title, message and focus', async () => {
  const wrong: string[] = [];
  let checked = 0;
  for (const route of routes()) {
    const path = pathTo(route);
    const page = await browser.post(
      path,
      { form_token: 'of another session', name: 'Ann' },
      { origin, referer: `${origin}/settings/keyboard`, accept: 'text/html' },
    );
    // Some answer without the session, such as those to log in and to set up the server.
    if (page.status < 400 || /^\/(setup|login|register|forgot|reset|unsubscribe|confirm)/.test(path)) continue;
    checked += 1;
    const isMarked = titleOf(page)!.startsWith('Error: ') && alertsIn(page).length > 0;
    const hasHeader = path.startsWith('/suspended') || page.html.includes('@ann');
    if (!isMarked || !hasHeader) wrong.push(`${route}: ${page.status} ${titleOf(page)}`);
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(60);
});

interface Refused {
  name: string;
  /** Path of the page with the form. */
  page: string;
  action?: string;
  fields: Record<string, string>;
  message: string;
  /** Entered text that is still in the form. */
  kept?: string;
}

const refused = (): Refused[] => [
  {
    name: 'a decision without a reason',
    page: `/admin/reports/${reportId}`,
    action: `/admin/reports/${reportId}/decide`,
    fields: { decision: 'warn', notify: 'yes', reason: '' },
    message: 'Write what the warning is about.',
    kept: 'name="decision" value="warn" required aria-describedby="decision-warn-hint" checked',
  },
  {
    name: 'a decision about no posts',
    page: `/admin/people/${eve.id}`,
    action: `/admin/people/${eve.id}/decide`,
    fields: { decision: 'remove_items', reason: 'Too salty' },
    message: 'Choose at least one post of this account.',
    kept: 'Too salty',
  },
  {
    name: 'a server to block that is none',
    page: '/settings/people',
    action: '/settings/people/servers',
    fields: { host: 'not a server' },
    message: 'not a server is not the name of a server',
    kept: 'value="not a server"',
  },
  {
    name: 'a rule for a server that is none',
    page: '/admin/domains?host=bad.example',
    action: '/admin/domains/block',
    fields: { host: 'not a server', public_comment: 'Too salty' },
    message: 'is not the name of a server',
    kept: 'value="Too salty"',
  },
  {
    name: 'a token without a name',
    page: '/settings/apps',
    action: '/settings/tokens',
    fields: { name: '', scope: 'read' },
    message: 'Please fill this in.',
  },
  {
    name: 'a filter for no place',
    page: '/settings/filters/new',
    fields: { title: 'Fish', words: 'fish', action: 'warn' },
    message: 'Choose at least one place.',
    kept: 'value="Fish"',
  },
  {
    name: 'a wrong password',
    page: '/settings/leave',
    fields: { current: 'wrong' },
    message: 'This password is not right. Try again.',
  },
  {
    name: 'an e-mail address that is none',
    page: '/settings/email',
    fields: { email: 'ann at home' },
    message: 'Enter an e-mail address',
    kept: 'value="ann at home"',
  },
  {
    name: 'a collection without a name',
    page: '/collections',
    fields: { name: ' ' },
    message: 'Please fill this in.',
  },
  {
    name: 'a form of a former session',
    page: '/settings/people',
    action: '/settings/people/servers',
    fields: { form_token: 'old', host: 'far.example' },
    kept: 'value="far.example"',
    message: 'Check what you entered and send it again.',
  },
];

test.each(Array.from({ length: 10 }, (_, index) => index))('refused form %i is its page again', async (index) => {
  const { page: path, action = path, fields, message, kept, name } = refused()[index]!;
  const form = await browser.get(path);
  const page = await browser.post(
    action,
    { ...form.hidden, ...fields },
    { origin, referer: origin + path, accept: 'text/html' },
  );
  expectRefusal(page);
  expect([name, alertsIn(page)]).toEqual([name, expect.arrayContaining([expect.stringContaining(message)])]);
  expect(page.html).toContain('@ann');
  expect(page.html).toContain(`action="${action}"`);
  if (kept) expect([name, page.html.includes(kept)]).toEqual([name, true]);
});

test('a visitor who cannot log in or sign up reads it on the same page', async () => {
  const visitor = openBrowser();
  const login = await visitor.get('/login');
  const wrong = await visitor.post('/login', { ...login.hidden, name: 'bo', password: 'wrong' });
  expectRefusal(wrong);
  expect(wrong.html).toContain('value="bo"');
  const expired = await visitor.post(
    '/login',
    { form_token: 'x', name: 'bo', password },
    { origin, accept: 'text/html' },
  );
  expectRefusal(expired);
  expect(expired.html).toContain('value="bo"');
});
