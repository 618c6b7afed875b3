/** Counts the processes that use the embedded PostgreSQL. Each holds a shared lock, which ends with its connection even after kill -9. */
import type { ClientBase } from 'pg';

const key = 72_707_370;

/** Fails with 08006 or 57P01 if the database is shutting down. */
export async function registerUser(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [key]);
}

/** Returns true if no other process is left. Then none can register any more, and the database may be stopped. */
export async function unregisterUser(client: ClientBase): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [key]);
  const { rows } = await client.query<{ isLast: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLast"', [
    key,
  ]);
  return rows[0]!.isLast;
}

export async function createDatabase(client: ClientBase, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
}
