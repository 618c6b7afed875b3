/** The benchmark can enlarge a database that has the current schema. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { useDatabase } from '../support/database-connection.ts';
import { runProcess } from './child.ts';
import type { Growth } from './processes/grow.ts';
import type { Grown } from './processes/seed-growth.ts';

useDatabase();

test('a member follows new remote accounts, and their items are on her home timeline', async () => {
  const { id: reader } = await register({ username: 'ann' });
  const growth: Growth = { reader, authors: 3, items: 12 };
  const environment = { DATABASE_URL: process.env.DATABASE_URL! };
  expect(Number(await runProcess('grow', growth, environment))).toBe(12);
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM home_entry WHERE account_id = $1) AS entries,
       (SELECT count(*)::int FROM follow WHERE follower_id = $1 AND local) AS follows`,
    [reader],
  );
  expect(rows).toEqual([{ entries: 12, follows: 3 }]);
});

test('the seed of operators leaves the schema and all counters as they should be', async () => {
  const schema = () => pool().query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`);
  const before = await schema();
  const environment = { DATABASE_URL: process.env.DATABASE_URL! };
  const { events, members, ids } = await runProcess<Grown>('seed-growth', 1_000, environment);
  expect(events).toBe(1_000);
  expect((await schema()).rows).toEqual(before.rows);
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM eventable WHERE account_id = $1) AS large,
       (SELECT count(*)::int FROM follow WHERE follower_id = $2) AS follows,
       (SELECT count(*)::int FROM mute WHERE muter_id = $3) AS mutes,
       (SELECT replies_count FROM eventable WHERE id = $4) AS replies`,
    [members.author.id, members.reader.id, members.muter.id, ids.status],
  );
  expect(rows).toEqual([{ large: 100, follows: 5_001, mutes: 1_000, replies: 5 }]);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
});
