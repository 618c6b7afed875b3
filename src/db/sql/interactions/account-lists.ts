/** Pages of accounts that like, boost, follow, block or mute something. The relation's id is the cursor. */
import { statement } from '../../statement.ts';
import { cardColumns } from '../items/columns.ts';
import { unblocked } from '../items/visibility.ts';

type Window = [viewer: number | null, of: number, above: number, below: number, limit: number];

const related = (
  name: string,
  table: string,
  of: string,
  account: string,
  condition: string,
  columns = '',
) => {
  const page = (direction: 'ASC' | 'DESC') => `
    SELECT r.id AS "relationId", ${columns}${cardColumns('a', 'account.')}
    FROM ${table} r JOIN account a ON a.id = r.${account}
    WHERE r.${of} = $2 AND r.id > $3 AND r.id < $4 AND a.deleted_at IS NULL AND ${condition}
    ORDER BY r.id ${direction} LIMIT $5`;
  return {
    newest: statement<Record<string, unknown>, Window>(`select_${name}`, page('DESC')),
    oldest: statement<Record<string, unknown>, Window>(`select_${name}_ascending`, page('ASC')),
  };
};
export type AccountList = ReturnType<typeof related>;

const shown = `a.suspended_at IS NULL AND ${unblocked('a.id')}`;

export const likers = related('likers', '"like"', 'eventable_id', 'account_id', shown);
export const boosters = related('boosters', 'boost', 'eventable_id', 'account_id', shown);
export const followers = related('followers', 'follow', 'followee_id', 'follower_id', shown);
export const following = related('following', 'follow', 'follower_id', 'followee_id', shown);
export const requesters = related(
  'requesters',
  'follow_request',
  'target_id',
  'requester_id',
  `${shown} AND r.target_id = $1`,
);
/** Includes suspended accounts, so that they can be unblocked. */
export const blocked = related('blocked', 'block', 'blocker_id', 'blocked_id', 'r.blocker_id = $1');
/** Without mutes that have ended. Includes suspended accounts, so that they can be unmuted. */
export const muted = related(
  'muted',
  'mute',
  'muter_id',
  'muted_id',
  'r.muter_id = $1 AND (r.expires_at IS NULL OR r.expires_at > now())',
  'r.expires_at AS "expiresAt", r.notifications AS "hidesNotifications", ',
);
