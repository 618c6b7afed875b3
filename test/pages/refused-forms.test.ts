/** Whatever form is refused: the member stays on the page, and reads beside the field what is wrong. */
import { beforeAll, expect, test } from 'vitest';
import { connect, disconnect, prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as, testApp } from '../support/as.ts';
import { openBrowser, type Page } from '../support/browser.ts';
import { connectDatabase, useDatabase } from '../support/database-connection.ts';
import { fieldsOf } from '../support/form-fields.ts';
import { picture } from '../support/pictures.ts';
import { whileBusy } from '../support/transactions.ts';
import { origin, useWebServer } from '../support/web-server.ts';
import { withWorkers } from '../support/with-workers.ts';

useDatabase();
useWebServer();

const password = 'a long spoon for the pot';
const browser = openBrowser();
let eve: Awaited<ReturnType<typeof register>>;
let reportId: string;

beforeAll(async () => {
  const ann = await register({ username: 'ann', password, admin: true });
  await updateInstanceProfile({ accountId: ann.id, role: 'owner' }, { registration: 'open' });
  const bo = await register({ username: 'bo', password });
  eve = await register({ username: 'eve', password });
  await as(bo).post('/reports', { account_id: eve.id, category: 'spam', comment: 'Pans' });
  reportId = String((await prisma().report.findFirstOrThrow()).id);
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
  expectInHistory(page);
}

/** Without scripts, Back leads to an error of the browser unless the answer was stored. */
const expectInHistory = ({ headers }: Page) => expect(headers.get('cache-control')).toBe('private, no-cache');

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

const noPicture = () => new File(['not a picture'], 'pot.png', { type: 'image/png' });
const chooseAgain = 'Choose this file again.';

test('a refused form says beside each chosen file that it must be chosen again, unless it says what is wrong', async () => {
  const { hidden } = await browser.get('/settings');
  const chosen: [string, string | File][] = [...Object.entries(hidden), ['avatar', noPicture()], ['summary', 'Soups']];
  const tooLong = await browser.send('/settings', [...chosen, ['name', 'x'.repeat(101)]]);
  expectRefusal(tooLong);
  expect(tooLong.html.match(/<input[^>]*aria-describedby="avatar-again"/g)).toHaveLength(1);
  expect(tooLong.html.split(chooseAgain)).toHaveLength(2);
  const wrong = await browser.send('/settings', [...chosen, ['header', noPicture()], ['name', 'Ann']]);
  expect(wrong.html.split(chooseAgain)).toHaveLength(2);
  expect(wrong.html).toContain('id="header-again"');
  const cover = await browser.send('/settings', [...Object.entries(hidden), ['name', 'Ann'], ['header', noPicture()]]);
  expectRefusal(cover);
  expect(cover.html).toMatch(/id="header"[^>]* aria-describedby="header-hint header-error" aria-invalid="true"/);
  const without = await browser.send('/settings', [...Object.entries(hidden), ['name', 'x'.repeat(101)]]);
  expect([without.status, without.html.includes(chooseAgain)]).toEqual([422, false]);
});

test('what a busy server cannot save stays in the form, for members, administrators and visitors', async () => {
  const settings = await browser.get('/settings');
  const instance = await browser.get('/admin/instance');
  const visitor = openBrowser();
  const register = await visitor.get('/register');
  const logo = new File([await picture().png().toBuffer()], 'logo.png', { type: 'image/png' });
  await whileBusy('account', async () => {
    const typed: [string, string][] = [['summary', 'Soups and "stews"']];
    const busy = await browser.send('/settings', [...Object.entries(settings.hidden), ...typed, ['name', 'Ann']]);
    expect([busy.status, busy.html.includes('Soups and &quot;stews&quot;')]).toEqual([503, true]);
    expect(busy.html).toContain('The server is busy');
    expectInHistory(busy);
    const applicant = { name: 'fay', password };
    const later = await visitor.post('/register', { ...register.hidden, ...applicant });
    expect([later.status, later.html.includes('value="fay"'), later.html.includes(password)]).toEqual([
      503,
      true,
      false,
    ]);
  });
  const name: [string, string] = ['name', 'Our kitchen'];
  await whileBusy('setting', async () => {
    const rest: [string, string][] = ['description', 'contact'].map((field) => [field, '']);
    const text: [string, string][] = [...Object.entries(instance.hidden), name, ...rest, ['rules', 'No raisins']];
    const sent: [string, string | File][] = [...text, ['registration', 'open'], ['logo', logo]];
    const busy = await withWorkers(() => browser.send('/admin/instance', sent));
    expect([busy.status, busy.html.includes('No raisins'), busy.html.includes(chooseAgain)]).toEqual([503, true, true]);
  });
});

const keptIn = ({ html }: Page, path: string) => fieldsOf(html, ({ action }) => action === path);

async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  await disconnect();
  connect('postgresql://nobody@127.0.0.1:9/nothing');
  try {
    return await work();
  } finally {
    await disconnect();
    connectDatabase();
  }
}

