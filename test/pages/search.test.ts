/** The search page and its feeds. */
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { cookieOf, getPage } from '../support/get-page.ts';

useDatabase();
let ann: Account;
beforeAll(async () => {
  ann = await register({ username: 'ann' });
  for (const recipe of [
    {
      name: 'Leek & potato soup',
      ingredients: [{ name: 'leeks' }, { name: 'potatoes' }],
      tags: ['soup'],
      prep_time: 600,
    },
    { name: 'Leek tart', ingredients: [{ name: 'leek' }], category: ['Dinner'], prep_time: 7_200 },
    { name: 'Secret leek', ingredients: [{ name: 'leek' }], visibility: 'private' },
  ]) {
    expect((await as(ann).post('/recipes', { locale: 'en', ...recipe })).status).toBe(201);
  }
  await as(ann).post('/statuses', { content: 'I bought a leek.' });
});

test('visitors search with a form that works without script, and keep what they entered', async () => {
  const { status, html } = await getPage('/search?q=&ingredient=leek%2C+potatoes&max_time=30&without=&sort=');
  expect(status).toBe(200);
  expect(html).toContain('1 recipe<');
  expect(html).toContain('Leek &amp; potato soup');
  expect(html).not.toContain('Leek tart');
  expect(html).toContain('name="ingredient" value="leek, potatoes"');
  expect(html).toContain('<option value="30" selected="">');
  expect(forbiddenContentIn(html)).toEqual([]);
  expect(html).not.toContain('<h2>Posts');
});

test('the form is one field, and what narrows the search is shown once it is used', async () => {
  const form = /<details class="search-more"[^>]*>/;
  expect(form.exec((await getPage('/search?q=leek')).html)![0]).toBe('<details class="search-more">');
  const { html } = await getPage('/search?q=leek&max_time=30');
  expect(form.exec(html)![0]).toContain('open');
  expect(html.indexOf('name="q"')).toBeLessThan(html.indexOf('<details class="search-more"'));
});

test('filters are links with counts, and a chosen one can be removed', async () => {
  const { html } = await getPage('/search?q=leek');
  expect(html).toContain('2 recipes<');
  expect(html).toContain('href="/search?q=leek&amp;category=main+course">Main course <span class="hint">1</span>');
  const chosen = (await getPage('/search?q=leek&category=dinner')).html;
  expect(chosen).toContain('1 recipe<');
  expect(chosen).toContain('href="/search?q=leek" aria-label="Remove filter Main course"');
  expect(chosen).toContain('<input type="hidden" name="category" value="main course"/>');
  const german = await getPage('/search?q=leek&category=Hauptgericht', { 'accept-language': 'de' });
  expect(german.html).toMatch(/class="chip on"[^>]*>Hauptgericht ✕/);
});

test('members also find their own recipes and posts', async () => {
  const { html } = await getPage('/search?q=leek', await cookieOf(ann));
  expect(html).toContain('3 recipes<');
  expect(html).toContain('<h2>Posts');
});

test('wrong parameters are ignored, and text is escaped', async () => {
  const path = `/search?q=%3Cb%3E&max_time=x&sort=odd&offset=-1&tag=${'x'.repeat(200)}&language=%25&language=%3Ci%3E`;
  const { status, html } = await getPage(path);
  expect(status).toBe(200);
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('<i>');
  expect((await getPage('/search?offset=9999')).html).toContain('There are no more recipes on this page.');
});

test('every search has a feed of its newest public recipes', async () => {
  const { html } = await getPage('/search?ingredient=leek&max_time=30');
  expect(html).toContain('/search/feed.atom?ingredient=leek&amp;max_time=30&amp;lang=en"');
  const json = JSON.parse((await getPage('/search/feed.json?ingredient=leek', await cookieOf(ann))).html);
  expect(json.items.map(({ title }: { title: string }) => title)).toEqual(['Leek tart', 'Leek & potato soup']);
  expect(json.feed_url).toMatch(/\/search\/feed\.json\?ingredient=leek&sort=newest&lang=en$/);
  const atom = (await getPage('/search/feed.atom?max_time=30')).html;
  expect(atom).toContain('<title>Leek &amp; potato soup</title>');
  expect(atom).not.toContain('Leek tart');
});

test('a page says which words it searched for after a typing error', async () => {
  const { html } = await getPage('/search?q=potaot+suop');
  expect(html).toContain('Results for <strong>potato soup</strong>. Nothing was found for <q>potaot suop</q>.');
  expect(html).toContain('Leek &amp; potato soup');
  expect((await getPage('/search?q=potato')).html).not.toContain('Results for');
});

test('visitors find what to cook with the ingredients at hand, and see what is missing', async () => {
  expect((await getPage('/search')).html).toContain('href="/search/at-hand"');
  const { status, html } = await getPage(`/search/at-hand?at_hand=${encodeURIComponent('Lauch、cream, <b>')}`);
  expect(status).toBe(200);
  expect(html).toContain('value="Lauch、cream, &lt;b&gt;"');
  expect(html).toContain('2 recipes<');
  expect(html).toContain('1 of 2 ingredients at hand');
  expect(html).toContain('Missing: potatoes');
  expect(html.indexOf('Leek tart')).toBeLessThan(html.indexOf('Leek &amp; potato soup'));
  expect(html).not.toContain('Secret leek');
  expect(forbiddenContentIn(html)).toEqual([]);
  expect((await getPage('/search/at-hand?at_hand=quince')).html).toContain('No recipe uses these ingredients.');
  expect((await getPage('/search/at-hand?at_hand=leek&offset=48')).html).toContain('There are no more recipes');
  expect((await getPage('/search/at-hand')).html).not.toContain('<h2');
});
