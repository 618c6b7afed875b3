/** What members do with pages: follow, like, collect, look around, change how they come in, leave. */
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { allowed } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { pizzaDough } from '../support/recipes.ts';
import { origin, useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();

const password = 'a long enough password';
let ann: Account;
let bo: Account;
let browser: Browser;
let recipeId: number;

beforeAll(async () => {
  ann = await register({ username: 'ann', name: '<b>Ann</b>', password });
  bo = await register({ username: 'bo', name: 'Bo', password });
  recipeId = await createRecipe(bo.id, { ...pizzaDough, name: '<i>Bread</i>' });
  browser = openBrowser();
  await browser.logIn('ann', password);
});

const pages = [
  '/home',
  '/write',
  '/write/recipe',
  '/write/dish',
  '/write/post',
  '/drafts',
  '/search?q=bread',
  '/notifications',
  '/collections',
  '/settings',
  '/settings/access',
  '/settings/people',
  '/settings/import',
  '/settings/export',
  '/settings/leave',
];

test('pages of members are theirs: others are sent to log in, and back', async () => {
  for (const path of pages) {
    const page = await browser.get(path);
    expect([path, page.status, allowed(page.html)]).toEqual([path, 200, []]);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    const stranger = await openBrowser().get(path);
    expect(stranger.location).toBe(`${origin}/login?next=${encodeURIComponent(path)}`);
  }
});

test('a form counts only from our own page and from whom it was given to', async () => {
  const { hidden } = await browser.get('/@bo');
  const path = `/accounts/${bo.id}/follow`;
  expect((await browser.post(path, hidden, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await browser.post(path, hidden, {})).status).toBe(403);
  expect((await browser.post(path, { ...hidden, form_token: 'x' })).status).toBe(403);
  const other = openBrowser();
  await other.logIn('ann', password);
  expect((await other.post(path, hidden)).status).toBe(403);
  expect((await openBrowser().post(path, hidden)).location).toContain('/login?next=');
  expect((await as(ann).get(`/accounts/relationships?id=${bo.id}`)).body[0].following).toBe(false);
});

test('who follows finds in their home what is published, and likes, boosts and comes back to it', async () => {
  const profile = await browser.get('/@bo');
  const followed = await browser.post(`/accounts/${bo.id}/follow`, profile.hidden);
  expect(followed.location).toBe(`${origin}/@bo`);
  const id = await createRecipe(bo.id, { ...pizzaDough, name: 'Rolls' });
  await drain();
  const home = await browser.get('/home');
  expect(home.html).toContain('<a href="/@bo/recipes/rolls">Rolls</a>');

  const liked = await browser.post(`/items/${id}/like`, home.hidden);
  expect(liked.location).toMatch(/\/home#item-\d+$/);
  await browser.post(`/items/${id}/boost`, home.hidden);
  expect((await as(ann).get(`/recipes/${id}`)).body).toMatchObject({ liked: true, boosted: true });
  await browser.post(`/items/${id}/unlike`, home.hidden);
  expect((await as(ann).get(`/recipes/${id}`)).body).toMatchObject({ liked: false, boosted: true });
  const away = await browser.post(`/items/${id}/like`, { ...home.hidden, back: 'https://evil.example/' });
  expect(away.location).toBe(`${origin}/home`);
});

test('notifications are read until they are marked', async () => {
  const other = openBrowser();
  await other.logIn('bo', password);
  const before = await other.get('/notifications');
  expect(before.html).toContain('follows you');
  expect((await as(bo).get('/notifications/unread_count')).body.count).toBeGreaterThan(0);
  await other.post('/notifications', before.hidden);
  expect((await as(bo).get('/notifications/unread_count')).body.count).toBe(0);
});

test('a collection is made, filled and emptied where the item is', async () => {
  const form = await browser.get(`/items/${recipeId}/collect`);
  await browser.post(`/items/${recipeId}/collect`, { ...form.hidden, name: 'To bake' });
  const [shelf] = (await as(ann).get('/collections')).body;
  expect(shelf.name).toBe('To bake');
  const page = await browser.get(`/collections/${shelf.id}`);
  expect(page.html).toContain('&lt;i&gt;Bread&lt;/i&gt;');
  await browser.post(`/items/${recipeId}/collect`, form.hidden);
  expect((await as(ann).get(`/collections/${shelf.id}/items`)).body).toEqual([]);

  const refused = await browser.post('/collections', { ...form.hidden, name: ' ' });
  expect([refused.status, refused.html.includes('id="name-error"')]).toEqual([422, true]);
  await browser.post(`/collections/${shelf.id}/delete`, form.hidden);
  expect((await as(ann).get('/collections')).body).toEqual([]);
});

test('a profile is changed, and who is blocked is gone until unblocked', async () => {
  const { hidden } = await browser.get('/settings');
  await browser.post('/settings', { ...hidden, name: 'Ann A.', summary: 'Bakes.', locked: 'yes' });
  expect((await as(ann).get('/accounts/me')).body).toMatchObject({
    name: 'Ann A.',
    locked: true,
    discoverable: false,
  });

  const blocked = await browser.post(`/accounts/${bo.id}/block`, hidden);
  expect(blocked.location).toBe(`${origin}/settings/people`);
  expect((await browser.get('/@bo')).status).toBe(404);
  const people = await browser.get('/settings/people');
  expect(people.html).toContain(`/accounts/${bo.id}/unblock`);
  await browser.post(`/accounts/${bo.id}/unblock`, people.hidden);
  expect((await browser.get('/@bo')).status).toBe(200);
});

test('recipes of a file are shown first, then made by a job, while the page looks again until told not to', async () => {
  const cook = new File(['>> servings: 2\n\nCrack @eggs{3} into a #pan{}.\n'], 'Fried_<b>eggs.cook');
  const form = await browser.get('/settings/import');
  const send = (file: File, url = '') =>
    browser.send('/settings/import', [
      ['form_token', form.hidden.form_token!],
      ['file', file],
      ['url', url],
    ]);
  const nothing = await send(new File([''], ''));
  expect([nothing.status, allowed(nothing.html)]).toEqual([422, []]);
  expect(nothing.html).toContain('choose one, or give an address');
  const poor = await send(new File(['<p>Hello</p>'], 'a.html'));
  expect([poor.status, poor.html.includes('The page has no schema.org data')]).toEqual([422, true]);

  const { location } = await send(cook);
  const preview = await browser.get(location);
  expect([preview.status, allowed(preview.html)]).toEqual([200, []]);
  expect(preview.html).toContain('1 ingredient, 1 with an amount · 1 step');
  expect(preview.html).toContain('Make 1 recipe');
  expect(preview.html).not.toContain('<b>eggs');
  const begun = await browser.post(location, { ...preview.hidden, visibility: 'unlisted' });
  expect(begun.location).toBe(location);
  const under = await browser.get(location);
  expect(under.headers.get('refresh')).toBe('4');
  expect((await browser.get(`${location}?still`)).headers.get('refresh')).toBeNull();
  await drain();
  const done = await browser.get(location);
  expect([done.headers.get('refresh'), allowed(done.html)]).toEqual([null, []]);
  expect(done.html).toContain('Done: 1 recipe made.');
  const recipe = await browser.get(/href="(\/@ann\/recipes\/[^"]+)"/.exec(done.html)![1]!);
  expect(recipe.html).toContain('eggs');
  expect((await openBrowser().get(location)).location).toContain('/login');
});

test('all that a member has is made into one file, which only they can fetch', async () => {
  const page = await browser.get('/settings/export');
  expect((await browser.get('/settings/export/file')).status).toBe(404);
  expect((await browser.post('/settings/export', page.hidden)).location).toBe(`${origin}/settings/export`);
  const under = await browser.get('/settings/export');
  expect([under.headers.get('refresh'), allowed(under.html)]).toEqual(['4', []]);
  await browser.post('/settings/export', page.hidden);
  await drain();
  const done = await browser.get('/settings/export');
  expect([done.headers.get('refresh'), allowed(done.html)]).toEqual([null, []]);
  const file = await browser.get('/settings/export/file');
  expect(file.html.slice(0, 2)).toBe('PK');
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="potluck-ann-.*\.zip"$/);
  const other = openBrowser();
  await other.logIn('bo', password);
  expect((await other.get('/settings/export/file')).status).toBe(404);
  expect((await openBrowser().get('/settings/export/file')).location).toContain('/login');
});

test('a new password ends all other sessions, and only who knows it leaves', async () => {
  const other = openBrowser();
  await other.logIn('ann', password);
  const { hidden } = await browser.get('/settings/access');
  const fresh = 'another long password';
  const wrong = await browser.post('/settings/access', { ...hidden, current: 'no', password: fresh });
  expect([wrong.status, wrong.html.includes('id="current-error"')]).toEqual([422, true]);
  const short = await browser.post('/settings/access', { ...hidden, current: password, password: 'short' });
  expect([short.status, short.html.includes('id="password-error"')]).toEqual([422, true]);
  expect((await other.get('/home')).status).toBe(200);

  expect(
    (await browser.post('/settings/access', { ...hidden, current: password, password: fresh })).status,
  ).toBe(303);
  expect((await other.get('/home')).status).toBe(303);
  expect((await browser.get('/home')).status).toBe(200);

  expect((await browser.post('/settings/leave', { ...hidden, current: password })).status).toBe(422);
  expect((await as(ann).get('/accounts/me')).status).toBe(200);
  expect((await browser.post('/settings/leave', { ...hidden, current: fresh })).location).toBe(`${origin}/`);
  expect((await as(ann).get('/accounts/me')).status).toBe(401);
});
