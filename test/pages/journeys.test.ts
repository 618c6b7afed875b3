/** What members see after they did something, and what new members see first. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { like } from '../../src/domain/interactions/on-item.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { fact } from '../../src/jobs/fact.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { anyone, as } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { enqueued, makeDue, postpone } from '../support/enqueued.ts';
import { pizzaDough } from '../support/recipes.ts';
import { stored } from '../support/stored.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, recipeId, useMembers } from './two-members.ts';

useMembers();
const cy = openBrowser();
beforeAll(async () => {
  await register({ username: 'cy', name: 'Cy', password });
  await cy.logIn('cy', password);
});

const notice = /<div class="note good" role="status">([^<]*)/;
const jobs = (name: string) => stored.jobs({ job: name });
/** The time to undo it ends when the test makes the job due. */
const moveToTrash = async (id: number) => {
  const { hidden } = await browser.get(`/items/${id}/delete`);
  const answer = await browser.post(`/items/${id}/delete`, hidden);
  await postpone('delete-trashed-item');
  return answer;
};
const restore = async (id: number) => {
  const { hidden } = await browser.get('/home');
  await browser.post(`/items/${id}/restore`, hidden);
};
const deletionsOf = async (id: number) =>
  (await enqueued('send-activity'))
    .map((payload) => fact.parse(payload))
    .filter((each) => each.fact === 'item.deleted' && each.objectIri.endsWith(`/${id}`)).length;

test('deleting hides an item at once, undo restores it, and other servers learn of it after the time for undo', async () => {
  const id = await createRecipe(ann.id, { ...pizzaDough, name: 'Short life' });
  await drain();
  const path = '/@ann/recipes/short-life';
  expect((await moveToTrash(id)).location).toBe(`${origin}/@ann`);
  const after = await browser.get('/@ann');
  expect(forbiddenContentIn(after.html)).toEqual([]);
  expect(after.html).toContain(`action="/items/${id}/restore"`);
  expect((await browser.get('/@ann')).html).not.toContain('/restore"');
  expect((await browser.get(path)).status).toBe(404);
  for (const speaker of [as(ann), as(bo), anyone]) expect((await speaker.get(`/recipes/${id}`)).status).toBe(404);
  expect((await as(ann).get('/recipes')).text).not.toContain('Short life');
  expect((await as(ann).patch(`/recipes/${id}`, { name: 'Longer life' })).status).toBe(404);
  expect((await as(ann).post(`/recipes/${id}/publish`)).status).toBe(404);
  expect((await as(bo).get('/search?q=short')).text).not.toContain('Short life');
  await drain();
  expect(await deletionsOf(id)).toBe(0);

  // Somebody else cannot undo it.
  const { hidden } = await cy.get('/home');
  expect((await cy.post(`/items/${id}/restore`, hidden)).location).toBe(`${origin}/@cy`);
  expect((await anyone.get(`/recipes/${id}`)).status).toBe(404);
  expect((await browser.post(`/items/${id}/restore`, after.hidden)).location).toBe(`${origin}${path}`);
  expect(notice.exec((await browser.get(path)).html)![1]).toContain('Nothing was deleted');
  expect((await as(bo).get('/search?q=short')).text).toContain('Short life');

  // The job of the first deletion must not end the second one early.
  await moveToTrash(id);
  expect(await jobs('delete-trashed-item')).toBe(2);
  const first = { where: { job: 'delete-trashed-item' }, orderBy: { dueAt: 'asc' } } as const;
  const { id: jobId } = await prisma().outbox.findFirstOrThrow(first);
  await prisma().outbox.update({ where: { id: jobId }, data: { dueAt: new Date() } });
  await drain();
  expect(await stored.items({ id: id })).toBe(1);
  await makeDue('delete-trashed-item');
  await drain();
  expect(await stored.items({ id: id })).toBe(0);
  expect((await anyone.get(`/recipes/${id}`)).status).not.toBe(200);
  expect(await stored.tombstones({ iri: { endsWith: `/recipes/${id}` } })).toBe(1);
  const late = await browser.post(`/items/${id}/restore`, after.hidden);
  expect(notice.exec((await browser.get(late.location)).html)![1]).toContain('too late');
});

test('what was deleted before it was sent is sent when the deletion is undone', async () => {
  const id = await createRecipe(ann.id, { ...pizzaDough, name: 'Sent late' });
  const sent = () => stored.activities({ type: 'Create', objectIri: { endsWith: `/recipes/${id}` } });
  await moveToTrash(id);
  await drain();
  expect(await sent()).toBe(0);
  await restore(id);
  await drain();
  expect(await sent()).toBe(1);
  await moveToTrash(id);
  await restore(id);
  await drain();
  expect(await sent()).toBe(1);
});

