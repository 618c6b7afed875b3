/** Quotes on pages: written with a form, shown as a card, removed by the quoted cook. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { anyone, as } from '../support/as.ts';
import { openBrowserAs } from '../support/browser.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { pizzaDough } from '../support/recipes.ts';
import { ann, bo, browser, password, recipeId, useMembers } from './two-members.ts';

useMembers();

const card = /<blockquote class="quote">/;
const button = 'Remove quote';

test('a quote is written with a form, shown as a card, and removed by the quoted cook', async () => {
  const page = await browser.get(`/@bo/recipes/${(await anyone.get(`/recipes/${recipeId}`)).body.slug}`);
  expect(page.html).toContain(`/write/post?quote=${recipeId}`);
  const form = await browser.get(`/write/post?quote=${recipeId}`);
  expect(form.html).toContain('&lt;i&gt;Bread&lt;/i&gt;');
  const published = await browser.send('/write/post', [...Object.entries(form.hidden), ['content', 'Try this one']]);
  expect(published.status).toBe(303);

  const path = new URL(published.location).pathname;
  const shown = await getPage(path);
  expect(shown.html).toMatch(card);
  expect(shown.html).toContain('&lt;i&gt;Bread&lt;/i&gt;');
  expect(shown.html).not.toContain(button);
  expect(await forbiddenContentIn(shown.html)).toEqual([]);
  expect((await getPage('/@ann/posts')).html).toMatch(card);

  const quotes = (await as(bo).get('/notifications')).body;
  expect(quotes).toMatchObject([{ type: 'quote' }]);
  expect((await getPage('/notifications', await cookieOf(bo))).html).toContain('quoted you');
  expect((await getPage(path, await cookieOf(bo))).html).toContain(button);
  const id = Number(path.split('/').at(-1));
  expect((await browser.post(`/items/${id}/revoke-quote`, { ...form.hidden, sure: 'yes' })).status).toBe(403);

  const quotedCook = await openBrowserAs('bo', password);
  const { hidden } = await quotedCook.get(path);
  const revoked = await quotedCook.post(`/items/${id}/revoke-quote`, { ...hidden, sure: 'yes' });
  expect(revoked.location).toContain(path);
  const without = await getPage(path);
  expect(without.html).not.toMatch(card);
  expect(without.html).toContain('The quoted post is not available.');
});

test('a quote that the author does not allow is refused, with the text kept', async () => {
  const id = await createRecipe(bo.id, { ...pizzaDough, name: 'Secret sauce' });
  await as(bo).patch('/accounts/me', { quote_policy: 'nobody' });
  const form = await browser.get(`/write/post?quote=${id}`);
  const refused = await browser.send('/write/post', [...Object.entries(form.hidden), ['content', 'My words']]);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('the author does not allow you to quote this');
  expect(refused.html).toContain('My words');
});

test('the quoted cook removes a quote also after it became private or its author was blocked', async () => {
  const quote = async () =>
    (await as(ann).post('/statuses', { content: 'Look', visibility: 'public', quote_id: recipeId })).body.id as number;
  const stateOf = async (eventableId: number) =>
    (await prisma().quote.findUniqueOrThrow({ where: { eventableId } })).state;
  await as(bo).patch('/accounts/me', { quote_policy: 'everyone' });
  const hidden = await quote();
  const unrelated = (await as(ann).post('/statuses', { content: 'Only us', visibility: 'private' })).body.id;
  await as(ann).patch(`/statuses/${hidden}`, { visibility: 'private' });
  expect((await as(bo).get(`/statuses/${hidden}`)).status).toBe(404);
  expect((await as(bo).delete(`/statuses/${hidden}/quote`)).status).toBe(204);
  expect((await as(bo).delete(`/statuses/${unrelated}/quote`)).status).toBe(404);
  expect(await stateOf(hidden)).toBe('revoked');

  const blocked = await quote();
  await as(bo).post(`/accounts/${ann.id}/block`);
  expect((await as(bo).delete(`/statuses/${blocked}/quote`)).status).toBe(204);
  expect(await stateOf(blocked)).toBe('revoked');
  await as(bo).delete(`/accounts/${ann.id}/block`);
});

test('a member chooses in the settings who may quote', async () => {
  const { hidden, html } = await browser.get('/settings');
  expect(html).toContain('Who can quote you');
  await browser.post('/settings', { ...hidden, name: 'Ann', quote_policy: 'followers' });
  expect((await as(ann).get('/accounts/me')).body).toMatchObject({ quote_policy: 'followers' });
});
