/** Follows and blocks as rows, without what the operations would send, notify and end. */
import { query } from './database-connection.ts';

export async function insertFollow(followerId: number, ...followeeIds: number[]): Promise<void> {
  await query('INSERT INTO follow (follower_id, followee_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING', [
    followerId,
    followeeIds,
  ]);
}

export async function insertBlock(blockerId: number, blockedId: number): Promise<void> {
  await query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [blockerId, blockedId]);
}

/** Blocked accounts now block those that blocked them. */
export async function reverseBlocks(): Promise<void> {
  await query('UPDATE block SET blocker_id = blocked_id, blocked_id = blocker_id');
}
