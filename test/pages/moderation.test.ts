/** A report, the decision, the appeal and its answer, on the pages of those who take part. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { restrictionsOf } from '../support/accounts.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { anyone, as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { admin, bo, eve, member, password, payload, send, useOperator } from './operator.ts';

useOperator();
const evesBrowser = openBrowser();
let status: number;
let photo: number;

beforeAll(async () => {
  await evesBrowser.logIn('eve', password);
  await as(eve).post('/recipes', { name: `Stew ${payload}` });
  status = (await as(eve).post('/statuses', { content: 'Buy my pans', visibility: 'private' })).body.id;
  photo = (await as(eve).post('/statuses', { content: 'Look at this' })).body.id;
  await as(bo).post(`/accounts/${eve.id}/follow`);
});

const report = async (fields: Record<string, string>, path = `/report?account=${eve.id}`) => {
  const form = await member.get(path);
  expect([form.status, forbiddenContentIn(form.html)]).toEqual([200, []]);
  return member.post('/report', { ...form.hidden, ...fields });
};
const lastReport = () => prisma().report.findFirstOrThrow({ orderBy: { id: 'desc' } });
const decisions = async () => (await evesBrowser.get('/settings/moderation')).html;
const isSensitive = async () => (await anyone.get(`/statuses/${photo}`)).body.sensitive;

test('a member reports an item from its page, and the moderators see it with both histories', async () => {
  const page = await member.get(`/@eve/statuses/${status}`);
  expect(page.html).toContain(`href="/report?item=${status}"`);
  const sent = await report(
    { item: String(status), category: 'spam', comment: `Look ${payload}` },
    `/report?item=${status}`,
  );
  expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining('sent=yes')]);
  expect((await member.get(`/report?account=${eve.id}&sent=yes`)).html).toContain('Your report was sent');

  const { id } = await lastReport();
  // The menu of moderators counts it on every page, and their notifications lead to it.
  expect((await admin.get('/settings')).html).toMatch(/href="\/admin">Admin <span class="count">1</);
  expect((await admin.get('/notifications')).html).toContain('href="/admin/reports"');
  for (const path of ['/settings', '/notifications']) expect((await member.get(path)).html).not.toContain('"/admin');
  const shown = await admin.get(`/admin/reports/${id}`);
  for (const text of ['Spam', 'Buy my pans', '@eve@cook.example', '@bo@cook.example', 'Reports made by it'])
    expect(shown.html).toContain(text);
  expect(forbiddenContentIn(shown.html)).toEqual([]);
  expect((await member.get(`/admin/reports/${id}`)).status).toBe(404);
  expect((await openBrowser().get(`/report?account=${eve.id}`)).status).toBe(303);
  expect((await member.get(`/report?account=${bo.id}`)).status).toBe(404);
  expect((await report({ item: '999999' })).status).toBe(422);
});

test('a decision closes the report, the member reads it and appeals once, and granting it undoes it', async () => {
  await report({ item: String(photo), category: 'violation' });
  const { id } = await lastReport();
  const path = `/admin/reports/${id}/decide`;
  expect((await send(path, { decision: 'mark_sensitive', notify: 'yes' })).status).toBe(422);
  expect((await send(path, { decision: 'warn', notify: 'yes' })).status).toBe(422);
  const decided = { decision: 'mark_sensitive', item: String(photo), reason: 'Raw meat', notify: 'yes' };
  expect((await send(path, decided)).status).toBe(303);
  expect((await lastReport()).resolvedAt).not.toBeNull();
  expect(await isSensitive()).toBe(true);
  await as(eve).patch(`/statuses/${photo}`, { status: { sensitive: false } });
  expect(await isSensitive()).toBe(true);

  expect((await evesBrowser.get('/notifications')).html).toContain('/settings/moderation');
  expect(await decisions()).toContain('Raw meat');
  const [, form] = /action="(\/settings\/moderation\/\d+\/appeal)"/.exec(await decisions())!;
  const appeal = async (who: typeof member, text: string) =>
    who.post(form!, { ...(await who.get('/settings')).hidden, text });
  expect((await appeal(member, 'Mine!')).status).toBe(404);
  expect((await appeal(evesBrowser, ' ')).status).toBe(422);
  expect((await appeal(evesBrowser, `It is beetroot ${payload}`)).status).toBe(303);
  expect((await appeal(evesBrowser, 'And again')).status).toBe(409);

  const list = await admin.get('/admin/appeals');
  expect(list.html).toContain('It is beetroot');
  expect(forbiddenContentIn(list.html)).toEqual([]);
  const [, response] = /action="(\/admin\/appeals\/\d+\/answer)"/.exec(list.html)!;
  expect((await send(response!, { decision: 'grant', answer: 'So it is' })).status).toBe(303);
  expect(await isSensitive()).toBe(false);
  expect(await decisions()).toContain('Appeal granted');
  expect(await decisions()).toContain('So it is');
  expect((await send(response!, { decision: 'reject' })).status).toBe(422);
  // In the log the decision is undone, and the entry that undid it is not.
  const { html } = await admin.get('/admin/log');
  const undone = html.split('<li').filter((row) => row.includes('>undone</span>'));
  expect(undone).toHaveLength(1);
  expect(undone[0]).not.toContain('Decision undone');
  expect(html).toContain('Decision undone');
});

test('items are removed without notice, and of others only those of the account', async () => {
  const pans = (await as(eve).post('/statuses', { content: 'Buy my lids' })).body.id;
  const bos = (await as(bo).post('/statuses', { content: 'Mine' })).body.id;
  const path = `/admin/people/${eve.id}/decide`;
  expect((await send(path, { sure: 'yes', decision: 'remove_items', item: String(bos) })).status).toBe(422);
  expect((await send(path, { sure: 'yes', decision: 'remove_items', item: String(pans), reason: 'Ads' })).status).toBe(
    303,
  );
  expect((await as(eve).get(`/statuses/${pans}`)).status).toBe(404);
  expect((await as(bo).get(`/statuses/${bos}`)).status).toBe(200);
  expect(await decisions()).not.toContain('Ads');
  const page = await admin.get(`/admin/people/${eve.id}`);
  for (const text of ['Ads', 'without notice', 'Buy my lids']) expect(page.html).toContain(text);
});

test('a moderator decides about a remote account, an administrator also about its server', async () => {
  const far = await upsertAccount('far', 'spam.example');
  await report({ comment: 'Ads', forward: 'yes' }, `/report?account=${far.id}`);
  const { id } = await lastReport();
  await send('/admin/accounts/bo/role', { role: 'moderator' });
  expect((await member.get(`/admin/reports/${id}`)).html).not.toContain('Reject pictures');
  expect((await admin.get(`/admin/reports/${id}`)).html).toContain('Reject pictures from spam.example');
  const path = `/admin/reports/${id}/decide`;
  expect((await send(path, { decision: 'suspend-domain' }, member)).status).toBe(422);
  expect((await send(path, { decision: 'reject-media', reason: 'Pictures' })).status).toBe(303);
  expect((await send(path, { decision: 'silence-domain', reason: 'Spam' })).status).toBe(303);
  expect(await prisma().domainBlock.findMany()).toMatchObject([
    { host: 'spam.example', severity: 'silence', rejectMedia: true, privateComment: 'Spam' },
  ]);
  expect(await restrictionsOf(far.id)).toEqual({ suspended: false, limited: true, mediaRejected: true });
  const log = await admin.get('/admin/log');
  const [, undo] = /action="(\/admin\/log\/\d+\/undo)"/.exec(log.html)!;
  expect((await send(undo!, {}, member)).status).toBe(422);
  expect((await send(undo!)).status).toBe(303);
  expect(await prisma().domainBlock.count()).toBe(0);
  await send('/admin/accounts/bo/role', { role: 'member' });
});
