/** Ids of timeline events. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();

test('a new event follows the newest one although the clock was set back', async () => {
  const client = await pool().connect();
  const readIds = async (expression: string): Promise<number> =>
    (await client.query(`SELECT ${expression} AS value`)).rows[0].value;
  try {
    await client.query('BEGIN');
    const now = await readIds('next_event_id()');
    const later = await readIds(`event_id_at(clock_timestamp() + interval '3 hours')`);
    expect(now).toBeLessThan(later);

    // Without foreign keys.
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO event (id, action, account_id, eventable_id, local) VALUES ($1, 'create', 1, 1, true)`,
      [later],
    );
    expect(await readIds('next_event_id()')).toBeGreaterThan(later);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
