/** The benchmark can enlarge a database that has the current schema. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { useDatabase } from '../support/database-connection.ts';
import { runProcess } from './child.ts';
import type { Growth } from './processes/grow.ts';

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
