/**
 * Builds the visibility predicate that every read of an item uses.
 *
 * `$1` is the viewer's account id or null, `$2` the host of the server that signed the request or null; `e` is the
 * eventable, `a` its author. A block hides in both directions. If the viewers are rows, `viewer` is their column.
 */

/**
 * PostgreSQL initializes every sub-select at each run, so hot statements leave out those that their viewers do not need.
 * A variant run for another kind of viewer finds nothing.
 */
export type ViewerVariant = 'anonymous' | 'member' | 'any';

const visibleToMember = (e: string, viewer: string) => `(${viewer}::bigint IS NOT NULL AND (
  (${e}.visibility = 'private' AND EXISTS (
    SELECT 1 FROM follow WHERE followee_id = ${e}.account_id AND follower_id = ${viewer}))
  OR EXISTS (SELECT 1 FROM mention WHERE eventable_id = ${e}.id AND account_id = ${viewer})))`;

// The server could show it to the account that is blocked.
const visibleToServer = (e: string) => `($2::text IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM block b JOIN account ba ON ba.id = b.blocked_id WHERE b.blocker_id = ${e}.account_id AND ba.host = $2)
  AND (
  (${e}.visibility = 'private' AND EXISTS (
    SELECT 1 FROM follow f JOIN account fa ON fa.id = f.follower_id
    WHERE f.followee_id = ${e}.account_id AND fa.host = $2))
  OR EXISTS (
    SELECT 1 FROM mention m JOIN account ma ON ma.id = m.account_id
    WHERE m.eventable_id = ${e}.id AND ma.host = $2)))`;

export function visible(e = 'e', a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  const isOpen = `${e}.visibility IN ('public', 'unlisted')`;
  if (variant === 'anonymous') {
    return `(${a}.suspended_at IS NULL AND ${a}.deleted_at IS NULL AND ${e}.publication = 'published' AND ${isOpen}
      AND $1::bigint IS NULL AND $2::text IS NULL)`;
  }
  const conditions =
    variant === 'member' ? [visibleToMember(e, viewer)] : [visibleToMember(e, viewer), visibleToServer(e)];
  // Suspended members see their own items, which they may export.
  return `(${a}.deleted_at IS NULL ${variant === 'member' ? 'AND $2::text IS NULL' : ''}
    AND ((${e}.account_id = ${viewer}::bigint AND ${e}.publication <> 'trashed')
      OR (${a}.suspended_at IS NULL AND ${e}.publication = 'published' AND (${[isOpen, ...conditions].join(' OR ')})
        AND ${unblocked(`${e}.account_id`, viewer)})))`;
}

/**
 * True if public lists may show the account to the viewer: it is not limited, or the viewer follows it. Each list of items of
 * strangers adds it to `visible`: timelines, search, trends, hashtags, replies. Links, profiles and home timelines do not.
 */
export function listed(a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  if (variant === 'anonymous') return `${a}.limited_at IS NULL`;
  return `(${a}.limited_at IS NULL OR ${a}.id = ${viewer}::bigint
    OR (SELECT 1 FROM follow WHERE followee_id = ${a}.id AND follower_id = ${viewer}) IS NOT NULL)`;
}

/** True if neither the viewer nor the account blocks the other. Sub-selects keep PostgreSQL from hashing all blocks. */
export function unblocked(account: string, viewer = '$1', variant: ViewerVariant = 'any'): string {
  if (variant === 'anonymous') return `${viewer}::bigint IS NULL`;
  return `(${viewer}::bigint IS NULL OR (
    (SELECT 1 FROM block WHERE blocker_id = ${viewer} AND blocked_id = ${account}) IS NULL
    AND (SELECT 1 FROM block WHERE blocker_id = ${account} AND blocked_id = ${viewer}) IS NULL))`;
}