interface Typed {
  page: string;
  action?: string;
  fields: [string, string][];
  /** The first of them that the form shows again. */
  kept: string;
}

const typed = (): Typed[] => [
  {
    page: `/report?account=${eve.id}`,
    action: '/report',
    fields: [['comment', 'Pans & lids']],
    kept: 'Pans &amp; lids',
  },
  { page: '/settings', fields: [['summary', 'Soups']], kept: 'Soups' },
  { page: '/collections', fields: [['name', 'Weeknight soups']], kept: 'value="Weeknight soups"' },
  {
    page: '/settings/filters/new',
    fields: [
      ['title', 'No fish'],
      ['words', 'fish'],
    ],
    kept: 'value="No fish"',
  },
  { page: '/settings/import', fields: [['text', 'Soup: 2 leeks']], kept: 'Soup: 2 leeks' },
  { page: '/shopping-list', action: '/shopping-list/lines', fields: [['text', '3 leeks']], kept: 'value="3 leeks"' },
  { page: '/settings/email', fields: [['email', 'ann@new.example']], kept: 'value="ann@new.example"' },
  { page: '/admin/instance', fields: [['rules', 'No raisins at all']], kept: 'No raisins at all' },
];

test.each(Array.from({ length: 8 }, (_, index) => index))(
  'what form %i has sent while the database was away is in its page again',
  async (index) => {
    const { page: path, action = path, fields, kept } = typed()[index]!;
    const { hidden } = await browser.get(path);
    const sent = { ...hidden, ...Object.fromEntries(fields), current: password };
    const headers = { origin, referer: origin + path, accept: 'text/html' };
    const away = await whileAway(() => browser.post(action, sent, headers));
    expect([path, away.status, forbiddenContentIn(away.html)]).toEqual([path, 503, []]);
    expect(away.headers.get('retry-after')).toBe('3');
    expect(away.html).toContain('What you wrote is safe on this page.');
    // Nobody is said to be logged out, and no password is in a page.
    expect(away.html).not.toMatch(/href="\/(?:login|register)/);
    expect(away.html).not.toContain(password);
    expectInHistory(away);

    const still = await whileAway(() => browser.send(action, [...keptIn(away, action), ['show_form', 'yes']]));
    expect([still.status, keptIn(still, action)]).toEqual([503, keptIn(away, action)]);
    const shown = await browser.send(action, [...keptIn(still, action), ['show_form', 'yes']]);
    expect([path, shown.status, shown.html.includes('@ann'), alertsIn(shown)]).toEqual([path, 200, true, []]);
    expect([path, shown.html.includes(kept)]).toEqual([path, true]);
  },
);

test('a form of one button, one of another origin and one of a stranger are not kept while the database is away', async () => {
  const { hidden } = await browser.get('/collections');
  const fields = { ...hidden, name: 'Weeknight soups' };
  const headers = { origin, referer: `${origin}/collections`, accept: 'text/html' };
  const button = await whileAway(() => browser.post('/collections', hidden, headers));
  expect([button.status, button.html.includes('safe on this page')]).toEqual([503, false]);
  expect(button.html).toContain('href="/collections"');
  const foreign = { ...headers, origin: 'https://evil.example' };
  const refusals = await whileAway(async () => [
    await browser.post('/collections', fields, foreign),
    await openBrowser().post('/collections', fields, headers),
  ]);
  expect(refusals.map(({ html }) => html.includes('Weeknight'))).toEqual([false, false]);
});

test('a visitor keeps what was typed while the database is away, but no password', async () => {
  const visitor = openBrowser();
  const { hidden } = await visitor.get('/register');
  const fields = { ...hidden, name: 'fay', password };
  const headers = { origin, referer: `${origin}/register`, accept: 'text/html' };
  const away = await whileAway(() => visitor.post('/register', fields, headers));
  expect([away.status, away.html.includes('value="fay"'), away.html.includes(password)]).toEqual([503, true, false]);
  expect(away.html).not.toContain('Try again');
  const shown = await visitor.post(
    '/register',
    { ...Object.fromEntries(keptIn(away, '/register')), show_form: 'yes' },
    headers,
  );
  expect([shown.status, shown.html.includes('value="fay"')]).toEqual([200, true]);
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
