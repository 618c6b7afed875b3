/** Pages read little although their statements are planned for any member and any limit, and before tables fill. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { countUnread, listNotifications, selectUnreadItems } from '../../src/db/sql/notifications.ts';
import { selectHomeTimelines, selectHomeTimelinesWithReplies, selectHomeWithOwn } from '../../src/db/sql/timelines.ts';
import type { Executor } from '../../src/db/statement.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();

const memberId = 1_000_000;
const posts = 3_000;
const newest = Number.MAX_SAFE_INTEGER;

const pages: [name: string, ask: (on: Executor) => Promise<unknown>][] = [
  ['the home page', (on) => selectHomeWithOwn.newest(on, memberId, null, 0, newest, 20)],
  ['a home timeline', (on) => selectHomeTimelines.newest(on, [memberId], null, [0], [newest], [20])],
  [
    'a home timeline with replies',
    (on) => selectHomeTimelinesWithReplies.newest(on, [memberId], null, [0], [newest], [20]),
  ],
  ['notifications', (on) => listNotifications.newest(on, memberId, null, 0, newest, 20)],
  ['the number of unread notifications', (on) => countUnread(on, memberId, null, 100)],
  ['the items of unread notifications', (on) => selectUnreadItems(on, memberId, null, 100)],
];

/** A member of a small server follows a few accounts, which mention the member in all that they write. */
const burst = `
  WITH cook AS (
    INSERT INTO account (username, handle, host, iri, state)
    SELECT 'cook' || n, 'cook' || n || '@peer.example', 'peer.example', 'https://peer.example/cook' || n, 'loaded'
    FROM generate_series(1, 20) n RETURNING id
  ), followed AS (
    INSERT INTO follow (follower_id, followee_id) SELECT ${memberId}, id FROM cook
  ), written AS (
    INSERT INTO eventable (type, account_id, iri, content, content_html)
    SELECT 'status', (SELECT min(id) FROM cook) + n % 20, 'https://peer.example/' || n, 'Post', 'Post'
    FROM generate_series(1, ${posts}) n RETURNING id, account_id
  ), told AS (
    INSERT INTO event (id, action, account_id, eventable_id, local, fanned_out_at)
    SELECT event_id_at(now() - interval '1 hour') + row_number() OVER (), 'create', account_id, id, false, now()
    FROM written RETURNING id, eventable_id
  ), shown AS (
    INSERT INTO home_entry (account_id, event_id, eventable_id) SELECT ${memberId}, id, eventable_id FROM told
  )
  INSERT INTO notification (account_id, type, actor_id, eventable_id)
  SELECT ${memberId}, 'mention', account_id, id FROM written`;

test('after a burst into an empty database, before and after statistics are made', async () => {
  await pool().query(
    `INSERT INTO account (id, username, handle, host, iri, state)
     VALUES (${memberId}, 'ann', 'ann', '', 'https://here.example/ann', 'loaded')`,
  );
  const client = await pool().connect();
  const found = new Map<string, number>();
  const prepared: Executor = { run: async (query) => (await client.query(query)).rows as never[] };
  /** Returns how many blocks it reads by the plan that this connection has. */
  const countBlocks = async (ask: (on: Executor) => Promise<unknown>): Promise<number> => {
    let blocks = 0;
    const explained: Executor = {
      run: async ({ name, values }) => {
        const given = values!.map((value) => (value === null ? 'NULL' : `'${String(value)}'`));
        const call = values!.map((value, at) => (Array.isArray(value) ? `'{${value.join()}}'` : given[at])).join();
        const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name}(${call})`);
        const { Plan: plan } = rows[0]['QUERY PLAN'][0];
        blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
        found.set(name!, plan['Actual Rows']);
        return [];
      },
    };
    await ask(explained);
    return blocks;
  };
  try {
    for (const [, ask] of pages) await ask(prepared);
    await client.query(burst);
    for (const prepare of ['', 'ANALYZE']) {
      if (prepare) await client.query(prepare);
      for (const [name, ask] of pages)
        expect([name, prepare, Math.ceil((await countBlocks(ask)) / 2_000)]).toEqual([name, prepare, 1]);
    }
  } finally {
    client.release(true);
  }
  expect(Object.fromEntries(found)).toEqual({
    select_home_with_own: 20,
    select_home_timelines: 20,
    select_home_timelines_with_replies: 20,
    list_notifications: 20,
    count_unread: 1,
    select_unread_items: 100,
  });
});
