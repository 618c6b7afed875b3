/** What members do on pages: browse, follow, like, collect and pin. */
import { expect, test } from 'vitest';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { pizzaDough } from '../support/recipes.ts';
import { maxScriptBytes, scriptBytes } from '../support/script-bytes.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, recipeId, useMembers } from './two-members.ts';

useMembers();

const pages = [
  '/home',
  '/write',
  '/write/recipe',
  '/write/cooked',
  '/write/post',
  '/drafts',
  '/notifications',
  '/collections',
  '/settings',
  '/settings/access',
  '/settings/apps',
  '/settings/people',
  '/settings/keyboard',
  '/settings/import',
  '/settings/export',
  '/settings/move',
  '/settings/leave',
];

test('pages for members redirect others to the login, and back', async () => {
  for (const path of pages) {
    const page = await browser.get(path);
    expect([path, page.status, forbiddenContentIn(page.html)]).toEqual([path, 200, []]);
    const bytes = await scriptBytes(page.html);
    expect(bytes, `compressed scripts of ${path}`).toBeLessThanOrEqual(maxScriptBytes);
    expect(bytes).toBeGreaterThan(1_000);
    const directives = page.headers.get('content-security-policy')!.split('; ');
    const names = directives.map((directive) => directive.split(' ')[0]);
    expect(names, 'browsers ignore a second directive of a name').toEqual([...new Set(names)]);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    const stranger = await openBrowser().get(path);
    expect(stranger.location).toBe(`${origin}/login?next=${encodeURIComponent(path)}`);
  }
});

