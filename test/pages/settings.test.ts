/** Settings pages of members: profile, login, import, export and deletion. */
import { expect, test } from 'vitest';
import { getAccount } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as, withToken } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { changeAccount } from '../support/stored.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, useMembers } from './two-members.ts';

useMembers();

test('a profile is changed, and a blocked account is hidden until it is unblocked', async () => {
  const { hidden } = await browser.get('/settings');
  await browser.post('/settings', { ...hidden, name: 'Ann A.', summary: 'Bakes.', locked: 'yes' });
  expect((await as(ann).get('/accounts/me')).body).toMatchObject({
    name: 'Ann A.',
    locked: true,
    discoverable: false,
  });

  // Opening the page of the menu changes nothing: it asks first.
  const question = await browser.get(`/accounts/${bo.id}/block`, { referer: `${origin}/@bo` });
  expect([question.status, forbiddenContentIn(question.html)]).toEqual([200, []]);
  expect((await browser.get('/@bo')).html).toContain('>Follow<');
  const blocked = await browser.post(`/accounts/${bo.id}/block`, question.hidden);
  expect(blocked.location).toBe(`${origin}/@bo`);
  const after = await browser.get('/@bo');
  expect(after.html).toContain('You will not see each other any more.');
  expect(after.html).not.toContain('&lt;i&gt;Bread');
  // The notice and the page offer to undo it.
  expect(after.html.match(new RegExp(`action="/accounts/${bo.id}/unblock"`, 'g'))).toHaveLength(2);
  const inPlace = { origin, accept: 'application/json' };
  const again = JSON.parse((await browser.post(`/accounts/${bo.id}/block`, question.hidden, inPlace)).html);
  expect(again.undo).toEqual({ action: `/accounts/${bo.id}/unblock`, label: 'Undo' });
  const people = await browser.get('/settings/people');
  expect(people.html).toContain(`/accounts/${bo.id}/unblock`);
  await browser.post(`/accounts/${bo.id}/unblock`, people.hidden);
  expect((await browser.get('/@bo')).status).toBe(200);
});

test('an import is previewed and then done by a job, and its page refreshes until paused', async () => {
  const cook = new File(['>> servings: 2\n\nCrack @eggs{3} into a #pan{}.\n'], 'Fried_<b>eggs.cook');
  const form = await browser.get('/settings/import');
  const send = (file: File, url = '') =>
    browser.send('/settings/import', [
      ['form_token', form.hidden.form_token!],
      ['file', file],
      ['url', url],
    ]);
  const nothing = await send(new File([''], ''));
  expect([nothing.status, forbiddenContentIn(nothing.html)]).toEqual([422, []]);
  expect(nothing.html).toContain('choose a file, enter a link or paste a recipe');
  const poor = await send(new File(['<p>Hello</p>'], 'a.html'));
  expect([poor.status, poor.html.includes('This page has no recipe that we can read')]).toEqual([422, true]);

  const { location } = await send(cook);
  const preview = await browser.get(location);
  expect([preview.status, forbiddenContentIn(preview.html)]).toEqual([200, []]);
  expect(preview.html).toMatch(/<textarea id="ingredients"[^>]*>\s*3 eggs/);
  expect(preview.html).toContain('Import 1 recipe');
  expect(preview.html).not.toContain('<b>eggs');
  const begun = await browser.post(location, {
    ...preview.hidden,
    'choice-0': 'create',
    visibility: 'unlisted',
  });
  expect(begun.location).toBe(location);
  const under = await browser.get(location);
  expect(under.headers.get('refresh')).toBe('4');
  expect((await browser.get(`${location}?paused`)).headers.get('refresh')).toBeNull();
  await browser.post(`${location}/pause`, under.hidden);
  await drain();
  const paused = await browser.get(location);
  expect([paused.headers.get('refresh'), paused.html.includes('The import is paused: 0 of 1.')]).toEqual([null, true]);
  await browser.post(`${location}/resume`, paused.hidden);
  await drain();
  const done = await browser.get(location);
  expect([done.headers.get('refresh'), forbiddenContentIn(done.html)]).toEqual([null, []]);
  expect(done.html).toContain('1 recipe imported.');
  const recipe = await browser.get(/href="(\/@ann\/recipes\/[^"]+)"/.exec(done.html)![1]!);
  expect(recipe.html).toContain('eggs');
  expect((await openBrowser().get(location)).location).toContain('/login');
});

