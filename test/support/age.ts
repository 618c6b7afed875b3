/** Times in the past, and stored times moved there, as if the given time had passed since. */
import { query } from './database-connection.ts';

const times = {
  accesses: ['admin_action', 'created_at'],
  accounts: ['account', 'created_at', 'fetched_at', 'outbox_read_at', 'next_fetch_at'],
  'block lists': ['block_list', 'read_at'],
  circuits: ['host', 'open_until'],
  collections: ['collection', 'fetched_at'],
  deliveries: ['delivery', 'created_at'],
  exports: ['export', 'finished_at'],
  follows: ['follow', 'created_at'],
  imports: ['import', 'created_at'],
  'idempotency keys': ['idempotent_reply', 'created_at'],
  'import uploads': ['import_upload', 'created_at'],
  'key values': ['key_value', 'expires_at'],
  'log-ins': ['session', 'authenticated_at'],
  mutes: ['mute', 'expires_at'],
  notifications: ['notification', 'created_at'],
  pictures: ['medium', 'created_at'],
  'received activities': ['inbound', 'received_at'],
  revisions: ['revision', 'created_at'],
} as const;

export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Moves the times of all, or of one: `await age('imports', '25 hours', id)`. */
export async function age(kind: keyof typeof times, interval: string, id?: number): Promise<void> {
  const [table, ...columns] = times[kind];
  const changes = columns.map((column) => `${column} = ${column} - $1::interval`).join(', ');
  await query(`UPDATE ${table} SET ${changes} ${id === undefined ? '' : 'WHERE id = $2'}`, [
    interval,
    ...(id === undefined ? [] : [id]),
  ]);
}
