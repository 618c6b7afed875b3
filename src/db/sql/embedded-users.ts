/** Who uses the embedded PostgreSQL: each process holds a shared lock on one open connection, which the kernel closes even after kill -9. */
import type { ClientBase } from 'pg';

const key = 72_707_370;

/** Answers 08006 or 57P01 when the database is being stopped at this moment. */
export async function joinUsers(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [key]);
}

/** True when nobody else is left; from then on nobody can join, so that it may be stopped. */
export async function leaveUsers(client: ClientBase): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [key]);
  const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [key]);
  return rows[0]!.alone;
}

export async function createDatabase(client: ClientBase, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
}