test('an account is exported into one file, which only its owner can download', async () => {
  const page = await browser.get('/settings/export');
  expect((await browser.get('/settings/export/file')).status).toBe(404);
  expect((await browser.post('/settings/export', page.hidden)).location).toBe(`${origin}/settings/export`);
  const under = await browser.get('/settings/export');
  expect([under.headers.get('refresh'), forbiddenContentIn(under.html)]).toEqual(['4', []]);
  await browser.post('/settings/export', page.hidden);
  await drain();
  const done = await browser.get('/settings/export');
  expect([done.headers.get('refresh'), forbiddenContentIn(done.html)]).toEqual([null, []]);
  const file = await browser.get('/settings/export/file');
  expect(file.html.slice(0, 2)).toBe('PK');
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="potluck-ann-.*\.zip"$/);
  const other = await openBrowserAs('bo', password);
  expect((await other.get('/settings/export/file')).status).toBe(404);
  expect((await openBrowser().get('/settings/export/file')).location).toContain('/login');
});

test('language, recipes as articles and the alt text of the avatar are saved', async () => {
  await changeAccount(ann.id, { avatarKey: 'k', avatarDescription: 'Me' });
  const { hidden, html } = await browser.get('/settings');
  expect(html).toContain('value="Me"');
  const wrong = await browser.post('/settings', { ...hidden, locale: 'no such language' });
  expect([wrong.status, wrong.html.includes('id="locale-error"')]).toEqual([422, true]);
  const alt = '"><script>alert(1)</script>';
  await browser.post('/settings', { ...hidden, locale: 'DE', recipes_as_articles: 'yes', 'avatar-alt': alt });
  expect(await getAccount(ann.id)).toMatchObject({
    locale: 'de',
    recipesAsArticles: true,
    avatarDescription: alt,
  });
  expect((await as(ann).get('/accounts/me')).body).toMatchObject({ locale: 'de', recipes_as_articles: true });
  expect(forbiddenContentIn((await browser.get('/settings')).html)).toEqual([]);
  await changeAccount(ann.id, { avatarKey: null });
});

test('a personal token is shown once, works within its scope, and stops when revoked', async () => {
  const { hidden } = await browser.get('/settings/apps');
  const none = await browser.post('/settings/tokens', { ...hidden, name: 'Oven' });
  expect([none.status, none.html.includes('Choose at least one')]).toEqual([422, true]);
  expect((await browser.post('/settings/tokens', { ...hidden, name: '', scope: 'read' })).status).toBe(422);
  expect((await browser.post('/settings/tokens', { ...hidden, name: 'x', scope: 'root' })).status).toBe(422);

  const made = await browser.post('/settings/tokens', { ...hidden, name: '<b>Oven', scope: 'read' });
  const token = /<pre>(pl_[^<]+)<\/pre>/.exec(made.html)![1]!;
  expect([forbiddenContentIn(made.html), made.headers.get('cache-control')]).toEqual([[], 'private, no-store']);
  expect((await withToken(token).get('/recipes')).status).toBe(200);
  expect((await withToken(token).post('/collections', { name: 'x' })).status).toBe(403);

  const list = await browser.get('/settings/apps');
  expect([list.html.includes(token), list.html.includes('&lt;b&gt;Oven')]).toEqual([false, true]);
  const [revoke] = /\/settings\/tokens\/\d+\/revoke/.exec(list.html)!;
  const other = await openBrowserAs('bo', password);
  await other.post(revoke, { ...(await other.get('/settings/apps')).hidden, sure: 'yes' });
  expect((await withToken(token).get('/recipes')).status).toBe(200);
  await browser.post(revoke, { ...hidden, sure: 'yes' });
  expect((await withToken(token).get('/recipes')).status).toBe(401);
});

test('sessions are listed, and one can be ended without the others', async () => {
  const [lost, kept] = [openBrowser(), openBrowser()];
  await lost.logIn('ann', password);
  const ids = async () =>
    [...(await browser.get('/settings/access')).html.matchAll(/sessions\/(\d+)\/end/g)].map(([, id]) => Number(id));
  const before = await ids();
  await kept.logIn('ann', password);
  const { hidden } = await browser.get('/settings/access');
  const otherBrowser = await openBrowserAs('bo', password);
  const foreign = await otherBrowser.get('/settings/access');
  await otherBrowser.post(`/settings/sessions/${before[0]}/end`, foreign.hidden);
  expect((await lost.get('/home')).status).toBe(200);
  await browser.post(`/settings/sessions/${before[0]}/end`, hidden);
  expect([(await lost.get('/home')).status, (await kept.get('/home')).status]).toEqual([303, 200]);
});

