/** Moderators and items that are not public: what they can read and remove, and how the author learns of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { writeArchiveOf } from '../../src/federation/outgoing/archive.ts';
import { openZip } from '../../src/lib/archive/unzip.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { changeMember } from '../support/stored.ts';
import { admin, bo, eve, member, password, send, useOperator } from './operator.ts';

useOperator();
const evesBrowser = openBrowser();
const post = async (content: string, visibility: string) =>
  (await as(eve).post('/statuses', { content, visibility })).body.id as number;
const exists = async (id: number) => (await as(eve).get(`/statuses/${id}`)).status === 200;
const people = () => `/admin/people/${eve.id}`;
const remove = async (path: string, ...items: number[]) => {
  const { hidden } = await admin.get('/settings');
  return admin.send(`${path}/decide`, [
    ['form_token', hidden.form_token!],
    ['decision', 'remove_items'],
    ['sure', 'yes'],
    ['notify', 'yes'],
    ...items.map((id): [string, string] => ['item', String(id)]),
  ]);
};
/** Bo reports items of Eve. Returns the page of the report. */
async function report(...items: number[]): Promise<string> {
  await as(bo).post('/reports', {
    report: { account_id: eve.id, items: items.map((id) => ({ type: 'status', id })), comment: 'Rude' },
  });
  const { id } = await prisma().report.findFirstOrThrow({ orderBy: { id: 'desc' } });
  return `/admin/reports/${id}`;
}
const accesses = async () => {
  const rows = await prisma().adminAction.findMany({
    where: { action: 'read-private', ownerId: eve.id },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ name, subject, itemIds }) => ({ name, subject, item_ids: itemIds.map(Number) }));
};

beforeAll(async () => {
  await evesBrowser.logIn('eve', password);
  await as(bo).post(`/accounts/${eve.id}/follow`);
});

test('a moderator cannot read or remove a followers-only or direct item by its id', async () => {
  const [open, followers, direct] = [
    await post('Open stew', 'public'),
    await post('Stew for followers', 'private'),
    await post('Stew for @bo', 'direct'),
  ];
  expect((await remove(people(), followers, direct)).status).toBe(422);
  const about = await report(open);
  expect((await remove(about, followers, direct)).status).toBe(422);
  for (const path of [people(), about])
    for (const text of ['Stew for followers', 'Stew for @bo']) expect((await admin.get(path)).html).not.toContain(text);

  expect((await remove(about, open, followers, direct)).status).toBe(303);
  expect(await Promise.all([open, followers, direct].map(exists))).toEqual([false, true, true]);
  const decision = await prisma().moderationDecision.findFirst({ orderBy: { id: 'desc' } });
  expect(decision!.items).toMatchObject([{ id: open, text: 'Open stew', visibility: 'public' }]);
  expect(await accesses()).toEqual([]);
});

test('a report by a reader opens an item, also after a block, and every access is in the log and in the author’s', async () => {
  const [rude, other] = [await post('@bo you burnt it', 'direct'), await post('@bo sorry', 'direct')];
  const path = await report(rude);
  const place = path.replace('/admin/reports/', 'report ');
  await as(eve).post(`/accounts/${bo.id}/block`);
  const page = (await admin.get(path)).html;
  expect(page).toContain('you burnt it');
  expect(page).not.toContain('sorry');
  await admin.get(path);
  expect(await accesses()).toEqual([{ name: 'ann', subject: place, item_ids: [rude] }]);

  expect((await remove(path, rude, other)).status).toBe(303);
  expect(await Promise.all([rude, other].map(exists))).toEqual([false, true]);
  expect((await accesses()).map(({ item_ids }) => item_ids)).toEqual([[rude], [rude]]);
  const log = (await admin.get('/admin/log')).html;
  expect(log).toContain('Private posts read');
  expect(log).toContain(place);

  const own = (await evesBrowser.get('/settings/moderation')).html;
  expect(own).toContain(`a moderator read these posts for ${place}`);
  expect(own).not.toContain('ann');
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  await writeArchiveOf(eve.id, join(folder, 'eve.zip'), async () => {});
  const zip = await openZip(join(folder, 'eve.zip'), { entries: 1e3, entryBytes: 1e6, totalBytes: 1e7 });
  const { accesses: archived } = JSON.parse((await zip.read('moderator_access.json'))!.toString());
  zip.close();
  rmSync(folder, { recursive: true });
  expect(archived).toMatchObject([
    { by: 'moderator', items: [{ id: rude, iri: null }] },
    { by: 'moderator', place, items: [{ id: rude }] },
  ]);
  await as(eve).delete(`/accounts/${bo.id}/block`);
});

test('the words of a removed private item are shown only where an appeal is answered, and that is logged', async () => {
  await as(bo).post(`/accounts/${eve.id}/follow`);
  const secret = await post('Secret of my soup', 'private');
  expect((await remove(await report(secret), secret)).status).toBe(303);
  expect((await admin.get(people())).html).not.toContain('Secret of my soup');
  // The same access within ten minutes would not be another one.
  await age('accesses', '1 hour');
  const before = await accesses();

  const [, form] = /action="(\/settings\/moderation\/\d+\/appeal)"/.exec(
    (await evesBrowser.get('/settings/moderation')).html,
  )!;
  await evesBrowser.post(form!, { ...(await evesBrowser.get('/settings')).hidden, text: 'It was mine' });
  expect((await admin.get('/admin/appeals')).html).toContain('Secret of my soup');
  const [read] = (await accesses()).slice(before.length);
  expect(read).toMatchObject({ item_ids: [secret], subject: expect.stringMatching(/^decision \d+$/) });
  const [, response] = /action="(\/admin\/appeals\/\d+\/answer)"/.exec((await admin.get('/admin/appeals')).html)!;
  await send(response!, { decision: 'reject', answer: 'No' });
  const closed = (await admin.get('/admin/appeals?closed=yes')).html;
  expect(closed).toContain('It was mine');
  expect(closed).not.toContain('Secret of my soup');
});

test('moderators do not see e-mail addresses of members, administrators do', async () => {
  await changeMember(eve.id, { email: 'eve@mail.example' });
  await changeMember(bo.id, { role: 'moderator' });
  expect((await admin.get('/admin/accounts?q=eve')).html).toContain('eve@mail.example');
  const shown = (await member.get('/admin/accounts?q=eve')).html;
  expect(shown).toContain('@eve');
  expect(shown).not.toContain('eve@mail.example');
});
