/** Filters on pages: settings, covered and hidden items, notifications. */
import { expect, test } from 'vitest';
import { follow } from '../../src/domain/interactions/follow.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { ann, bo, browser, useMembers } from './two-members.ts';

useMembers();

const form = '/settings/filters/new';
const usual = { title: 'Fish', words: 'zander\npike perch', parts: '', action: 'warn', expires: 'never' };
/** Submits the form with all contexts. */
async function save(path: string, fields: Record<string, string>, contexts = ['home', 'notifications']) {
  const { hidden } = await browser.get(path);
  const all = { ...usual, ...fields };
  return browser.send(path, [
    ['form_token', hidden.form_token!],
    ...Object.entries(all),
    ...contexts.map((each): [string, string] => ['context', each]),
  ]);
}
const filters = async () => (await as(ann).get('/filters')).body;

test('a filter is added, shown, changed and deleted, and a wrong form keeps its input', async () => {
  const empty = await browser.get('/settings/filters');
  expect([empty.status, forbiddenContentIn(empty.html)]).toEqual([200, []]);
  expect(empty.html).toContain('You have no filters.');

  const wrong = await save(form, { title: '<b>', words: ' \n', parts: '' }, []);
  expect([wrong.status, forbiddenContentIn(wrong.html)]).toEqual([422, []]);
  expect(wrong.html).toContain('Enter at least one word.');
  expect(wrong.html).toContain('value="&lt;b&gt;"');
  const nowhere = await save(form, { words: `${'x'.repeat(201)}` }, []);
  expect(nowhere.html).toContain('Choose at least one place.');
  expect(nowhere.html).toContain('Use at most 200 characters in each line.');
  const many = await save(form, { words: Array.from({ length: 101 }, (_, index) => index).join('\n') });
  expect(many.html).toContain('Use at most 100 lines.');

  const added = await save(form, { title: '<i>Fish</i>', parts: ' egg \r\n\r\negg', expires: 'week' });
  expect(added.location).toMatch(/\/settings\/filters\?saved=yes$/);
  const [{ id, expires_at, ...filter }] = await filters();
  expect(filter).toEqual({
    title: '<i>Fish</i>',
    action: 'warn',
    contexts: ['home', 'notifications'],
    keywords: [
      { phrase: 'zander', whole_word: true },
      { phrase: 'pike perch', whole_word: true },
      { phrase: 'egg', whole_word: false },
    ],
  });
  expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(7);
  const list = await browser.get('/settings/filters');
  expect(forbiddenContentIn(list.html)).toEqual([]);
  expect(list.html).toContain('Covers posts that contain <bdi>zander, pike perch, egg</bdi>');

  const edit = `/settings/filters/${id}`;
  const shown = await browser.get(edit);
  expect(shown.html).toMatch(/<textarea id="words"[^>]*>\nzander\npike perch<\/textarea>/);
  expect(shown.html).toMatch(/<textarea id="parts"[^>]*>\negg<\/textarea>/);
  await save(edit, { parts: 'egg', expires: 'keep', action: 'hide' });
  const [changed] = await filters();
  expect([changed.action, changed.expires_at, changed.keywords.length]).toEqual(['hide', expires_at, 3]);
  await save(edit, { expires: 'never' });
  expect((await filters())[0].expires_at).toBeNull();

  const other = openBrowser();
  expect((await other.get(edit)).location).toContain('/login');
  const { id: ofBo } = (
    await as(bo).post('/filters', { title: 'Mine', contexts: ['home'], keywords: [{ phrase: 'ann' }] })
  ).body;
  const { hidden } = await browser.get('/settings/filters');
  expect((await browser.get(`/settings/filters/${ofBo}`)).status).toBe(404);
  expect((await browser.post(`/settings/filters/${ofBo}/delete`, hidden)).status).toBe(404);
  expect((await browser.post(`${edit}/delete`, { ...hidden, sure: 'yes' })).status).toBe(303);
  expect(await filters()).toEqual([]);
});

test('a covered item opens without script, and a hidden one is left out, also of the count of notifications', async () => {
  await follow(ann.id, bo.id);
  const say = async (content: string) => (await as(bo).post('/statuses', { status: { content } })).body.id;
  const fish = await say('@ann Zander tonight!');
  const bread = await say('@ann Bread tonight!');
  await drain();
  const seen = async (path: string) => {
    const { html } = await browser.get(path, { 'sec-fetch-dest': 'empty' });
    expect(forbiddenContentIn(html)).toEqual([]);
    return html;
  };
  const unread = (html: string) => /class="count">(\d+)/.exec(html)?.[1];
  expect(unread(await seen('/home'))).toBe('2');

  await save(form, { title: 'Fish & <co>' });
  const covered = await seen('/home');
  expect(covered).toMatch(
    new RegExp(
      `<details class="filtered"><summary>Filtered: <bdi>Fish &amp; &lt;co&gt;</bdi> <span class="show">Show anyway</span></summary>(?:(?!</details>).)*id="item-${fish}"`,
      's',
    ),
  );
  expect(covered.split('class="filtered"')).toHaveLength(2);
  expect(unread(covered)).toBe('2');
  expect((await seen('/notifications')).split('class="filtered"')).toHaveLength(2);

  const [{ id }] = await filters();
  await save(`/settings/filters/${id}`, { action: 'hide' });
  const home = await seen('/home');
  expect([home.includes(`item-${fish}`), home.includes(`item-${bread}`)]).toEqual([false, true]);
  expect(unread(home)).toBe('1');
  const notifications = await seen('/notifications');
  expect([notifications.includes('Zander'), notifications.includes('Bread')]).toEqual([false, true]);
  // The other contexts were not chosen.
  expect(await seen('/@bo/posts')).toContain('Zander');
  await save(`/settings/filters/${id}`, { action: 'hide' }, ['account', 'thread', 'public']);
  for (const path of ['/@bo/posts', `/@bo/statuses/${bread}`, '/search?q=tonight'])
    expect(await seen(path)).not.toContain('Zander');
  expect(await seen('/home')).toContain('Zander');
  expect(await seen(`/@bo/statuses/${fish}`)).toContain('Zander');

  await save(`/settings/filters/${id}`, { action: 'hide', words: 'zander\nbread' }, ['account']);
  expect(await seen('/@bo/posts')).toContain('Your filters hide everything on this page.');
  // Nothing of this is in a page for others.
  const visitor = (await openBrowser().get('/@bo/posts')).html;
  expect([visitor.includes('Zander'), visitor.includes('filtered')]).toEqual([true, false]);
  await deleteAll('filters');
});
