/** States of accounts, set without the jobs and messages that follow from the operations. */
import { prisma } from '../../src/db/client.ts';
import { query } from './database-connection.ts';

const set = (change: string) => async (id: number) =>
  void (await query(`UPDATE account SET ${change} WHERE id = $1`, [id]));

export const suspend = set('suspended_at = now()');
export const unsuspend = set('suspended_at = NULL');
export const lock = set('locked = true');
export const unlock = set('locked = false');
export const markDeleted = set('deleted_at = now()');

/** What moderators decided about an account or its server. */
export async function restrictionsOf(id: number) {
  const row = await prisma().account.findUniqueOrThrow({ where: { id } });
  return { suspended: row.suspendedAt !== null, limited: row.limitedAt !== null, mediaRejected: row.mediaRejected };
}
