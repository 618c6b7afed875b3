/**
 * Who may see an item: the one predicate of every read.
 *
 * `$1` is the viewer's account id or null, `$2` the host of a server that signed the request or null;
 * `e` is the eventable, `a` its author. Blocking hides both ways. Where the viewers are rows, `viewer` is their column.
 */

/**
 * Who is known to ask: PostgreSQL prepares every sub-select at each run, needed or not, so that statements which are hot
 * leave out what concerns others. A statement run for somebody else than it was made for finds nothing.
 */
export type Asker = 'anyone' | 'member' | 'whoever';

const ofMember = (e: string, viewer: string) => `(${viewer}::bigint IS NOT NULL AND (
  (${e}.visibility = 'private' AND EXISTS (
    SELECT 1 FROM follow WHERE followee_id = ${e}.account_id AND follower_id = ${viewer}))
  OR EXISTS (SELECT 1 FROM mention WHERE eventable_id = ${e}.id AND account_id = ${viewer})))`;

const ofServer = (e: string) => `($2::text IS NOT NULL AND (
  (${e}.visibility = 'private' AND EXISTS (
    SELECT 1 FROM follow f JOIN account fa ON fa.id = f.follower_id
    WHERE f.followee_id = ${e}.account_id AND fa.host = $2))
  OR EXISTS (
    SELECT 1 FROM mention m JOIN account ma ON ma.id = m.account_id
    WHERE m.eventable_id = ${e}.id AND ma.host = $2)))`;

const standing = (a: string) => `${a}.suspended_at IS NULL AND ${a}.deleted_at IS NULL`;

export function visible(e = 'e', a = 'a', viewer = '$1', asker: Asker = 'whoever'): string {
  const open = `${e}.visibility IN ('public', 'unlisted')`;
  if (asker === 'anyone') {
    return `(${standing(a)} AND ${e}.publication = 'published' AND ${open} AND $1::bigint IS NULL AND $2::text IS NULL)`;
  }
  const ways = asker === 'member' ? [ofMember(e, viewer)] : [ofMember(e, viewer), ofServer(e)];
  return `(${standing(a)} ${asker === 'member' ? 'AND $2::text IS NULL' : ''}
    AND (${e}.account_id = ${viewer}::bigint
      OR (${e}.publication = 'published' AND (${[open, ...ways].join(' OR ')})
        AND ${unblocked(`${e}.account_id`, viewer)})))`;
}

/** No block between the viewer and an account, either way. Sub-selects, so that none reads all blocks to keep them at hand. */
export function unblocked(account: string, viewer = '$1', asker: Asker = 'whoever'): string {
  if (asker === 'anyone') return `${viewer}::bigint IS NULL`;
  return `(${viewer}::bigint IS NULL OR (
    (SELECT 1 FROM block WHERE blocker_id = ${viewer} AND blocked_id = ${account}) IS NULL
    AND (SELECT 1 FROM block WHERE blocker_id = ${account} AND blocked_id = ${viewer}) IS NULL))`;
}
