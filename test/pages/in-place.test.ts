/** Buttons that change in place: their forms answer a script with the new state, and everybody else with a redirect. */
import { expect, test } from 'vitest';
import { as } from '../support/as.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, recipeId, useMembers } from './two-members.ts';

useMembers();

const inPlace = async (path: string, fields: Record<string, string>, who: Browser = browser) => {
  const response = await who.post(path, fields, { origin, accept: 'application/json' });
  return { ...response, body: response.html.startsWith('{') ? JSON.parse(response.html) : null };
};

test('a like, a boost and a follow answer with the next state of their buttons', async () => {
  const { hidden, html } = await browser.get('/@bo/recipes/i-bread-i');
  expect(html).toContain(`action="/items/${recipeId}/like" data-in-place="" data-toggle="like-${recipeId}"`);
  const liked = await inPlace(`/items/${recipeId}/like`, hidden);
  expect([liked.status, liked.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(liked.body.message).toBe('Added to your likes.');
  expect(liked.body.toggles[0]).toMatchObject({
    key: `like-${recipeId}`,
    action: `/items/${recipeId}/unlike`,
    count: 1,
    pressed: true,
  });
  expect((await as(ann).get(`/recipes/${recipeId}`)).body.liked).toBe(true);
  expect((await browser.get('/@bo/recipes/i-bread-i')).html).toMatch(
    /action="\/items\/\d+\/unlike".*?aria-pressed="true"/s,
  );

  const boosted = await inPlace(`/items/${recipeId}/boost`, hidden);
  expect(boosted.body.toggles[1]).toMatchObject({ action: `/items/${recipeId}/unboost`, pressed: true });
  const unliked = await inPlace(`/items/${recipeId}/unlike`, hidden);
  expect(unliked.body.toggles[0]).toMatchObject({ count: 0, pressed: false });

  const followed = await inPlace(`/accounts/${bo.id}/follow`, hidden);
  expect(followed.body).toMatchObject({
    message: 'You follow Bo now.',
    toggles: [{ key: `follow-${bo.id}`, label: 'Following', action: `/accounts/${bo.id}/unfollow` }],
  });
  const unfollowed = await inPlace(`/accounts/${bo.id}/unfollow`, hidden);
  expect(unfollowed.body.toggles[0]).toMatchObject({ label: 'Follow', pressed: null, isQuiet: false });
  expect((await browser.post(`/accounts/${bo.id}/unfollow`, hidden)).location).toMatch(/\/@bo\//);
});

test('the answer for a script says no more than the page: login, form token, origin and visibility are checked', async () => {
  const { hidden } = await browser.get('/@bo/recipes/i-bread-i');
  const path = `/items/${recipeId}/like`;
  expect((await inPlace(path, hidden)).status).toBe(200);
  expect((await inPlace(path, hidden, openBrowser())).location).toContain('/login?next=');
  expect((await inPlace(path, { ...hidden, form_token: 'x' })).status).toBe(403);
  const json = { origin: 'https://evil.example', accept: 'application/json' };
  expect((await browser.post(path, hidden, json)).status).toBe(403);
  const secret = await as(bo).post('/statuses', { status: { content: 'For us.', visibility: 'private' } });
  const refused = await inPlace(`/items/${secret.body.id}/like`, hidden);
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
});

test('saving answers with the label of the button', async () => {
  const form = await browser.get(`/items/${recipeId}/save`);
  const saved = await inPlace(`/items/${recipeId}/save`, { ...form.hidden, name: 'To bake' });
  const key = `save-${recipeId}`;
  expect(saved.body.toggles).toEqual([{ key, label: 'Saved', pressed: true }]);
  expect((await browser.get('/@bo/recipes/i-bread-i')).html).toMatch(/class="label[^"]*">Saved</);
  const { hidden } = await browser.get(`/items/${recipeId}/save`);
  const removed = await inPlace(`/items/${recipeId}/save`, hidden);
  expect(removed.body.toggles).toEqual([{ key, label: 'Save', pressed: false }]);
});

test('the link of an item can be copied and shared unless it is private', async () => {
  const url = `${origin}/@bo/recipes/i-bread-i`;
  const { html } = await browser.get('/@bo/recipes/i-bread-i');
  expect(html).toContain(`<a href="${url}" data-copy="Link copied.">`);
  expect(html).toContain(`<a href="${url}" data-share=`);
  const secret = await as(ann).post('/statuses', { status: { content: 'Mine.', visibility: 'private' } });
  const own = await browser.get(`/@ann/statuses/${secret.body.id}`);
  expect(own.html).toContain(`/items/${secret.body.id}/delete"`);
  expect(own.html).not.toContain('data-copy');
});
