/** Block lists at an address that fail, answer something else, or change much. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { checkBlockLists } from '../../src/domain/instance/doctor/checks.ts';
import { refreshBlockLists } from '../../src/domain/moderation/block-lists.ts';
import { age } from '../support/age.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { insertFollow } from '../support/relations.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { stored } from '../support/stored.ts';
import { admin, bo, send, useOperator } from './operator.ts';

const mailbox = await vi.hoisted(async () => (await import('../support/smtp.ts')).startOwnMailServer());

useOperator();
const path = '/admin/domains/lists';
const url = 'https://lists.example/blocks.csv';
let list: ReturnType<typeof remoteServerAt>;
const hosts = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `bad${from + at}.example`);
const serveList = (body: BodyInit | null, type = 'text/csv', init: ResponseInit = {}) =>
  list.responses.set(url, () => new Response(body, { ...init, headers: { 'content-type': type } }));
const serve = (names: string[]) =>
  serveList(['#domain,#severity', ...names.map((name) => `${name},suspend`)].join('\n'));
const rules = async () =>
  (await prisma().domainBlock.findMany({ orderBy: { host: 'asc' } })).map(({ host }) => host).toSorted();
async function refresh() {
  await age('block lists', '2 days');
  await refreshBlockLists();
  await drain();
}
const followedList = () => prisma().blockList.findFirstOrThrow();
const mails = () => mailbox.received.splice(0).map(({ headers }) => headers.get('subject'));
/** So that each test sees its own message: further ones of a kind wait for a quarter of an hour. */
const forgetMails = () => deleteAll('mails');

beforeAll(async () => {
  const confirmed = { email: 'ann@mail.example', emailConfirmedAt: new Date() };
  await prisma().member.updateMany({ where: { role: 'owner' }, data: confirmed });
  list = remoteServerAt('lists.example');
  serve(hosts(30));
  const { hidden } = await admin.get(path);
  const page = await admin.post(`${path}/preview`, { ...hidden, url });
  expect((await admin.post(`${path}/follow`, page.hidden)).location).toContain('done=follow-block-list');
  await drain();
  mailbox.received.splice(0);
  await forgetMails();
});
afterAll(() => mailbox.close());

test('a list that cannot be fetched keeps its rules, and the operators are notified once', async () => {
  const broken: (() => void)[] = [
    () => serveList('<!doctype html><p>Moved</p>', 'text/html'),
    () => serveList('<html><body>bad0.example</body></html>', 'text/plain'),
    () => serveList(''),
    () => serveList('[]', 'application/json'),
    () => serveList('{"error":"gone"}', 'application/json'),
    () => serveList('[{"domain":1},"bad1.example"]', 'application/json'),
    () => serveList('[{"domain":"bad0.example"},{"doma', 'application/json'),
    () => serveList('Maintenance\nPlease come back', 'text/plain'),
    () => serveList('#domain,#severity\nbad0.example,everything'),
    () => serveList('bad0.example', 'image/png'),
    () => serveList('bad0.example', 'text/csv', { status: 404 }),
    () => serveList(`${'x'.repeat(5 * 2 ** 20)}`),
    () => serveList('bad0.example\n'.repeat(20_001)),
  ];
  for (const answers of broken) {
    answers();
    await refresh();
    expect([(await followedList()).error, await rules()]).toEqual([expect.any(String), hosts(30).toSorted()]);
  }
  expect(mails()).toEqual(['A block list at cook.example needs you']);
  expect(await checkBlockLists()).toMatchObject({ ok: true, isWarning: true });
  expect((await admin.get(path)).html).toContain('at most 20000 lines');

  // With each name twice, it is the same list.
  serve([...hosts(30), ...hosts(30)]);
  await refresh();
  expect([(await followedList()).error, await rules()]).toEqual([null, hosts(30).toSorted()]);
  expect(await checkBlockLists()).toMatchObject({ ok: true, isWarning: false });
});

test('a list may change a little by itself, and changes much only if an administrator approves', async () => {
  await forgetMails();
  serve([...hosts(25), ...hosts(4, 100)]);
  await refresh();
  const small = [...hosts(25), ...hosts(4, 100)].toSorted();
  expect([await rules(), mails()]).toEqual([small, []]);

  for (const names of [hosts(15), [...small, ...hosts(12, 200)]]) {
    await forgetMails();
    serve(names);
    await refresh();
    await refresh();
    expect([await rules(), mails()]).toEqual([small, ['A block list at cook.example needs you']]);
    expect(await checkBlockLists()).toMatchObject({ isWarning: true });
  }
  const { id } = await followedList();
  expect((await admin.get(path)).html).toContain(`${path}/${id}/change`);
  const shown = await admin.get(`${path}/${id}/change`);
  expect(shown.html).toContain('bad211.example, blocked');

  // Kept once, the same version is not asked about again.
  await admin.post(`${path}/${id}/keep`, shown.hidden);
  await refresh();
  expect([await rules(), mails()]).toEqual([small, []]);
  expect(await checkBlockLists()).toMatchObject({ isWarning: false });

  serve(hosts(3));
  await refresh();
  expect((await admin.post(`${path}/${id}/approve`, shown.hidden)).status).toBe(422);
  expect(await rules()).toEqual(small);
  const change = await admin.get(`${path}/${id}/change`);
  expect((await admin.post(`${path}/${id}/approve`, change.hidden)).location).toContain('done=approve');
  expect(await rules()).toEqual(hosts(3));
  const log = (await admin.get('/admin/log')).html;
  for (const text of ['Change of a block list approved', 'Change of a block list refused']) expect(log).toContain(text);
});

test('a new rule that would end follows of members waits, this server and top-level domains are never blocked', async () => {
  const kim = await upsertAccount('kim', 'friends.example');
  await insertFollow(bo.id, kim.id);
  const follows = () => stored.follows({ followeeId: kim.id });
  serve([...hosts(3), 'friends.example']);
  await refresh();
  expect([await rules(), await follows()]).toEqual([hosts(3), 1]);

  serve([...hosts(4), 'cook.example', 'example']);
  await refresh();
  expect([await rules(), await follows()]).toEqual([hosts(4), 1]);
  expect((await followedList()).pending).toBeNull();
});

test('following takes over what was shown, and shows a list that changed meanwhile once more', async () => {
  await send(`${path}/${(await followedList()).id}/unfollow`);
  const { hidden } = await admin.get(path);
  const page = await admin.post(`${path}/preview`, { ...hidden, url });
  serve(hosts(40));
  const again = await admin.post(`${path}/follow`, page.hidden);
  expect([again.status, await rules()]).toEqual([200, []]);
  expect(again.html).toContain('bad39.example, blocked');
  await admin.post(`${path}/follow`, again.hidden);
  expect((await rules()).length).toBe(40);
});
