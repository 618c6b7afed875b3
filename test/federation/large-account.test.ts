/** An account with thousands of items is hidden by one row, and the rest follows in batches that survive a kill. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { type Account, findAccount } from '../../src/domain/accounts/account.ts';
import { applySuspensions, deleteAccount, eraseAccountContent } from '../../src/domain/accounts/delete.ts';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { restoreItem } from '../../src/domain/items/delete.ts';
import { suspend, unsuspend } from '../../src/domain/moderation/members.ts';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { seedLargeAccount } from '../bench/seed/large-account.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { workUntilKilled } from '../support/built-worker.ts';
import { query } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { dispatchAgain } from '../support/enqueued.ts';
import { insertAccounts } from '../support/many-items.ts';
import { deliverFrom, useReceiver } from '../support/receiver.ts';
import { changeAccount, stored } from '../support/stored.ts';
import { scaled } from '../support/test-length.ts';

useReceiver();
useBob();

const items = scaled({ short: 4_000, full: 12_000 });
let ann: Account;
let bo: Account;
let ids: { status: number; recipe: number; answered: number; collection: number };

beforeAll(async () => {
  [ann, bo] = [await register({ username: 'ann' }), await register({ username: 'bo' })];
  await insertAccounts('fan', 250);
  await seedLargeAccount({ accountId: ann.id, otherId: bo.id, items, fans: 250, shown: 10 });
  await as(bo).post(`/accounts/${ann.id}/follow`);
  const { body } = await as(ann).post('/collections', { name: 'Tarts', visibility: 'public' });
  const [row] = await query<{ status: number; recipe: number; answered: number }>(
    `SELECT max(id) FILTER (WHERE account_id = $1 AND type = 'status' AND in_reply_to_id IS NULL) AS status,
       max(id) FILTER (WHERE account_id = $1 AND type = 'recipe') AS recipe,
       min(id) FILTER (WHERE account_id = $2 AND replies_count > 0) AS answered FROM eventable`,
    [ann.id, bo.id],
  );
  ids = { ...row!, collection: body.id };
  await as(ann).post(`/collections/${body.id}/items`, { item_type: 'recipe', item_id: ids.recipe });
  await refreshTrends();
  await drain();
});

const isFound = async (path: string) => (await as(bo).get(path)).status === 200;
/** Whether the answer names something of Ann's. */
const names = async (path: string, viewer?: Account) =>
  /Onion tart|"username":"ann"/.test((await (viewer ? as(viewer) : anyone).get(path)).text);

/** What others see of Ann. */
const seen = async () => ({
  profile: (await testApp().request('https://cook.example/@ann')).status === 200,
  status: await isFound(`/statuses/${ids.status}`),
  recipe: await isFound(`/recipes/${ids.recipe}`),
  collection: await isFound(`/collections/${ids.collection}`),
  outbox: (await testApp().request(`https://cook.example/users/${ann.id}/outbox`)).status === 200,
  search: (await anyone.get('/search/recipes?q=onion')).body.total > 0,
  words: await names('/search?q=tart', bo),
  timeline: await names('/timelines/public'),
  tag: await names('/timelines/tag/tart'),
  home: await names('/timeline', bo),
  likes: await names(`/statuses/${ids.answered}/likes`),
  replies: await names(`/statuses/${ids.answered}/replies`),
  trending: await names('/recommendations/trending/account'),
  explored: await names('/explore/recipes'),
});
const everything = <Value>(value: Value, of: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(of).map((key) => [key, value]));

/** How many rows a transaction changed since, by table. */
async function changed<T>(work: () => Promise<T>): Promise<Record<string, number>> {
  const tables = [
    'account',
    'eventable',
    'recipe_search',
    'event',
    'home_entry',
    'item_tag',
    '"like"',
    'boost',
    'follow',
    'medium',
  ];
  const [before] = await query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  const sizes = async () =>
    (
      await query<Record<string, number>>(
        `SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`,
      )
    )[0]!;
  const [then] = [await sizes()];
  await work();
  expect(await sizes()).toEqual(then);
  const columns = tables.map(
    (table) => `(SELECT count(*) FROM ${table} WHERE xmin::text::bigint > ${before!.id}) AS ${table}`,
  );
  const [rows] = await query<Record<string, number>>(`SELECT ${columns.join(', ')}`);
  return Object.fromEntries(Object.entries(rows!).filter(([, changes]) => changes > 0));
}

