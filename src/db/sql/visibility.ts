/**
 * Who may see an item: the one predicate of every read.
 *
 * `$1` is the viewer's account id or null, `$2` the host of a server that signed the request or null;
 * `e` is the eventable, `a` its author. Blocking hides both ways.
 */
export const visible = (e = 'e', a = 'a'): string => `(
  ${a}.suspended_at IS NULL AND ${a}.deleted_at IS NULL
  AND (
    ${e}.account_id = $1::bigint
    OR (
      ${e}.publication = 'published'
      AND (
        ${e}.visibility IN ('public', 'unlisted')
        OR ($1::bigint IS NOT NULL AND (
          (${e}.visibility = 'private' AND EXISTS (
            SELECT 1 FROM follow WHERE followee_id = ${e}.account_id AND follower_id = $1))
          OR EXISTS (SELECT 1 FROM mention WHERE eventable_id = ${e}.id AND account_id = $1)))
        OR ($2::text IS NOT NULL AND (
          (${e}.visibility = 'private' AND EXISTS (
            SELECT 1 FROM follow f JOIN account fa ON fa.id = f.follower_id
            WHERE f.followee_id = ${e}.account_id AND fa.host = $2))
          OR EXISTS (
            SELECT 1 FROM mention m JOIN account ma ON ma.id = m.account_id
            WHERE m.eventable_id = ${e}.id AND ma.host = $2)))
      )
      AND ${unblocked(`${e}.account_id`)}
    )
  )
)`;

/** No block between the viewer `$1` and an account, either way. */
export function unblocked(account: string): string {
  return `($1::bigint IS NULL OR (
    NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = $1 AND blocked_id = ${account})
    AND NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = ${account} AND blocked_id = $1)))`;
}
