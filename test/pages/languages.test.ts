/** Pages in the language and time zone of the reader. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createCollection } from '../../src/domain/collections/collections.ts';
import { setInstanceProfile } from '../../src/domain/instance/instance.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { type Browser, openBrowser, openBrowserAs } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { pizzaDough } from '../support/recipes.ts';
import { startServiceWorker } from '../support/service-worker.ts';
import { fetchFromServer, useWebServer } from '../support/web-server.ts';

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

test('feeds are in the language of their address, else of the program that reads them', async () => {
  for (const path of ['/feed.atom', '/explore/new/feed.json']) {
    const [english, other] = [await openBrowser().get(path), await openBrowser().get(path, pseudo)];
    expect(english.headers.get('cache-control')).toContain('public');
    expect(english.html).toMatch(/Recipes from|New recipes/);
    expect(other.html).toMatch(/Ŕéçîþéš ƒŕöɱ|Ñéŵ ŕéçîþéš/);
    for (const { headers } of [english, other]) expect(headers.get('vary')).toContain('Accept-Language');

    const named = await openBrowser().get(`${path}?lang=de`, pseudo);
    expect(named.html).toMatch(/Rezepte von|Neue Rezepte/);
    expect(named.headers.get('vary') ?? '').not.toContain('Accept-Language');
    expect(named.headers.get('content-language')).toBe('de');
    const unknown = await openBrowser().get(`${path}?lang=../x`, pseudo);
    expect(unknown.html).toBe(other.html);
  }
});

test('a shared cache never keeps what depends on the member or the cookies', async () => {
  const visitor = openBrowser();
  const form = await visitor.get('/language');
  await visitor.post('/language', { ...form.hidden, language: 'en-XA' });
  expect((await visitor.get('/')).html).toContain('<html lang="en-XA"');
  expect((await visitor.get('/feed.atom')).html).toContain('xml:lang="en"');
});

test('pages link to feeds in the language of their reader, and a feed says its language', async () => {
  const { html } = await openBrowser().get('/@ann', { 'accept-language': 'de' });
  const [, path] = /href="https:\/\/cook\.example(\/@ann\/feed\.atom\?lang=de)"/.exec(html)!;
  expect(html).toContain('href="/@ann/feed.json?lang=de"');
  const atom = (await openBrowser().get(path!)).html;
  expect(atom).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">');
  expect(atom).toContain(`rel="self" type="application/atom+xml" href="https://cook.example${path}"`);
  expect(atom).toContain('<id>https://cook.example/@ann/feed.atom</id>');
  expect(JSON.parse((await openBrowser().get('/@ann/feed.json?lang=de')).html).language).toBe('de');
});

test('an embedded collection and its preview are in the language of the browser, or in the one the site asks for', async () => {
  const { accountId } = (await prisma().member.findFirst({ where: { account: { handle: 'ann' } } }))!;
  const id = await createCollection(Number(accountId), {
    name: 'Soups',
    description: '',
    visibility: 'public',
    coverId: null,
  });
  const frame = `/embed/collections/${id}`;
  const german = await openBrowser().get(frame, { 'accept-language': 'de' });
  expect(german.html).toContain('<html lang="de"');
  expect(german.html).toContain('0 Einträge');
  expect(german.headers.get('vary')).toContain('Accept-Language');
  const arabic = await openBrowser().get(`${frame}?lang=ar`, pseudo);
  expect(arabic.html).toContain('<html lang="ar" dir="rtl"');

  const url = encodeURIComponent(`https://cook.example/@ann/collections/${id}`);
  const preview = async (more: string) => JSON.parse((await openBrowser().get(`/oembed?url=${url}${more}`)).html);
  expect((await preview('')).html).toContain(`${frame}"`);
  expect((await preview('&lang=ar')).html).toContain(`${frame}?lang=ar"`);
  expect((await preview('&lang=%22x')).html).toContain(`${frame}"`);
});

test('the offline page follows the language that the reader has now', async () => {
  let isOnline = true;
  const asked: string[] = [];
  const worker = startServiceWorker((await openBrowser().get('/sw.js')).html, async (request) => {
    if (!isOnline) throw new TypeError('no connection');
    asked.push(String(request));
    return fetchFromServer(new URL(request, 'https://cook.example').href);
  });
  const offlinePage = async () => {
    isOnline = false;
    const html = await (await worker.visit('/settings'))!.text();
    isOnline = true;
    return html;
  };
  await worker.install();
  expect(await offlinePage()).toContain('<html lang="en"');
  await worker.tell({ path: '/', language: 'ar', sync: false });
  expect(await offlinePage()).toContain('<html lang="ar" dir="rtl"');

  const before = asked.length;
  await worker.tell({ path: '/', language: 'ar', sync: false });
  expect(asked.slice(before)).toEqual([]);
  isOnline = false;
  await worker.tell({ path: '/', language: 'de', sync: false });
  expect(await offlinePage()).toContain('<html lang="ar" dir="rtl"');
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
  const ann = await openBrowserAs('ann', password);
  const form = await ann.get('/language');
  const sent = await ann.post('/language', { ...form.hidden, language: 'en-XA', time_zone: 'Asia/Tokyo' });
  expect(sent.status).toBe(303);

  const otherBrowser = await openBrowserAs('ann', password);
  const page = await otherBrowser.get('/settings', { 'accept-language': 'en' });
  expect(page.html).toContain('<html lang="en-XA"');
  expect((await otherBrowser.get('/language')).html).toContain('<option value="Asia/Tokyo" selected="">');

  await ann.post('/language', { ...form.hidden, language: '', time_zone: 'Mars/Olympus' });
  expect(await prisma().member.findFirst({ select: { language: true, timeZone: true } })).toEqual({
    language: null,
    timeZone: null,
  });
});

test('units are chosen once: by a visitor for the device, by a member everywhere, and by no other site', async () => {
  const { accountId } = (await prisma().member.findFirst({ where: { account: { handle: 'ann' } } }))!;
  await createRecipe(Number(accountId), pizzaDough);
  const page = '/@ann/recipes/pizza-dough';
  const visitor = openBrowser();
  const amounts = async (who: Browser, query = '') =>
    [...(await who.get(`${page}${query}`)).html.matchAll(/class="amount">([^<]*)</g)].map(([, text]) => text);
  const [, metric] = /href="(\/units\/metric\?back=[^"]*)"/.exec((await visitor.get(`${page}?serving=8`)).html)!;
  const chosen = await visitor.get(metric!, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' });
  expect([chosen.status, chosen.location]).toEqual([303, `https://cook.example${page}?serving=8#ingredients`]);
  expect(await amounts(visitor)).toEqual(['250 g', '80 ml', '1–2 pinches']);
  expect(await amounts(visitor, '?units=written')).toEqual(['250 g', '⅓ cup', '1–2 pinches']);
  expect((await visitor.get(`${page}?serving=8`)).html).not.toContain('units=metric');

  await visitor.get('/units/us?back=%2F', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
  expect(await amounts(visitor)).toEqual(['250 g', '80 ml', '1–2 pinches']);
  expect((await visitor.get('/units/us?back=//evil.example/')).location).toBe('https://cook.example');
  expect((await visitor.get('/units/pounds')).status).toBe(404);

  const [here, elsewhere] = [openBrowser(), openBrowser()];
  for (const browser of [here, elsewhere]) await browser.logIn('ann', password);
  const form = await here.get('/language');
  await here.post('/language', { ...form.hidden, units: 'us' });
  for (const browser of [here, elsewhere]) expect((await amounts(browser))[0]).toBe('2⅛ cups');
  await here.get('/units/written?back=%2F', { 'sec-fetch-site': 'same-origin' });
  for (const browser of [here, elsewhere]) expect(await amounts(browser)).toEqual(['250 g', '⅓ cup', '1–2 pinches']);
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
    const response = await fetchFromServer('https://cook.example/api/v1/recipes/999', { headers });
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
