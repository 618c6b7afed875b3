/** Pages of collections: read by everybody, followed, edited by the owner, framed and subscribed to. */
import { beforeAll, expect, test } from 'vitest';
import { addItem, createCollection } from '../../src/domain/collections/collections.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { pizzaDough } from '../support/recipes.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, recipeId, useMembers } from './two-members.ts';

useMembers();

let id: number;
let path: string;
let loaf: number;
const guest = openBrowser();

beforeAll(async () => {
  const draft = { name: '<i>Best</i>', description: 'One\n\nTwo & three', coverId: null };
  id = await createCollection(ann.id, { ...draft, visibility: 'public' });
  path = `/@ann/collections/${id}`;
  loaf = await createRecipe(ann.id, { ...pizzaDough, name: 'Loaf' });
  await addItem(ann.id, id, { type: 'recipe', id: recipeId }, 'With <b>butter</b>');
  await addItem(ann.id, id, { type: 'recipe', id: loaf });
});

const titles = async () =>
  (await as(ann).get(`/collections/${id}/items`)).body.map(({ object }: { object: { name: string } }) => object.name);

test('everybody reads a public collection, and finds it on the profile', async () => {
  const page = await guest.get(path);
  expect([page.status, forbiddenContentIn(page.html)]).toEqual([200, []]);
  for (const text of ['&lt;i&gt;Best&lt;/i&gt;', 'Two &amp; three', 'With &lt;b&gt;butter&lt;/b&gt;', '2 items'])
    expect(page.html).toContain(text);
  expect(page.headers.get('link')).toContain(`/users/${ann.id}/collections/${id}`);
  const data = JSON.parse(/<script type="application\/ld\+json">(.+?)<\/script>/.exec(page.html)![1]!);
  expect(data).toMatchObject({
    '@type': 'ItemList',
    name: '<i>Best</i>',
    numberOfItems: 2,
    itemListElement: [{ position: 1, url: `${origin}/@bo/recipes/i-bread-i` }, { name: 'Loaf' }],
  });
  const profile = await guest.get('/@ann/collections');
  expect([profile.status, forbiddenContentIn(profile.html)]).toEqual([200, []]);
  expect(profile.html).toContain(`href="${path}"`);
  expect((await guest.get(`/@bo/collections/${id}`)).status).toBe(404);
});

test('a member follows it with a button, and finds it among the collections', async () => {
  const other = await openBrowserAs('bo', password);
  const page = await other.get(path);
  expect((await other.post(`/collections/${id}/follow`, { ...page.hidden, back: path })).location).toBe(
    `${origin}${path}`,
  );
  expect((await other.get(path)).html).toContain('1 follower');
  expect((await other.get('/collections')).html).toContain('&lt;i&gt;Best&lt;/i&gt;');
  await other.post(`/collections/${id}/unfollow`, page.hidden);
  expect((await as(bo).get('/followed_collections')).body).toEqual([]);
});

test('an item moves past items that the owner no longer sees', async () => {
  const [hidden, last] = [
    await createRecipe(bo.id, { ...pizzaDough, name: 'Hidden' }),
    await createRecipe(ann.id, { ...pizzaDough, name: 'Last' }),
  ];
  const mixed = await createCollection(ann.id, {
    name: 'Mixed',
    description: '',
    coverId: null,
    visibility: 'public',
  });
  for (const each of [loaf, hidden, last]) await addItem(ann.id, mixed, { type: 'recipe', id: each });
  const shown = async () =>
    (await as(ann).get(`/collections/${mixed}/items`)).body.map(
      ({ object }: { object: { name: string } }) => object.name,
    );
  expect(await shown()).toEqual(['Loaf', 'Hidden', 'Last']);
  await as(bo).patch(`/recipes/${hidden}`, { recipe: { visibility: 'private' } });
  expect(await shown()).toEqual(['Loaf', 'Last']);

  const form = await browser.get(`/collections/${mixed}/edit`);
  await browser.post(`/collections/${mixed}/items/${last}`, { ...form.hidden, note: '', do: 'up' });
  expect(await shown()).toEqual(['Last', 'Loaf']);
  await browser.post(`/collections/${mixed}/items/${last}`, { ...form.hidden, note: '', do: 'down' });
  expect(await shown()).toEqual(['Loaf', 'Last']);
});