test('forms confirm what they did once, with one of our texts', async () => {
  const { hidden } = await browser.get('/write/post');
  const posted = await browser.post('/write/post', {
    ...hidden,
    content: 'Soup',
    visibility: 'public',
    intent: 'publish',
  });
  const loaded = await browser.get('/home', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' });
  expect(notice.exec(loaded.html)).toBeNull();
  const page = await browser.get(posted.location);
  expect(notice.exec(page.html)![1]).toContain('Published');
  expect(notice.exec((await browser.get(posted.location)).html)).toBeNull();
  browser.cookies.set('__Host-notice', 'constructor.1');
  expect(notice.exec((await browser.get('/home')).html)).toBeNull();
  const blocked = await browser.post(`/accounts/${bo.id}/block`, page.hidden);
  expect(notice.exec((await browser.get(blocked.location)).html)![1]).toContain('Blocked');
  await browser.post(`/accounts/${bo.id}/unblock`, page.hidden);
  await browser.get('/home');
});

test('the home page shows what the member published, at once and once, and the API only followed accounts', async () => {
  const post = (accountId: number, content: string, inReplyToId: number | null = null) =>
    createStatus(accountId, {
      content,
      visibility: 'public',
      locale: 'en',
      sensitive: false,
      spoilerText: '',
      inReplyToId,
    });
  const mine = await post(ann.id, 'My bread rises');
  await post(ann.id, 'As I said', mine);
  const before = (await browser.get('/home')).html;
  const shown = new RegExp(`id="item-${mine}"`, 'g');
  expect(before.match(shown)).toHaveLength(1);
  expect(before).not.toContain('As I said');
  await follow(ann.id, bo.id);
  await as(bo).post(`/statuses/${mine}/boost`);
  await drain();
  const { html } = await browser.get('/home');
  expect(html.match(shown)).toHaveLength(1);
  expect(html).toContain('/@bo/recipes/');
  const { body } = await as(ann).get('/timeline');
  expect(body.map(({ action, object }: { action: string; object: { id: number } }) => [action, object.id])).toEqual([
    ['boost', mine],
    ['create', recipeId],
  ]);
});

test('a new member finds people to follow, recipes and first steps, also at an empty home page', async () => {
  for (const path of ['/welcome', '/home']) {
    const { html, status } = await cy.get(path);
    expect([status, forbiddenContentIn(html)]).toEqual([200, []]);
    for (const text of [
      `/accounts/${bo.id}/follow`,
      '/write/recipe',
      '/settings/import',
      'href="/settings"',
      '/@bo/recipes/',
    ])
      expect(html).toContain(text);
  }
  const { hidden } = await cy.get('/home');
  await cy.post(`/accounts/${bo.id}/follow`, hidden);
  expect((await cy.get('/welcome')).html).toContain(`/accounts/${bo.id}/unfollow`);
  await drain();
  const { html } = await cy.get('/home');
  expect(html).toContain('/@bo/recipes/');
  expect(html).not.toContain('People to follow');
});

test('notifications are read when they are seen, and likes of one item are one line', async () => {
  const id = await createRecipe(bo.id, { ...pizzaDough, name: 'Liked' });
  for (const name of ['dee', 'eli', 'flo'])
    await like((await register({ username: name, name })).id, id, { type: 'recipe' });
  const unread = async () => (await as(bo).get('/notifications/unread_count')).body.count;
  expect(await unread()).toBeGreaterThanOrEqual(3);
  const other = await openBrowserAs('bo', password);
  await other.get('/notifications', { 'sec-purpose': 'prefetch' });
  expect(await unread()).toBeGreaterThanOrEqual(3);
  const refused = await other.post('/notifications', { form_token: 'x', max_id: '1' });
  expect([refused.status, refused.html.includes('class="rows notifications"')]).toEqual([403, true]);
  expect(await unread()).toBeGreaterThanOrEqual(3);
  const page = await other.get('/notifications');
  expect(forbiddenContentIn(page.html)).toEqual([]);
  expect(page.html).toMatch(
    /flo<\/bdi><\/a><\/strong> and 2 others liked <a href="\/@bo\/recipes\/liked"><bdi>Liked<\/bdi><\/a>/,
  );
  expect(page.html.match(/\/@bo\/recipes\/liked"/g)).toHaveLength(1);
  expect(page.html).toContain('New:');
  expect(page.html).toMatch(/<p class="hint"><time [^>]*>now<\/time>/);
  expect(await unread()).toBe(0);
  expect((await other.get('/notifications')).html).not.toContain('New:');
  expect(
    (await as(bo).get('/notifications')).body.filter(({ type }: { type: string }) => type === 'like'),
  ).toHaveLength(3);
});
