/** Every page in the pseudo-language: text without accents is missing from the catalogue. */
import { beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/db/transaction.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { setInstanceProfile } from '../../src/domain/instance/instance.ts';
import { as } from '../support/as.ts';
import { type Browser, openBrowser, plain } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { isFull, scaled } from '../support/test-length.ts';
import { useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();
const password = 'a long spoon for the pot';
const owner = openBrowser();
const member = openBrowser();
const visitor = openBrowser();

/** What members write here has no Latin letters, apart from their names and addresses. */
beforeAll(async () => {
  await transact((tx) =>
    setInstanceProfile(tx, {
      name: 'Κουζίνα',
      description: 'Συνταγές',
      rules: '1. Ευγένεια',
      registration: 'open',
    }),
  );
  const ann = await register({ username: 'ann', password, admin: true });
  const bo = await register({ username: 'bo', password });
  const recipe = await as(ann).post('/recipes', {
    recipe: {
      name: 'Φακές σούπα',
      description: 'Ζεστή',
      serving: 4,
      serving_type: 'πιάτα',
      prep_time: 600,
      cook_time: 1800,
      ingredients: [{ name: 'φακές', amount: '250', unit: 'g' }],
      steps: [{ content: 'Βράζουμε.', duration: 1800 }],
      tags: ['σούπα'],
    },
  });
  expect(recipe.body.id).toBeGreaterThan(0);
  await as(ann).post(`/recipes/${recipe.body.id}/publish`);
  const baking = await as(bo).post('/bakings', {
    baking: { recipe_id: recipe.body.id, name: 'Φακές', prepared_at: '2026-11-01T12:00:00Z', rating: 5 },
  });
  await as(bo).post(`/bakings/${baking.body.id}/publish`);
  await as(bo).post('/statuses', { status: { content: 'Καλημέρα @ann' } });
  await as(bo).post(`/recipes/${recipe.body.id}/like`);
  await as(bo).post(`/recipes/${recipe.body.id}/boost`);
  await as(bo).post(`/accounts/${ann.id}/follow`);
  await as(ann).post('/collections', { collection: { name: 'Αγαπημένα' } });
  await as(bo).post('/reports', { report: { account_id: ann.id, comment: 'Όχι' } });
  await drain();
  await owner.logIn('ann', password);
  await member.logIn('bo', password);
});

const starts = [
  '/',
  '/home',
  '/explore',
  '/search?q=x',
  '/write',
  '/notifications',
  '/collections',
  '/shopping-list',
  '/drafts',
  '/settings',
  '/settings/access',
  '/settings/email',
  '/settings/apps',
  '/settings/people',
  '/settings/keyboard',
  '/settings/import',
  '/settings/export',
  '/settings/move',
  '/settings/moderation',
  '/settings/leave',
  '/language',
  '/about',
  '/login',
  '/logout',
  '/register',
  '/forgot-password',
  '/welcome',
  '/offline',
  '/missing',
  '/@ann',
  '/@bo',
  '/admin',
  '/report?account=1',
];
/** The API's documentation and the queues are for programmers. */
const skipped =
  /^\/(?:api|admin\/(?:queues|jobs\/board)|assets|media|oauth|users|inbox|feeds?|accent|portraits|sw\.js|manifest)|\.(?:json|xml|txt|zip|png|jpg|cook|atom|rss|csv|md)(?:$|\?)|^\/authorize_interaction|format=|outside=yes/;

/** Pages of one shape have the same texts. The short form looks at one of them. */
const shapeOf = (path: string): string =>
  isFull
    ? path
    : path
        .replaceAll(/=[^&]*/g, '=')
        .replaceAll(/\d+/g, '1')
        .replace(/^(\/tags)\/.*/, '$1/');

async function crawl(browser: Browser): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const known = new Set(starts);
  const shapes = new Set(starts.map(shapeOf));
  for (const path of known) {
    const { status, html, headers } = await browser.get(path, {
      'accept-language': 'en-XA',
      accept: 'text/html',
    });
    expect(status, path).toBeLessThan(500);
    if (!headers.get('content-type')?.startsWith('text/html') || skipped.test(path)) continue;
    for (const text of latinTexts(html)) if (!found.has(text)) found.set(text, path);
    for (const [, link] of html.matchAll(/ href="([^"]*)"/g)) {
      const { origin, pathname, search } = new URL(plain(link!), `https://cook.example${path.split('?')[0]}`);
      const next = pathname + search;
      if (origin !== 'https://cook.example' || skipped.test(next) || known.size >= 400) continue;
      if (!isFull && shapes.has(shapeOf(next))) continue;
      shapes.add(shapeOf(next));
      known.add(next);
    }
  }
  expect(known.size).toBeGreaterThan(40);
  return found;
}

const names = /^(?:node|MiB|GiB|Potluck|Mastodon|Pixelfed|ActivityPub|Markdown|API|REST|GNU|UTC|Κουζίνα)$/;

/** Texts and attributes that people read and that have a word of plain Latin letters. */
function latinTexts(html: string): string[] {
  const body = html
    .replaceAll(/<(script|style|select|datalist|code|kbd|template|svg|time)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<head>[\s\S]*?<title>([\s\S]*?)<\/title>[\s\S]*?<\/head>/, '$1');
  const attributes = [...body.matchAll(/\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text]) => text!);
  return [...attributes, ...body.split(/<[^>]*>/)]
    .map((text) => plain(text).replaceAll(/\s+/g, ' ').trim())
    .filter((text) =>
      text
        .replaceAll(
          /https?:\/\/\S*|(?:\/[\w.-]+)+|\b[a-z]+(?::[a-z]+)?:(?= ·)|[\w.-]*@[\w@.-]+|\b[\w-]+(?:\.[\w-]+)+\b|#\w+|\bTime: 30 min\b|\b\d{1,2} [A-Z][a-z]+ \d{4}\b|\b\d+\s?[a-z]{1,4}\b/g,
          ' ',
        )
        .split(/[^\p{L}]+/u)
        .some((word) => /^[A-Za-z]{3,}$/.test(word) && !names.test(word) && !['ann', 'bo'].includes(word)),
    );
}

/** What a member sees, the owner sees, too, apart from a few pages. */
const browsers: [string, Browser][] = [
  ['the owner', owner],
  ['a visitor', visitor],
  ...scaled<[string, Browser][]>({ short: [], full: [['a member', member]] }),
];

test.each(browsers)('all text on the pages of %s is in the catalogue', async (_, browser) => {
  expect(Object.fromEntries(await crawl(browser))).toEqual({});
});