test('logging out all other browsers says that apps keep their access, and ends it only if chosen', async () => {
  const cam = await register({ username: 'cam', password });
  const here = await openBrowserAs('cam', password);
  const isTokenValid = async () => (await as(cam).get('/accounts/me')).status === 200;
  expect(await isTokenValid()).toBe(true);
  const logOutOthers = async (fields: Record<string, string>) => {
    const [other, stolen] = [openBrowser(), openBrowser()];
    await other.logIn('cam', password);
    for (const [name, value] of here.cookies) stolen.cookies.set(name, value);
    const page = await here.get('/settings/access');
    expect([forbiddenContentIn(page.html), page.html.includes('Also revoke the access of')]).toEqual([[], true]);
    await here.post('/settings/sessions', { ...page.hidden, ...fields, sure: 'yes' });
    // A copy of this browser's cookie is another browser too.
    return Promise.all([here, other, stolen].map(async (each) => (await each.get('/home')).status));
  };
  expect(await logOutOthers({})).toEqual([200, 303, 303]);
  expect(await isTokenValid()).toBe(true);
  expect(await logOutOthers({ apps: 'yes' })).toEqual([200, 303, 303]);
  expect(await isTokenValid()).toBe(false);
});

test('an account is moved to another one, and the move can be undone', async () => {
  const { hidden } = await browser.get('/settings/move');
  const nobody = await browser.post('/settings/move/aliases', { ...hidden, aliases: 'nobody_at_all' });
  expect([nobody.status, nobody.html.includes('id="aliases-error"')]).toEqual([422, true]);
  await browser.post('/settings/move/aliases', { ...hidden, aliases: '@bo@cook.example' });
  expect((await getAccount(ann.id)).alsoKnownAs).toEqual([bo.iri]);

  const early = await browser.post('/settings/move/away', { ...hidden, target: 'bo', current: password, sure: 'yes' });
  expect([early.status, early.html.includes('id="target-error"')]).toEqual([422, true]);
  await as(bo).put('/accounts/me/aliases', { aliases: ['ann'] });
  const wrong = await browser.post('/settings/move/away', { ...hidden, target: 'bo', current: 'wrong' });
  expect([wrong.status, wrong.html.includes('id="current-error"')]).toEqual([422, true]);
  await browser.post('/settings/move/away', { ...hidden, target: 'bo', sure: 'yes' });
  expect((await getAccount(ann.id)).movedToId).toBe(bo.id);
  expect((await browser.get('/settings/move')).html).toContain('You have moved');
  await browser.post('/settings/move/back', hidden);
  expect((await getAccount(ann.id)).movedToId).toBeNull();
});

test('a new password ends all other sessions and tokens, and deleting the account needs the password', async () => {
  const other = await openBrowserAs('ann', password);
  let { hidden } = await browser.get('/settings/access');
  const fresh = 'another long password';
  const stolen = openBrowser();
  for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
  const wrong = await browser.post('/settings/access', { ...hidden, current: 'no', password: fresh });
  expect([wrong.status, wrong.html.includes('id="current-error"')]).toEqual([422, true]);
  const short = await browser.post('/settings/access', { ...hidden, current: password, password: 'short' });
  expect([short.status, short.html.includes('id="password-error"')]).toEqual([422, true]);
  expect((await other.get('/home')).status).toBe(200);
  expect((await as(ann).get('/accounts/me')).status).toBe(200);

  expect((await browser.post('/settings/access', { ...hidden, current: password, password: fresh })).status).toBe(303);
  expect((await other.get('/home')).status).toBe(303);
  expect((await stolen.get('/home')).status).toBe(303);
  expect((await browser.get('/home')).status).toBe(200);
  expect((await as(ann).get('/accounts/me')).status).toBe(401);

  ({ hidden } = await browser.get('/settings/access'));
  const mail = await browser.post('/settings/email', { ...hidden, current: fresh, email: 'no mail' });
  expect([mail.status, mail.html.includes('id="email-error"')]).toEqual([422, true]);
  // Without a mail server, the address is stored for the operator, and nothing can be sent to it.
  await browser.post('/settings/email', { ...hidden, current: fresh, email: 'ann@example.org' });
  expect((await browser.get('/settings/email')).html).toContain('value="ann@example.org"');
  expect((await openBrowser().get('/login')).html).not.toContain('/forgot-password');
  expect((await openBrowser().get('/forgot-password')).status).toBe(404);

  // However recent the log-in is, the form itself asks for the password, after it offered an export.
  const leaving = await browser.get('/settings/leave');
  expect([leaving.html.includes('name="current"'), leaving.html.includes('href="/settings/export"')]).toEqual([
    true,
    true,
  ]);
  const insufficient: Record<string, string>[] = [{}, { current: password }, { name: 'ann' }];
  for (const fields of insufficient)
    expect((await browser.post('/settings/leave', { ...hidden, ...fields })).status).toBe(422);
  expect((await browser.get('/@ann')).status).toBe(200);
  const left = await browser.post('/settings/leave', { ...hidden, current: fresh });
  expect(left.location).toBe(`${origin}/farewell`);
  const farewell = await browser.get('/farewell');
  expect([farewell.status, forbiddenContentIn(farewell.html)]).toEqual([200, []]);
  expect(farewell.html).toContain('This cannot be undone.');
  expect((await openBrowser().get('/@ann')).status).toBe(410);
});
