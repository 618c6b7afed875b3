/** Pages in the language and time zone of the reader. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { setInstanceProfile } from '../../src/domain/instance/profile.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { reach, useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();
const password = 'a long spoon for the pot';
beforeAll(async () => {
  await register({ username: 'ann', password });
  await transact((tx) => setInstanceProfile(tx, { registration: 'open' }));
});

const pseudo = { 'accept-language': 'en-XA, en;q=0.5' };
const isPseudo = (html: string) => html.includes('<html lang="en-XA"') && html.includes('Ļöĝ îñ');

test('a visitor reads pages in the language of the browser', async () => {
  const english = await openBrowser().get('/');
  const other = await openBrowser().get('/', pseudo);
  expect(english.html).toContain('<html lang="en">');
  expect(isPseudo(english.html)).toBe(false);
  expect(isPseudo(other.html)).toBe(true);
  expect(other.headers.get('vary')).toContain('Accept-Language');
  // A copy of the English page in the browser is not taken for the other one.
  const revalidated = await openBrowser().get('/', {
    ...pseudo,
    'if-none-match': english.headers.get('etag')!,
  });
  expect(revalidated.status).toBe(200);
});

test('what shared caches keep is the same in every language', async () => {
  for (const path of ['/feed.atom', '/explore/new/feed.json']) {
    const [english, other] = [await openBrowser().get(path), await openBrowser().get(path, pseudo)];
    expect(english.headers.get('cache-control')).toContain('public');
    expect(english.html).toMatch(/Recipes from|New recipes/);
    expect(other.html).toBe(english.html);
  }
});

test('the choice of a visitor goes before the language of the browser', async () => {
  const visitor = openBrowser();
  const form = await visitor.get('/language', pseudo);
  const sent = await visitor.post('/language', { ...form.hidden, language: 'en' });
  expect(sent.location).toBe('https://cook.example/language?saved=yes');
  expect(isPseudo((await visitor.get('/', pseudo)).html)).toBe(false);

  await visitor.post('/language', { ...form.hidden, language: '' });
  expect(isPseudo((await visitor.get('/', pseudo)).html)).toBe(true);
  await visitor.post('/language', { ...form.hidden, language: '../../etc' });
  expect(isPseudo((await visitor.get('/', pseudo)).html)).toBe(true);
});

test('a member reads in the chosen language and time zone everywhere', async () => {
  const ann = openBrowser();
  await ann.logIn('ann', password);
  const form = await ann.get('/language');
  const sent = await ann.post('/language', { ...form.hidden, language: 'en-XA', time_zone: 'Asia/Tokyo' });
  expect(sent.status).toBe(303);

  const elsewhere = openBrowser();
  await elsewhere.logIn('ann', password);
  const page = await elsewhere.get('/settings', { 'accept-language': 'en' });
  expect(page.html).toContain('<html lang="en-XA"');
  expect((await elsewhere.get('/language')).html).toContain('<option value="Asia/Tokyo" selected>');

  await ann.post('/language', { ...form.hidden, language: '', time_zone: 'Mars/Olympus' });
  expect(await prisma().member.findFirst({ select: { language: true, timeZone: true } })).toEqual({
    language: null,
    timeZone: null,
  });
});

test('a form of another site does not change the language', async () => {
  const visitor = openBrowser();
  const form = await visitor.get('/language');
  const forged = await visitor.post('/language', { ...form.hidden, form_token: 'x', language: 'en-XA' });
  expect(forged.status).toBe(403);
  expect(visitor.cookies.has('language')).toBe(false);
});

test('errors of the API are in the language of the request', async () => {
  const ask = async (headers: Record<string, string>) => {
    const response = await reach('https://cook.example/api/v1/recipes/999', { headers });
    return ((await response.json()) as { errors: { base: string[] } }).errors.base[0];
  };
  expect(await ask({})).toBe('not found');
  expect(await ask(pseudo)).toMatch(/^ñöţ ƒöûñđ|^ñöŧ ƒöûñđ/);
});

test('who signs up keeps the language of the browser for e-mails', async () => {
  const browser = openBrowser();
  const form = await browser.get('/register', pseudo);
  await browser.post(
    '/register',
    { ...form.hidden, name: 'bea', password },
    {
      origin: 'https://cook.example',
      ...pseudo,
    },
  );
  const bea = await prisma().member.findFirst({ where: { account: { handle: 'bea' } } });
  expect(bea?.language).toBe('en-XA');
});
