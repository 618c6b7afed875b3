/** Old remote items that nobody here has to do with are removed, and nothing else. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
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
import { query, upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { sampled } from '../support/test-length.ts';

useCast();
let zoe: Account;
beforeAll(async () => {
  zoe = await upsertAccount('zoe', 'far.example');
});
beforeEach(async () => {
  await query(`DELETE FROM setting WHERE key LIKE 'retention%'`);
  await query('DELETE FROM follow WHERE followee_id = $1', [zoe.id]);
  await query('DELETE FROM eventable WHERE account_id = $1', [zoe.id]);
});

async function item(changes: object = {}, by = zoe): Promise<{ id: number; iri: string }> {
  const iri = `https://${by.host}/notes/${randomUUID()}`;
  const id = await ingestRemoteItem(remoteStatus(iri, by.id, changes), { backfilled: true });
  return { id: id!, iri };
}

const age = (days = 100) =>
  query(
    `UPDATE eventable e SET created_at = now() - $1 * interval '1 day', updated_at = now() - $1 * interval '1 day', fetched_at = NULL
     FROM account a WHERE a.id = e.account_id`,
    [days],
  );

const exists = async ({ id }: { id: number }) =>
  (await query('SELECT 1 FROM eventable WHERE id = $1', [id])).length === 1;

const rule = (changes: Partial<Retention> = {}): Retention => ({
  itemDays: 30,
  mediaDays: null,
  keepsFollowed: true,
  ...changes,
});

async function run(changes: Partial<Retention> = {}): Promise<void> {
  await setRetention(operator, rule(changes));
  await query(`DELETE FROM setting WHERE key = 'retention-run'`);
  await startPruningRemoteItems();
  await drain();
}

const insert = (table: string, columns: string, values: unknown[]) =>
  query(`INSERT INTO ${table} (${columns}) VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`, values);

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
    await insert('collection_item', 'collection_id, eventable_id, position', [collection, id, 1]);
  },
  annotated: ({ id }) => insert('private_note', 'account_id, eventable_id, content', [cast.ann.id, id, 'More salt']),
  muted: ({ id }) => insert('muted_thread', 'account_id, eventable_id', [cast.ann.id, id]),
  mentioning: ({ id }) => insert('mention', 'account_id, eventable_id', [cast.ann.id, id]),
  cooked: async ({ id }) => {
    const { id: mine } = await post('/statuses', { content: 'I cooked it' });
    await query('UPDATE eventable SET forked_from_id = $2 WHERE id = $1', [mine, id]);
  },
  quoted: async ({ id }) => {
    const { id: mine } = await post('/statuses', { content: 'Look at this' });
    await insert('quote', 'eventable_id, quoted_id', [mine, id]);
  },
  reported: ({ id }) => insert('report', 'account_id, eventable_ids', [zoe.id, [id]]),
  listed: async ({ id }) => {
    await query('INSERT INTO shopping_list (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [cast.ann.id]);
    await query(
      `INSERT INTO shopping_list_recipe (list_id, recipe_id, name, serving, serving_type)
       SELECT id, $2, 'Soup', 4, 'servings' FROM shopping_list WHERE account_id = $1`,
      [cast.ann.id, id],
    );
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
  await insert('follow', 'follower_id, followee_id', [cast.ann.id, zoe.id]);
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
  await query(
    `INSERT INTO eventable (type, account_id, iri, content) SELECT 'status', $1, 'https://far.example/n/' || n, 'x'
     FROM generate_series(1, 450) n`,
    [zoe.id],
  );
  const [last] = await query<{ id: number }>('SELECT max(id) AS id FROM eventable');
  await store(key, 'original', Buffer.from('picture'));
  await query(
    `INSERT INTO medium (account_id, eventable_id, key, state, remote_url, bytes, used_at)
     VALUES ($1, $2, $3, 'ready', 'https://far.example/p', 7, now())`,
    [zoe.id, first.id, key],
  );
  await age();
  const effect = await measureRetention(rule(), 10_000);
  expect(effect).toMatchObject({ items: 451, isComplete: true });
  expect(effect.bytes).toBeGreaterThan(7);
  expect(await exists(first)).toBe(true);

  await setRetention(operator, rule());
  await as(cast.ann).post(`/statuses/${last!.id}/like`);
  const removed = await Promise.all([pruneRemoteItems(0), pruneRemoteItems(0)]);
  expect(removed[0]! + removed[1]!).toBe(200);
  await drain();
  const left = await query<{ id: number }>('SELECT id FROM eventable WHERE account_id = $1 AND id >= $2', [
    zoe.id,
    first.id,
  ]);
  expect(left.map(({ id }) => id)).toEqual([last!.id]);
  expect(await openStored(key, 'original')).toBeNull();
});

test('an item that somebody is liking at this moment stays', async () => {
  const [liked, unused] = [await item(), await item()];
  await age();
  await setRetention(operator, rule());
  const client = await pool().connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO "like" (account_id, eventable_id) VALUES ($1, $2)', [cast.ann.id, liked.id]);
    const pruning = pruneRemoteItems(0);
    // Without the lock it would wait for this transaction, and then delete the item.
    await Promise.race([pruning, new Promise((resolve) => setTimeout(resolve, 500))]);
    await client.query('COMMIT');
    expect(await pruning).toBe(1);
  } finally {
    client.release();
  }
  expect([await exists(liked), await exists(unused)]).toEqual([true, false]);
});

test('a remote picture that nobody looked at is dropped, and one in use stays', async () => {
  const { id } = await item();
  const put = async (days: number, remoteUrl: string | null) => {
    const key = newKey();
    await store(key, 'small', Buffer.from('picture'));
    await query(
      `INSERT INTO medium (account_id, eventable_id, key, state, remote_url, bytes, used_at)
       VALUES ($1, $2, $3, 'ready', $4, 7, now() - $5 * interval '1 day')`,
      [zoe.id, id, key, remoteUrl, days],
    );
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
  const states = await query<{ key: string; state: string }>('SELECT key, state FROM medium WHERE eventable_id = $1', [
    id,
  ]);
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
  expect(await query(`SELECT 1 FROM setting WHERE key = 'retention'`)).toEqual([]);
  const saved = await cliJson(['retention', 'set', '--items', '30', '--pictures', 'never']);
  expect(saved).toMatchObject({ itemDays: 30, mediaDays: null, keepsFollowed: true, saved: true });
  for (const wrong of sampled([['--items', '3'], ['--pictures', 'soon'], []], 3))
    expect((await cli(['retention', 'set', ...wrong])).code).toBe(2);
  expect((await cli(['storage'])).stdout).toContain('items in the database');
});
