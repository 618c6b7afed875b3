/** Pages, lists and feeds on which people discover recipes: Explore, hashtags, and pages of a search. */
import { beforeAll, expect, test } from 'vitest';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { anyone, as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { getPage } from '../support/get-page.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, useMembers } from './two-members.ts';

useMembers();
beforeAll(async () => {
  for (const recipe of [
    { name: 'Bean stew', category: ['Dinner'], prep_time: 600, cook_time: 5_400, tags: ['Beans', '🫘'] },
    { name: 'Tomato toast', category: ['Breakfast'], prep_time: 300, description: 'With #beans' },
    { name: 'Bread', category: ['Breakfast', 'Café & bar'] },
    { name: 'Secret sauce', category: ['Dinner'], prep_time: 300, visibility: 'private', tags: ['beans'] },
    { name: 'Not listed', category: ['Dinner'], prep_time: 300, visibility: 'unlisted', tags: ['beans'] },
    { name: 'Draft', category: ['Dinner'], prep_time: 300, draft: true, tags: ['beans'] },
  ]) {
    const { status, body } = await as(ann).post('/recipes', { locale: 'en', ...recipe });
    expect(status).toBe(201);
    if (['Bean stew', 'Secret sauce'].includes(recipe.name)) await as(ann).post(`/recipes/${body.id}/like`);
  }
  await as(bo).post('/statuses', { content: 'Soaking #Beans overnight' });
  await refreshTrends();
});

/** Bo’s recipe, which takes ten minutes. */
const bos = '<i>Bread</i>';
const listed = async (query: string, speaker = anyone) =>
  (await speaker.get(`/explore/recipes${query}`)).body.map(({ name }: { name: string }) => name);
const titlesOf = async (path: string) =>
  JSON.parse((await getPage(`${path}.json`)).html).items.map(({ title }: { title: string }) => title);
const hasCards = (html: string) =>
  [...html.matchAll(/class="card-title"[^>]*><a [^>]*>([^<]*)</g)].map(([, name]) => name);

test('recipes are listed as new, popular, quick and by category, as API, page and feed', async () => {
  const lists = [
    ['new', '?', ['Bread', 'Tomato toast', 'Bean stew', bos]],
    ['popular', '?list=popular', ['Bean stew']],
    ['quick', '?list=quick', ['Tomato toast', bos]],
    ['categories/breakfast', '?list=category&category=Breakfast', ['Bread', 'Tomato toast']],
    ['categories/Caf%C3%A9%20%26%20bar', '?list=category&category=caf%C3%A9+%26+bar', ['Bread']],
    ['categories/nothing', '?list=category&category=nothing', []],
  ] as const;
  for (const [path, query, names] of lists) {
    expect(await listed(query), query).toEqual(names);
    const { status, html } = await getPage(`/explore/${path}`);
    expect([path, status, forbiddenContentIn(html)]).toEqual([path, 200, []]);
    expect(hasCards(html)).toEqual(names.map((name) => name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')));
    expect(await titlesOf(`/explore/${path}/feed`)).toEqual(names);
    expect((await getPage(`/explore/${path}/feed.atom`)).headers.get('content-type')).toContain('atom+xml');
  }
  expect((await getPage('/explore/categories/nothing')).html).toContain('No recipes in this category yet.');
  expect((await getPage('/explore/other')).status).toBe(404);
  expect((await anyone.get('/explore/recipes?list=other')).status).toBe(422);
  // Members also find their own recipes there.
  expect(await listed('?list=quick', as(ann))).toEqual(['Not listed', 'Secret sauce', 'Tomato toast', bos]);
});

test('the overview shows the lists and categories, and is linked from every page', async () => {
  const { html } = await getPage('/explore');
  expect(forbiddenContentIn(html)).toEqual([]);
  for (const title of ['New recipes', 'Popular this week', 'Ready in 30 minutes']) expect(html).toContain(title);
  expect(html).toContain('href="/explore/categories/breakfast">Breakfast<');
  expect(html).toContain('href="/explore/categories/caf%C3%A9%20%26%20bar"');
  expect(html).not.toMatch(/Secret sauce|Not listed|Draft/);
  for (const path of ['/', '/about']) expect((await getPage(path)).html).toContain('href="/explore"');
  expect((await browser.get('/home')).html).toContain('href="/explore"');
});

test('lists and searches have links to their other pages', async () => {
  const linkOf = (headers: Headers) => headers.get('link') ?? '';
  const first = await anyone.get('/explore/recipes?limit=3&list=new');
  expect(first.body).toHaveLength(3);
  expect(linkOf(first.headers)).toBe(
    '<https://cook.example/api/v1/explore/recipes?limit=3&list=new&offset=3>; rel="next"',
  );
  const second = await anyone.get('/explore/recipes?limit=3&list=new&offset=3');
  expect([second.body.length, linkOf(second.headers)]).toEqual([
    1,
    '<https://cook.example/api/v1/explore/recipes?limit=3&list=new&offset=0>; rel="prev"',
  ]);
  const trending = await anyone.get('/recommendations/trending/recipe?limit=1');
  expect([trending.body.length, linkOf(trending.headers)]).toEqual([1, '']);

  const names: string[] = [];
  let path: string | null = '/search/recipes?limit=3&sort=newest';
  for (let previous: string | null = null; path; ) {
    const { body } = await anyone.get(path);
    expect(body.prev === null).toBe(previous === null);
    if (previous) expect(new URL(body.prev).searchParams.get('offset')).toBe('0');
    names.push(...body.recipes.map(({ name }: { name: string }) => name));
    previous = path;
    path = body.next?.replace('https://cook.example/api/v1', '') ?? null;
  }
  expect(names).toEqual(['Bread', 'Tomato toast', 'Bean stew', bos]);

  for (let n = 0; n < 25; n += 1) await as(bo).post('/recipes', { name: `Soup ${n}` });
  const page = (await getPage('/explore/new')).html;
  expect(page).toContain('href="/explore/new?offset=24" rel="next"');
  expect(page).not.toContain('rel="prev"');
  const next = (await getPage('/explore/new?offset=24')).html;
  expect(next).toContain('href="/explore/new" rel="prev"');
  expect(next).not.toContain('rel="next"');
  expect(hasCards(next)).toHaveLength(5);
  expect((await getPage('/explore/new?offset=x')).html).toBe(page);
  expect((await getPage('/explore/new?offset=480')).html).toContain('There are no more recipes on this page.');
});

test('a hashtag has a page and feeds with everything public, in any spelling', async () => {
  for (const path of ['/tags/beans', '/tags/BEANS', '/tags/%23Beans']) {
    const { status, html } = await getPage(path);
    expect([status, forbiddenContentIn(html)]).toEqual([200, []]);
    expect(html).toContain('<link rel="canonical" href="https://cook.example/tags/beans"/>');
    for (const text of ['Bean stew', 'Tomato toast', 'overnight', '3 posts this week']) expect(html).toContain(text);
    expect(html).not.toMatch(/Secret sauce|Not listed|Draft|<form/);
  }
  expect(await titlesOf('/tags/Beans/feed')).toHaveLength(3);
  expect((await getPage('/tags/beans/feed.atom')).html).toContain('<title>Tomato toast</title>');
  const none = await getPage('/tags/nothing%3Cb%3E');
  expect([none.status, none.html.includes('Nothing with this tag yet')]).toEqual([200, true]);
  expect((await getPage('/tags/%F0%9F%AB%98')).status).toBe(404);
  expect((await getPage('/tags/%F0%9F%AB%98/feed.json')).status).toBe(404);
  // A tag without letters stays text.
  const recipe = (await getPage('/@ann/recipes/bean-stew')).html;
  expect(recipe).toContain('<span class="chip">🫘</span>');
  expect(recipe).toContain('href="https://cook.example/tags/beans" rel="tag">#Beans</a>');
});

test('members follow and unfollow a hashtag on its page, and see which ones they follow', async () => {
  expect((await openBrowser().get('/tags')).location).toContain('/login?next=');
  expect((await browser.get('/tags')).html).toContain('choose Follow');
  const page = await browser.get('/tags/Beans');
  expect(page.html).toContain('action="/tags/beans/follow"');
  expect((await browser.post('/tags/beans/follow', page.hidden, {})).status).toBe(403);
  const followed = await browser.post('/tags/beans/follow', page.hidden);
  expect(followed.status).toBe(303);
  expect(followed.location).toContain(`${origin}/tags/Beans`);
  expect((await browser.get('/tags/beans')).html).toContain('action="/tags/beans/unfollow"');
  const list = await browser.get('/tags');
  expect(forbiddenContentIn(list.html)).toEqual([]);
  expect(list.html).toContain('<a href="/tags/beans"><bdi>#beans</bdi></a>');
  await browser.post('/tags/beans/unfollow', list.hidden);
  expect((await browser.get('/tags')).html).not.toContain('#beans');
});
