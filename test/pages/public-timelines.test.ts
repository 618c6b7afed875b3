/** The timelines of all public items, buttons to follow beside people, and what to read after a recipe. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { pizzaDough } from '../support/recipes.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { ann, bo, browser, useMembers } from './two-members.ts';

useMembers();

const slugOf = async (name: string) => (await prisma().eventable.findFirstOrThrow({ where: { name } })).slug;

const entries = (html: string) => [...html.matchAll(/id="item-(\d+)"/g)].length;

beforeAll(async () => {
  for (let index = 0; index < 6; index += 1)
    await createRecipe(bo.id, { ...pizzaDough, name: `Loaf ${index}`, tags: ['bread'] });
  await createRecipe(ann.id, { ...pizzaDough, name: 'Ann’s rolls', tags: ['bread'] });
});

test('the timeline of this server is a page for everybody, with older pages and without private posts', async () => {
  for (let index = 0; index < 20; index += 1) await as(bo).post('/statuses', { content: `Rise ${index}` });
  await as(bo).post('/statuses', { content: 'A secret starter', visibility: 'private' });
  const visitor = openBrowser();
  const first = await visitor.get('/explore/local');
  expect([first.status, forbiddenContentIn(first.html), entries(first.html)]).toEqual([200, [], 20]);
  expect(first.html).not.toContain('A secret starter');
  expect(first.html).toMatch(/<a href="\/explore\/local" aria-current="page">/);
  const [, older] = /href="(\/explore\/local\?before=\d+)"/.exec(first.html)!;
  const second = await visitor.get(older!);
  expect(entries(second.html)).toBeGreaterThan(4);
  expect((await browser.get('/explore/local')).html).toContain('data-toggle="like-');
});

test('the timeline of all servers has posts of others, and leaves out those of blocked accounts', async () => {
  const far = await upsertAccount('far', 'far.example');
  const post = remoteStatus('https://far.example/1', far.id, { contentHtml: '<p>Far away</p>' });
  await ingestRemoteItem(post, { backfilled: false });
  expect((await browser.get('/explore/federated')).html).toContain('Far away');
  expect((await browser.get('/explore/local')).html).not.toContain('Far away');
  await as(ann).post(`/accounts/${far.id}/block`);
  expect((await browser.get('/explore/federated')).html).not.toContain('Far away');
});

test('a cook is followed from a recipe and from the lists of people', async () => {
  const slug = await slugOf('Loaf 0');
  const page = await browser.get(`/@bo/recipes/${slug}`);
  expect([page.status, forbiddenContentIn(page.html)]).toEqual([200, []]);
  expect(page.html).toContain(`data-toggle="follow-${bo.id}"`);
  expect((await openBrowser().get(`/@bo/recipes/${slug}`)).html).not.toContain('data-toggle="follow-');
  const own = await slugOf('Ann’s rolls');
  expect((await browser.get(`/@ann/recipes/${own}`)).html).not.toContain('data-toggle="follow-');
});

test('a recipe leads to others of its cook and to similar ones of others', async () => {
  const slug = await slugOf('Loaf 5');
  const { html } = await openBrowser().get(`/@bo/recipes/${slug}`);
  const [ofCook, similar] = [html.split('>More by Bo<')[1]!, html.split('>Similar recipes<')[1]!];
  for (const name of ['Loaf 4', 'Loaf 3', 'Loaf 2', 'Loaf 1']) expect(ofCook).toContain(`>${name}</a>`);
  expect(ofCook).not.toContain('>Loaf 0</a>');
  expect(similar).toContain('>Ann’s rolls</a>');
  expect(similar).not.toContain('>Loaf');
});