test('a form needs our origin, and a token of the same member', async () => {
  const { hidden } = await browser.get('/@bo');
  const path = `/accounts/${bo.id}/follow`;
  expect((await browser.post(path, hidden, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await browser.post(path, hidden, {})).status).toBe(403);
  expect((await browser.post(path, { ...hidden, form_token: 'x' })).status).toBe(403);
  const other = await openBrowserAs('ann', password);
  expect((await other.post(path, hidden)).status).toBe(403);
  expect((await openBrowser().post(path, hidden)).location).toContain('/login?next=');
  expect((await as(ann).get(`/accounts/relationships?id=${bo.id}`)).body[0].following).toBe(false);
});

test('a follower sees published items in the home timeline, and likes and boosts them there', async () => {
  const profile = await browser.get('/@bo');
  const followed = await browser.post(`/accounts/${bo.id}/follow`, profile.hidden);
  expect(followed.location).toBe(`${origin}/@bo`);
  const id = await createRecipe(bo.id, { ...pizzaDough, name: 'Rolls' });
  await drain();
  const home = await browser.get('/home');
  expect(home.html).toContain('<h2 class="entry-title"><a href="/@bo/recipes/rolls">Rolls</a></h2>');

  const [, back] = new RegExp(`action="/items/${id}/like".*?name="back" value="([^"]*)"`).exec(home.html)!;
  const liked = await browser.post(`/items/${id}/like`, { ...home.hidden, back: back! });
  expect(liked.location).toMatch(/\/home#item-\d+$/);
  await browser.post(`/items/${id}/boost`, home.hidden);
  expect((await as(ann).get(`/recipes/${id}`)).body).toMatchObject({ liked: true, boosted: true });
  await browser.post(`/items/${id}/unlike`, home.hidden);
  expect((await as(ann).get(`/recipes/${id}`)).body).toMatchObject({ liked: false, boosted: true });
  for (const back of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'x'])
    expect((await browser.post(`/items/${id}/like`, { ...home.hidden, back })).location).toBe(`${origin}/home`);
  for (const [back, path] of [
    ['/@bo?page=2#top', '/@bo?page=2#top'],
    ['/..//evil.example/x', '//evil.example/x'],
    ['/.//evil.example/x', '//evil.example/x'],
  ])
    expect((await browser.post(`/items/${id}/like`, { ...home.hidden, back: back! })).location).toBe(
      `${origin}${path}`,
    );
});

test('a collection is created, and items are added and removed on their own pages', async () => {
  const form = await browser.get(`/items/${recipeId}/save`);
  await browser.post(`/items/${recipeId}/save`, { ...form.hidden, name: 'To bake' });
  const [collection] = (await as(ann).get('/collections')).body;
  expect(collection.name).toBe('To bake');
  const { location } = await browser.get(`/collections/${collection.id}`);
  expect(location).toBe(`${origin}/@ann/collections/${collection.id}`);
  const page = await browser.get(`/@ann/collections/${collection.id}`);
  expect(page.html).toContain('&lt;i&gt;Bread&lt;/i&gt;');
  const saved = await browser.get(`/items/${recipeId}/save`);
  await browser.post(`/items/${recipeId}/save`, saved.hidden);
  expect((await as(ann).get(`/collections/${collection.id}/items`)).body).toEqual([]);

  const refused = await browser.post('/collections', { ...form.hidden, name: ' ' });
  expect([refused.status, refused.html.includes('id="name-error"')]).toEqual([422, true]);
  await browser.post(`/collections/${collection.id}/delete`, form.hidden);
  expect((await as(ann).get('/collections')).body).toEqual([]);
});

test('an author pins an item, which the profile shows first, and unpublishes a baking', async () => {
  const id = await createRecipe(ann.id, { ...pizzaDough, name: 'My loaf' });
  await createRecipe(ann.id, { ...pizzaDough, name: 'My cake' });
  const page = await browser.get('/@ann/recipes/my-loaf');
  expect(page.html).toContain(`/items/${id}/pin"`);
  expect((await browser.get('/@bo/recipes/i-bread-i')).html).not.toMatch(/\/items\/\d+\/pin"/);
  await browser.post(`/items/${id}/pin`, page.hidden);
  expect((await browser.get('/@ann')).html).toMatch(/Pinned<\/h2>.*My loaf.*Recipes<\/h2>/s);
  expect((await openBrowser().get('/@ann')).html).toContain('Pinned');
  expect((await browser.get('/@ann/recipes/my-loaf')).html).toContain(`/items/${id}/unpin"`);
  await browser.post(`/items/${id}/unpin`, page.hidden);
  expect((await browser.get('/@ann')).html).not.toContain('Pinned');

  const baking = { recipe_id: id, name: 'A loaf', prepared_at: '2026-11-01' };
  const { body } = await as(ann).post('/bakings', { baking });
  await as(ann).post(`/bakings/${body.id}/publish`);
  const path = `/@ann/bakings/${body.id}`;
  expect((await browser.get(path)).html).toContain(`/items/${body.id}/unpublish"`);
  const asked = await browser.get(`/items/${body.id}/unpublish`);
  expect((await openBrowser().get(path)).status).toBe(200);
  expect((await browser.post(`/items/${body.id}/unpublish`, asked.hidden)).location).toBe(`${origin}/drafts`);
  expect((await openBrowser().get(path)).status).toBe(410);
  expect((await browser.get(`/items/${body.id}/unpublish`)).status).toBe(404);
  const status = await as(ann).post('/statuses', { status: { content: 'Bread is in the oven.' } });
  expect((await browser.get(`/items/${status.body.id}/unpublish`)).status).toBe(404);
});

test('a page that does not exist keeps the header of a member, and asks only visitors to log in', async () => {
  const html = { accept: 'text/html' };
  for (const path of ['/nothing/here', '/@nobody', '/items/999999999/edit']) {
    const page = await browser.get(path, html);
    expect([path, page.status, page.html.includes('try to log in')]).toEqual([path, 404, false]);
    expect(page.html).toMatch(/<summary[^>]*>[\s\S]*@ann/);
  }
  const visitor = await openBrowser().get('/nothing/here', html);
  expect([visitor.status, visitor.html.includes('try to log in')]).toEqual([404, true]);
});

test('the page of a deleted post says that it is gone only if everybody could read it', async () => {
  for (const [visibility, expected] of [
    ['public', 410],
    ['private', 404],
    ['direct', 404],
  ] as const) {
    const { id } = (await as(ann).post('/statuses', { content: 'Soup', visibility })).body;
    await as(ann).delete(`/statuses/${id}`);
    const { status, html } = await openBrowser().get(`/@ann/statuses/${id}`);
    expect([visibility, status]).toEqual([visibility, expected]);
    if (expected === 404) expect(html).toBe((await openBrowser().get('/@ann/statuses/999999999')).html);
  }
});

test('a reply is written on the page of the recipe, which shows it then', async () => {
  const { slug } = (await as(bo).get(`/recipes/${recipeId}`)).body;
  const path = `/@bo/recipes/${slug}`;
  const { html, hidden } = await browser.get(path);
  expect(html).toContain('<label for="reply-text">Your reply</label>');
  expect(hidden).toMatchObject({ to: String(recipeId), visibility: 'public', back: path });
  const sent = await browser.post('/write/post', { ...hidden, content: 'Which flour?' });
  const [, id] = /#item-(\d+)$/.exec(sent.location)!;
  expect(sent.location).toBe(`${origin}${path}#item-${id}`);
  const again = await browser.get(path);
  expect(again.html).toMatch(new RegExp(`id="item-${id}".*Which flour\\?`, 's'));

  const elsewhere = { ...hidden, content: 'And water?', back: '//evil.example/' };
  expect((await browser.post('/write/post', elsewhere)).location).toMatch(new RegExp(`^${origin}/@ann/statuses/`));
  expect((await openBrowser().get(path)).html).not.toContain('reply-text');
});
