/**
 * Builds the predicates that leave out what a member has muted.
 *
 * The sets do not refer to the row, so PostgreSQL reads each at most once per member, by an index. A member without mutes
 * pays for looking into indexes, not for each row.
 */
import type { ViewerVariant } from './visibility.ts';

const inForce = (mute: string) => `(${mute}.expires_at IS NULL OR ${mute}.expires_at > now())`;

/** SQL for the ids of the accounts that the viewer mutes at present. */
export const mutedIds = (viewer = '$1', condition = 'true') =>
  `SELECT m.muted_id FROM mute m WHERE m.muter_id = ${viewer}::bigint AND ${inForce('m')} AND ${condition}`;

/** SQL for the hosts that the viewer blocks. */
export const blockedHosts = (viewer = '$1') =>
  `SELECT d.host FROM account_domain_block d WHERE d.account_id = ${viewer}::bigint`;

const withoutBoosts = (viewer: string) =>
  `SELECT f.followee_id FROM follow f WHERE f.follower_id = ${viewer}::bigint AND NOT f.shows_boosts`;

/**
 * True unless the query returns the value. PostgreSQL takes `<> ALL` of an unknown list for rare, and would then start at the
 * accounts instead of the newest events; it takes IS NOT NULL for usual.
 */
const isOutside = (value: string, query: string) =>
  `nullif(${value} = ANY(ARRAY(${query})), true) IS NOT NULL`;

/** True unless the viewer blocks the account's server. */
export function hostUnblocked(a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  return variant === 'anonymous' ? 'true' : isOutside(`${a}.host`, blockedHosts(viewer));
}

/** True unless the viewer mutes the account or blocks its server. Lists add it to `listed`; threads and profiles do not. */
export function unmuted(a = 'a', viewer = '$1', variant: ViewerVariant = 'any'): string {
  if (variant === 'anonymous') return 'true';
  return `(${isOutside(`${a}.id`, mutedIds(viewer))} AND ${hostUnblocked(a, viewer, variant)})`;
}

/** A relation `muted` of one row with the sets of the viewer. OFFSET 0 keeps PostgreSQL from reading them for each event. */
export const mutedSets = (viewer: string) => `(
  SELECT ids, hosts, boosters, ids = '{}' AND hosts = '{}' AND boosters = '{}' AS is_empty
  FROM (SELECT ARRAY(${mutedIds(viewer)}) AS ids, ARRAY(${blockedHosts(viewer)}) AS hosts,
    ARRAY(${withoutBoosts(viewer)}) AS boosters OFFSET 0) sets OFFSET 0) muted`;

/** Like `unmuted` for an event `ev` by `actor` with an item by `a`, which may be a boost that the viewer hides. Needs `mutedSets`. */
export const eventUnmuted = `(muted.is_empty OR NOT (
  a.id = ANY(muted.ids) OR actor.id = ANY(muted.ids) OR a.host = ANY(muted.hosts) OR actor.host = ANY(muted.hosts)
  OR (ev.action = 'boost' AND actor.id = ANY(muted.boosters))))`;

/** SQL for true if the member sees no boosts by the account, because of a mute or of the follow. */
export const hidesBoostsOf = (member: string, account: string) => `(
  (SELECT 1 FROM mute m WHERE m.muter_id = ${member} AND m.muted_id = ${account} AND ${inForce('m')}) IS NOT NULL
  OR (SELECT 1 FROM follow f WHERE f.follower_id = ${member} AND f.followee_id = ${account} AND NOT f.shows_boosts) IS NOT NULL)`;

/** SQL for true if the home entry is a hidden boost. Another boost of the item takes its place. */
export const isHiddenBoost = (entry: string) => `EXISTS (
  SELECT 1 FROM event b WHERE b.id = ${entry}.event_id AND b.action = 'boost' AND ${hidesBoostsOf(`${entry}.account_id`, 'b.account_id')})`;

const maxThreadDepth = 200;

/** A recursive CTE `above` with the ids of the item and its known ancestors. */
export const aboveSql = (item: string) => `above AS (
    SELECT ${item}::bigint AS id, 1 AS distance
    UNION ALL
    SELECT e.in_reply_to_id, above.distance + 1 FROM above JOIN eventable e ON e.id = above.id
    WHERE e.in_reply_to_id IS NOT NULL AND above.distance < ${maxThreadDepth})`;

/** True if the member has not muted the thread of the item. Null is no item. */
export const threadUnmuted = (item: string, viewer = '$1') => `(
  (SELECT 1 FROM muted_thread t WHERE t.account_id = ${viewer}::bigint LIMIT 1) IS NULL
  OR NOT EXISTS (WITH RECURSIVE ${aboveSql(item)}
    SELECT 1 FROM above JOIN muted_thread t ON t.eventable_id = above.id AND t.account_id = ${viewer}::bigint))`;