test('a suspension changes one row and hides everything at once, and so does its end', async () => {
  const before = await seen();
  expect(before).toEqual(everything(true, before));
  expect(await changed(() => suspend(ann.id))).toEqual({ account: 1 });
  expect(await seen()).toEqual(everything(false, before));
  await applySuspensions(performance.now() + 100);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
  expect(await changed(() => unsuspend(ann.id))).toEqual({ account: 1 });
  expect(await seen()).toEqual(before);
  await applySuspensions();
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
  expect(await stored.accounts({ suspendedThrough: { not: 0 } })).toBe(0);
});

test('search, limits and trends follow the row of the account as well', async () => {
  const total = async () => (await anyone.get('/search/recipes?q=onion')).body.total;
  expect(await total()).toBeGreaterThan(0);
  expect(await changed(() => updateProfile(ann.id, { indexable: false }))).toEqual({ account: 1 });
  expect(await total()).toBe(0);
  await updateProfile(ann.id, { indexable: true });
  const limit = (limitedAt: Date | null) => changeAccount(ann.id, { limitedAt });
  expect(await changed(() => limit(new Date()))).toEqual({ account: 1 });
  expect(await total()).toBe(0);
  expect((await as(bo).get('/search/recipes?q=onion')).body.total).toBeGreaterThan(0);
  await limit(null);
  expect(await total()).toBeGreaterThan(0);
});

test('an item that many refer to is hidden at once, cannot be restored, and goes in batches', async () => {
  const id = ids.status;
  const refer = () => stored.items({ inReplyToId: id });
  expect((await as(ann).delete(`/statuses/${id}`)).status).toBe(204);
  for (const viewer of [ann, bo]) expect((await as(viewer).get(`/statuses/${id}`)).status).toBe(404);
  expect((await as(ann).delete(`/statuses/${id}`)).status).toBe(404);
  await expect(restoreItem(ann.id, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await refer()).toBeGreaterThan(0);
  await drain();
  expect(await refer()).toBe(0);
  expect(await stored.items({ id: id })).toBe(0);
  expect(await recount()).toMatchObject({ items: 0 });
});

test('a deletion hides everything at once, and a job that is killed between batches continues', async () => {
  await deliverFrom(remote, 'Follow', bob, ann.iri);
  await drain();
  remote.inbox.length = 0;
  const published = await prisma().eventable.findMany({ where: { accountId: ann.id }, select: { iri: true } });
  expect(published).toHaveLength(items - 1);
  const before = await seen();
  expect(await changed(() => deleteAccount(ann.id))).toEqual({ account: 1 });
  expect((await as(ann).get('/accounts/me')).status).toBe(401);
  expect(await seen()).toEqual(everything(false, before));

  await workUntilKilled(`after_batch:${scaled({ short: 5, full: 15 })}`);
  const left = () => stored.items({ accountId: ann.id });
  expect(await left()).toBeGreaterThan(items / 2);
  expect(await left()).toBeLessThan(items);

  const sliceMs = scaled({ short: 50, full: 400 });
  let slices = 1;
  for (; !(await eraseAccountContent(ann.id, performance.now() + sliceMs)); slices += 1)
    if (slices === 3) expect(await recount()).toMatchObject({ items: 0 });
  expect(slices).toBeGreaterThan(2);
  await dispatchAgain();
  await drain();
  const deletes = remote.inbox.filter(({ type }) => type === 'Delete');
  expect(deletes).toEqual([expect.objectContaining({ object: ann.iri })]);
  expect(await stored.tombstones({ iri: { in: published.map(({ iri }) => iri!) } })).toBe(items - 1);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
  expect(await findAccount(ann.id)).toMatchObject({ deletedAt: expect.any(Date), name: '' });
});
