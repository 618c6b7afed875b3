/** Pages mark edited items and direct posts, and show the recipe above a reply. */
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { picture, upload } from '../support/pictures.ts';
import { useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();

const password = 'a long enough password';
let ann: Account;
const browser = openBrowser();
/** Bo’s, who follows Ann. */
const reader = openBrowser();

beforeAll(async () => {
  ann = await register({ username: 'ann', password });
  const bo = await register({ username: 'bo', password });
  await as(bo).post(`/accounts/${ann.id}/follow`);
  for (const [name, each] of [
    ['ann', browser],
    ['bo', reader],
  ] as const)
    await each.logIn(name, password);
});

const create = async (path: string, body: object) => (await as(ann).post(path, body)).body;
const html = async (path: string, by = browser) => (await by.get(path)).html;
/** A recipe with a history says when it was edited, with a link to it. */
const edited = />edited<\/time>|Edited <time/;

test('an edited item is marked on its page and in lists', async () => {
  const recipe = await create('/recipes', { recipe: { name: 'Marked pie' } });
  const status = await create('/statuses', { content: 'Pie!' });
  const baking = await create('/bakings', {
    baking: { recipe_id: recipe.id, name: 'Pie day', prepared_at: '2026-11-01' },
  });
  await as(ann).patch(`/bakings/${baking.id}`, { baking: { name: 'The pie day' } });
  await as(ann).post(`/bakings/${baking.id}/publish`);
  const pages = [
    '/@ann/recipes/marked-pie',
    `/@ann/statuses/${status.id}`,
    `/@ann/bakings/${baking.id}`,
    '/@ann/posts',
    '/home',
  ];
  await drain();
  const marked = async (path: string) => [path, edited.test(await html(path, reader))];
  for (const path of pages) expect(await marked(path)).toEqual([path, false]);
  expect(await html('/@ann')).not.toContain('<span>edited</span>');

  await as(ann).patch(`/recipes/${recipe.id}`, { recipe: { description: 'New' } });
  await as(ann).patch(`/statuses/${status.id}`, { status: { content: 'Pie?' } });
  await as(ann).patch(`/bakings/${baking.id}`, { baking: { name: 'Pie night' } });
  for (const path of pages) expect(await marked(path)).toEqual([path, true]);
  expect(await html('/@ann')).toContain('<span>cooked once</span> <span>edited</span>');
});

test('a picture added to a post is no edit, and its new alt text is', async () => {
  const { id } = await create('/statuses', { content: 'With a photo' });
  const file = await picture().jpeg().toBuffer();
  const { body: medium } = await upload(ann, `/statuses/${id}/media`, { file });
  const page = await html(`/@ann/statuses/${id}`);
  expect([page.includes('/media/'), edited.test(page)]).toEqual([true, false]);
  await as(ann).patch(`/statuses/${id}/media/${medium.id}`, { media: { description: 'A pie' } });
  expect(await html(`/@ann/statuses/${id}`)).toMatch(edited);
});

test('a direct post is marked on its page and in lists', async () => {
  const direct = '<strong class="direct">Direct</strong>';
  const open = await create('/statuses', { content: 'For all' });
  const { id } = await create('/statuses', { content: '@bo psst', visibility: 'direct' });
  await drain();
  const page = await html(`/@ann/statuses/${id}`, reader);
  expect(page).toContain(direct);
  expect(page).toContain('the people mentioned can see this');
  expect(await html(`/@ann/statuses/${open.id}`)).not.toContain(direct);
  const reply = await html(`/write/post?to=${id}`);
  expect([reply.includes('psst'), reply.includes(direct)]).toEqual([true, true]);
});

test('the page of a reply shows the recipe above it', async () => {
  const recipe = await create('/recipes', { recipe: { name: 'Asked bread' } });
  const reply = await create('/statuses', {
    content: 'How long?',
    in_reply_to_type: 'recipe',
    in_reply_to_id: recipe.id,
  });
  const page = await html(`/@ann/statuses/${reply.id}`);
  expect(page).toMatch(/href="\/@ann\/recipes\/asked-bread">Asked bread<\/a>.*class="current-post".*How long\?/s);
});
