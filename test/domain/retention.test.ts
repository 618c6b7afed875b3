/** Old remote items that nobody here has to do with are removed, and nothing else. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { measureRetention } from '../../src/domain/instance/storage.ts';
import { pruneRemoteItems, startPruningRemoteItems } from '../../src/domain/items/delete.ts';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { pruneMedia } from '../../src/domain/media/prune.ts';
import { type Retention, setRetention } from '../../src/domain/retention/settings.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { newKey, openStored, store } from '../../src/lib/storage/storage.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { cli, cliJson } from '../support/cli.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { insertStatuses } from '../support/many-items.ts';
import { insertPicture } from '../support/pictures.ts';
import { insertFollow } from '../support/relations.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { changeItem, itemIdsOf, setSetting, stored } from '../support/stored.ts';
import { sampled } from '../support/test-length.ts';
import { openTransaction } from '../support/transactions.ts';

useCast();
let zoe: Account;
beforeAll(async () => {
  zoe = await upsertAccount('zoe', 'far.example');
});
beforeEach(async () => {
  await prisma().setting.deleteMany({ where: { key: { startsWith: 'retention' } } });
  await prisma().follow.deleteMany({ where: { followeeId: zoe.id } });
  await prisma().eventable.deleteMany({ where: { accountId: zoe.id } });
});

async function item(changes: object = {}, by = zoe): Promise<{ id: number; iri: string }> {
  const iri = `https://${by.host}/notes/${randomUUID()}`;
  const id = await ingestRemoteItem(remoteStatus(iri, by.id, changes), { backfilled: true });
  return { id: id!, iri };
}

async function age(days = 100): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000);
  await prisma().eventable.updateMany({ data: { createdAt: at, updatedAt: at, fetchedAt: null } });
}

const exists = async ({ id }: { id: number }) => (await stored.items({ id })) === 1;

const rule = (changes: Partial<Retention> = {}): Retention => ({
  itemDays: 30,
  mediaDays: null,
  keepsFollowed: true,
  ...changes,
});

async function run(changes: Partial<Retention> = {}): Promise<void> {
  await setRetention(operator, rule(changes));
  await prisma().setting.deleteMany({ where: { key: 'retention-run' } });
  await startPruningRemoteItems();
  await drain();
}

const post = async (path: string, body: object = {}) => {
  const { status, body: made } = await as(cast.ann).post(path, body);
  expect(status, path).toBeLessThan(300);
  return made;
};

type Item = { id: number; iri: string };
const interactions: Record<string, (item: Item) => Promise<unknown>> = {
  liked: ({ id }) => post(`/statuses/${id}/like`),
  boosted: ({ id }) => post(`/statuses/${id}/boost`),
  answered: ({ id }) => post('/statuses', { content: 'Yes', in_reply_to_id: id }),
  saved: async ({ id }) => {
    const { id: collection } = await post('/collections', { name: randomUUID() });
    await prisma().collectionItem.create({ data: { collectionId: collection, eventableId: id, position: 1 } });
  },
  annotated: ({ id }) =>
    prisma().privateNote.create({ data: { accountId: cast.ann.id, eventableId: id, content: 'More salt' } }),
  muted: ({ id }) => prisma().mutedThread.create({ data: { accountId: cast.ann.id, eventableId: id } }),
  mentioning: ({ id }) => prisma().mention.create({ data: { accountId: cast.ann.id, eventableId: id } }),
  cooked: async ({ id }) => {
    const { id: mine } = await post('/statuses', { content: 'I cooked it' });
    await changeItem(mine, { forkedFromId: id });
  },
  quoted: async ({ id }) => {
    const { id: mine } = await post('/statuses', { content: 'Look at this' });
    await prisma().quote.create({ data: { eventableId: mine, quotedId: id } });
  },
  reported: ({ id }) => prisma().report.create({ data: { accountId: zoe.id, eventableIds: [id] } }),
  listed: async ({ id }) => {
    const owner = { accountId: cast.ann.id };
    const list = await prisma().shoppingList.upsert({ where: owner, create: owner, update: {} });
    const data = { listId: list.id, recipeId: id, name: 'Soup', serving: 4, servingType: 'servings' };
    await prisma().shoppingListRecipe.create({ data });
  },
};

test.each(Object.keys(interactions))(
  'an item that a local account has %s is kept, and another is removed',
  async (name) => {
    const [used, unused] = [await item(), await item()];
    await interactions[name]!(used);
    await drain();
    await age();
    await run();
    expect([await exists(used), await exists(unused)]).toEqual([true, false]);
  },
);

test('a whole thread is kept if a local account posted in it, and others are removed', async () => {
  const root = await item();
  const sibling = await item({ inReplyToIri: root.iri });
  const below = await item({ inReplyToIri: sibling.iri });
  await post('/statuses', { content: 'I think so', in_reply_to_id: root.id });
  const otherRoot = await item();
  const otherReply = await item({ inReplyToIri: otherRoot.iri });
  await drain();
  await age();
  await run();
  for (const kept of [root, sibling, below]) expect(await exists(kept)).toBe(true);
  for (const gone of [otherRoot, otherReply]) expect(await exists(gone)).toBe(false);
});

test('young items, local items and items of followed accounts stay, unless the latter are chosen too', async () => {
  const [old, followed] = [await item({}, await upsertAccount('yan', 'near.example')), await item()];
  const local = await post('/statuses', { content: 'From here' });
  await insertFollow(cast.ann.id, zoe.id);
  await age();
  const young = await item();
  await run();
  expect([await exists(old), await exists(followed), await exists(young), await exists(local)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  await run({ keepsFollowed: false });
  expect([await exists(followed), await exists(young), await exists(local)]).toEqual([false, true, true]);
});

test('nothing is removed while it is off, and a removed item can come again', async () => {
  const kept = await item();
  await age();
  await run({ itemDays: null });
  expect(await exists(kept)).toBe(true);
  await run();
  expect(await exists(kept)).toBe(false);
  expect(await ingestRemoteItem(remoteStatus(kept.iri, zoe.id), { backfilled: true })).toBeGreaterThan(0);
});

test('two processes remove several batches with files, and what is liked meanwhile stays', async () => {
  const key = newKey();
  const first = await item();
  const last = (await insertStatuses(zoe.id, 450)).at(-1);
  await store(key, 'original', Buffer.from('picture'));
  await insertPicture(zoe.id, first.id, { key, remoteUrl: 'https://far.example/p', bytes: 7, usedAt: new Date() });
  await age();
  const effect = await measureRetention(rule(), 10_000);
  expect(effect).toMatchObject({ items: 451, isComplete: true });
  expect(effect.bytes).toBeGreaterThan(7);
  expect(await exists(first)).toBe(true);

  await setRetention(operator, rule());
  await as(cast.ann).post(`/statuses/${last}/like`);
  const removed = await Promise.all([pruneRemoteItems(0), pruneRemoteItems(0)]);
  expect(removed[0]! + removed[1]!).toBe(200);
  await drain();
  const left = await itemIdsOf(zoe.id);
  expect(left.filter((id) => id >= first.id)).toEqual([last]);
  expect(await openStored(key, 'original')).toBeNull();
});

test('an item that somebody is liking at this moment stays', async () => {
  const [liked, unused] = [await item(), await item()];
  await age();
  await setRetention(operator, rule());
  const other = await openTransaction();
  await other.tx.like.create({ data: { accountId: cast.ann.id, eventableId: liked.id } });
  const pruning = pruneRemoteItems(0);
  // Without the lock it would wait for this transaction, and then delete the item.
  await Promise.race([pruning, new Promise((resolve) => setTimeout(resolve, 500))]);
  await other.commit();
  expect(await pruning).toBe(1);
  expect([await exists(liked), await exists(unused)]).toEqual([true, false]);
});

test('a remote picture that nobody looked at is dropped, and one in use stays', async () => {
  const { id } = await item();
  const put = async (days: number, remoteUrl: string | null) => {
    const key = newKey();
    await store(key, 'small', Buffer.from('picture'));
    const usedAt = new Date(Date.now() - days * 86_400_000);
    await insertPicture(zoe.id, id, { key, remoteUrl, bytes: 7, usedAt });
    return key;
  };
  const [stale, used, own] = [
    await put(60, 'https://far.example/a'),
    await put(1, 'https://far.example/b'),
    await put(60, null),
  ];
  await setRetention(operator, rule({ itemDays: null, mediaDays: 30 }));
  expect(await measureRetention(rule({ itemDays: null, mediaDays: 30 }), 1_000)).toMatchObject({
    pictures: 1,
    bytes: 7,
  });
  await pruneMedia();
  const states = await prisma().medium.findMany({ where: { eventableId: id } });
  expect(Object.fromEntries(states.map(({ key, state }) => [key, state]))).toEqual({
    [stale]: 'pending',
    [used]: 'ready',
    [own]: 'ready',
  });
  expect(await openStored(stale, 'small')).toBeNull();
  expect(await openStored(used, 'small')).not.toBeNull();
});

test('the command line shows the effect before it saves anything', async () => {
  await item();
  await age();
  const shown = await cli(['retention', 'set', '--items', '30', '--dry-run']);
  expect(shown.stdout).toMatch(/^would remove [1-9]\d* items and 0 pictures, about [\d.]+ MiB\n$/);
  expect(await prisma().setting.findUnique({ where: { key: 'retention' } })).toBeNull();
  const saved = await cliJson(['retention', 'set', '--items', '30', '--pictures', 'never']);
  expect(saved).toMatchObject({ itemDays: 30, mediaDays: null, keepsFollowed: true, saved: true });
  for (const wrong of sampled([['--items', '3'], ['--pictures', 'soon'], []], 3))
    expect((await cli(['retention', 'set', ...wrong])).code).toBe(2);
  expect((await cli(['storage'])).stdout).toContain('items in the database');
});

test('a change keeps what another version of the server stores beside it', async () => {
  await setSetting('retention', { itemDays: 90, ofAnotherVersion: 'kept' });
  await setRetention(operator, rule());
  const { value } = await prisma().setting.findUniqueOrThrow({ where: { key: 'retention' } });
  expect(value).toEqual({ ...rule(), ofAnotherVersion: 'kept' });
});
