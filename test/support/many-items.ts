/** Many rows at once, where making each by the operations would be slow. */
import { query } from './database-connection.ts';

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).toSorted((one, other) => one - other);

/** Local accounts that nobody can log in to. Returns their ids. */
export const insertAccounts = async (name: string, count: number): Promise<number[]> =>
  ids(
    await query(
      `INSERT INTO account (username, handle, iri, state)
       SELECT $1 || n, $1 || n, 'https://cook.example/' || $1 || n, 'loaded' FROM generate_series(1, $2::int) n RETURNING id`,
      [name, count],
    ),
  );

export async function insertFollowers(followeeId: number, followerIds: number[]): Promise<void> {
  await query('INSERT INTO follow (follower_id, followee_id) SELECT unnest($1::bigint[]), $2', [
    followerIds,
    followeeId,
  ]);
}

/** Public statuses without events. Returns their ids, the last of which is the oldest if they are some minutes apart. */
export const insertStatuses = async (
  accountId: number,
  count: number,
  {
    hashtags = [],
    minutesApart = 0,
    inReplyToId = null,
  }: { hashtags?: string[]; minutesApart?: number; inReplyToId?: number | null } = {},
): Promise<number[]> =>
  ids(
    await query(
      `INSERT INTO eventable (type, account_id, iri, content, content_html, hashtags, published_at, in_reply_to_id)
       SELECT 'status', $1, 'https://cook.example/many/' || gen_random_uuid(), 'hi', 'hi',
         CASE WHEN $3::text[] = '{}' THEN '{}' ELSE $3 || ('other' || n % 50) END,
         now() - n * $4 * interval '1 minute', $5
       FROM generate_series(1, $2::int) n RETURNING id`,
      [accountId, count, hashtags, minutesApart, inReplyToId],
    ),
  );
