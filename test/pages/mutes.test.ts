/** Pages for muting accounts, boosts and conversations, and for blocking servers. */
import { expect, test } from 'vitest';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, recipeId, useMembers } from './two-members.ts';

useMembers();

const relationship = async (id = bo.id) => (await as(ann).get(`/accounts/relationships?id=${id}`)).body[0];
const hasBread = async () => (await browser.get('/explore/new')).html.includes('&lt;i&gt;Bread');

test('an account is muted for a while from the menu of a recipe, listed with the end, and unmuted', async () => {
  const link = `/accounts/${bo.id}/mute`;
  const { location } = await browser.get(`/recipes/${recipeId}`);
  for (const path of ['/@bo', '/explore/new']) expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
  expect((await browser.get('/@bo')).html).toMatch(new RegExp(`href="${link}" data-dialog="">Mute…`));
  expect(location).toBe('');
  expect(await hasBread()).toBe(true);

  const form = await browser.get(link, { referer: `${origin}/@bo` });
  expect([form.status, forbiddenContentIn(form.html)]).toEqual([200, []]);
  expect(form.html).toContain('<option value="3600">1 hour</option>');
  const muted = await browser.post(link, { ...form.hidden, duration: '86400', notifications: 'yes' });
  expect(muted.location).toBe(`${origin}/@bo`);
  expect((await browser.get('/@bo')).html).toContain('Muted. You can unmute');
  expect(await relationship()).toMatchObject({ muting: true, muting_notifications: true });
  expect(await hasBread()).toBe(false);

  const people = await browser.get('/settings/people');
  expect([people.status, forbiddenContentIn(people.html)]).toEqual([200, []]);
  expect(people.html).toMatch(/Muted until \d+ \w+ \d{4}/);
  await browser.post(`/accounts/${bo.id}/unmute`, people.hidden);
  expect([(await relationship()).muting, await hasBread()]).toEqual([false, true]);
});

test('made-up durations mean no end, and nobody mutes themself', async () => {
  const { hidden } = await browser.get(`/accounts/${bo.id}/mute`);
  const response = await browser.post(
    `/accounts/${bo.id}/mute`,
    { ...hidden, duration: '-7' },
    { origin, accept: 'application/json' },
  );
  expect([response.status, JSON.parse(response.html)]).toEqual([
    200,
    { message: expect.stringContaining('Muted'), toggles: [] },
  ]);
  const { html } = await browser.get('/settings/people');
  expect(html).toContain('Muted without end. You still get notifications.');
  await browser.post(`/accounts/${bo.id}/unmute`, hidden);
  for (const id of [ann.id, 999_999, 'x']) {
    expect((await browser.get(`/accounts/${id}/mute`)).status).toBe(404);
    expect((await browser.post(`/accounts/${id}/mute`, hidden)).status).toBe(404);
  }
});

test('boosts of a followed account are hidden and shown by its menu', async () => {
  const { hidden, html } = await browser.get('/@bo');
  expect(html).not.toContain('hide-boosts');
  await browser.post(`/accounts/${bo.id}/follow`, hidden);
  expect((await browser.get('/@bo')).html).toContain(`/accounts/${bo.id}/hide-boosts`);
  await browser.post(`/accounts/${bo.id}/hide-boosts`, hidden);
  expect((await browser.get('/@bo')).html).toContain(`/accounts/${bo.id}/show-boosts`);
  expect((await relationship()).hiding_boosts).toBe(true);
  await browser.post(`/accounts/${bo.id}/show-boosts`, hidden);
  expect((await relationship()).hiding_boosts).toBe(false);
});

test('a muted conversation says so on its page and is unmuted there', async () => {
  const { id } = (await as(bo).post('/statuses', { content: 'Rye or wheat?' })).body;
  const page = () => browser.get(`/@bo/statuses/${id}`);
  const { html, hidden } = await page();
  expect(html).toContain(`action="/items/${id}/mute-thread"`);
  expect(html).not.toContain('You muted this conversation');
  await browser.post(`/items/${id}/mute-thread`, { ...hidden, back: `/@bo/statuses/${id}` });
  const muted = await page();
  expect([muted.status, forbiddenContentIn(muted.html)]).toEqual([200, []]);
  expect(muted.html).toContain('You muted this conversation');
  await browser.post(`/items/${id}/unmute-thread`, hidden);
  expect((await page()).html).not.toContain('You muted this conversation');
});

test('a server is blocked from a profile or by name, listed, and unblocked', async () => {
  const bob = await upsertAccount('bob', 'far.example');
  const profile = await browser.get('/@bob@far.example');
  expect(profile.html).toContain('Block server far.example');
  await browser.post(`/accounts/${bob.id}/block-server`, { ...profile.hidden, sure: 'yes' });
  expect((await browser.get('/@bob@far.example')).html).toContain('Unblock server far.example');
  expect((await relationship(bob.id)).domain_blocking).toBe(true);
  await browser.post(`/accounts/${bob.id}/unblock-server`, profile.hidden);
  expect((await relationship(bob.id)).domain_blocking).toBe(false);
  expect((await browser.post(`/accounts/${bo.id}/block-server`, profile.hidden)).status).toBe(422);

  const servers = '/settings/people/servers';
  const bad = await browser.post(servers, { ...profile.hidden, host: '<b>' });
  expect([bad.status, forbiddenContentIn(bad.html)]).toEqual([422, []]);
  expect(bad.html).toContain('is not the name of a server');
  await browser.post(servers, { ...profile.hidden, host: 'Far.Example' });
  const people = await browser.get('/settings/people');
  expect(people.html).toContain('<li><bdi>far.example</bdi>');
  await browser.post(`${servers}/unblock`, { ...profile.hidden, host: 'far.example' });
  expect((await browser.get('/settings/people')).html).toContain('You have not blocked any servers.');
});