test('the owner changes order, notes and texts without script', async () => {
  const form = await browser.get(`/collections/${id}/edit`);
  expect([form.status, forbiddenContentIn(form.html)]).toEqual([200, []]);
  const entry = `/collections/${id}/items/${loaf}`;
  const moved = await browser.post(entry, { ...form.hidden, note: 'Mine', do: 'up' });
  expect(moved.location).toBe(`${origin}/collections/${id}/edit#entry-${loaf}`);
  expect(await titles()).toEqual(['Loaf', '<i>Bread</i>']);
  await browser.post(entry, { ...form.hidden, note: 'Mine', do: 'up' });
  await browser.post(`/collections/${id}/items/${recipeId}`, { ...form.hidden, note: '', do: 'down' });
  expect(await titles()).toEqual(['Loaf', '<i>Bread</i>']);
  const [first] = (await as(ann).get(`/collections/${id}/items`)).body;
  expect(first.note).toBe('Mine');

  const refused = await browser.post(`/collections/${id}/edit`, { ...form.hidden, name: ' ' });
  expect([refused.status, refused.html.includes('id="name-error"')]).toEqual([422, true]);
  const texts = { name: 'Best', description: 'New', visibility: 'unlisted' };
  const saved = await browser.post(`/collections/${id}/edit`, { ...form.hidden, ...texts });
  expect(saved.location).toBe(`${origin}${path}`);
  expect((await as(ann).get(`/collections/${id}`)).body).toMatchObject(texts);
  expect((await guest.get('/@ann/collections')).html).not.toContain(path);
  expect((await guest.get(path)).html).toContain('noindex');

  await browser.post(entry, { ...form.hidden, do: 'remove' });
  expect(await titles()).toEqual(['<i>Bread</i>']);
  await addItem(ann.id, id, { type: 'recipe', id: loaf });
  const other = await openBrowserAs('bo', password);
  expect((await other.get(`/collections/${id}/edit`)).status).toBe(404);
});

test('other sites frame a shared collection, but no other page', async () => {
  const preview = await guest.get(`/oembed?url=${encodeURIComponent(`${origin}${path}`)}&maxwidth=400`);
  expect(JSON.parse(preview.html)).toMatchObject({
    type: 'rich',
    title: 'Best',
    width: 400,
    html: expect.stringContaining(`/embed/collections/${id}"`),
  });
  const framed = await guest.get(`/embed/collections/${id}`);
  expect([framed.status, framed.headers.get('x-frame-options')]).toEqual([200, null]);
  expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(framed.html).toContain('Loaf');
  const page = await guest.get(path);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('x-frame-options')).toBe('DENY');
});

test('feeds list what was added last first, and a private collection has none of it', async () => {
  const feed = JSON.parse((await guest.get(`${path}/feed.json`)).html);
  expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(['Loaf', '<i>Bread</i>']);
  const atom = await guest.get(`${path}/feed.atom`);
  expect([atom.status, atom.headers.get('content-type')]).toEqual([200, expect.stringContaining('atom')]);
  await as(ann).patch(`/collections/${id}`, { visibility: 'private' });
  for (const hidden of [path, `${path}/feed.json`, `/embed/collections/${id}`, `/oembed?url=${origin}${path}`])
    expect([hidden, (await guest.get(hidden)).status]).toEqual([hidden, 404]);
  expect((await browser.get(path)).status).toBe(200);
});

test('a long list of own collections and of drafts has pages, the newest first', async () => {
  const lists: [path: string, perPage: number, create: (name: string) => Promise<unknown>][] = [
    [
      '/collections',
      24,
      (name) => createCollection(bo.id, { name, description: '', coverId: null, visibility: 'private' }),
    ],
    ['/drafts', 80, (name) => createRecipe(bo.id, { ...pizzaDough, name, publication: 'draft' })],
  ];
  const other = await openBrowserAs('bo', password);
  for (const [list, perPage, create] of lists) {
    for (let number = 0; number <= perPage; number += 1) await create(`Nr. ${number}.`);
    const first = await other.get(list);
    const older = new RegExp(`href="(${list}\\?before=\\d+)"`).exec(first.html)![1]!;
    const next = await other.get(older);
    const shown = (html: string) => [...html.matchAll(/Nr\. (\d+)\./g)].map(([, number]) => Number(number));
    expect(new Set(shown(first.html))).toEqual(new Set(Array.from({ length: perPage }, (_, at) => perPage - at)));
    expect(new Set(shown(next.html))).toEqual(new Set([0]));
    expect(next.html).toContain(`${list}?after=`);
  }
});
