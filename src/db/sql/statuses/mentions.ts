/** Statements on statuses whose mentions are being looked up. */
import { statement } from '../../statement.ts';

const mentioned = (columns: string, condition: string) =>
  `(SELECT ${columns} FROM mention m JOIN account a ON a.id = m.account_id WHERE m.eventable_id = e.id AND ${condition})`;

/** Returns no row for a status that was deleted. */
export const selectMentionLookUps = statement<
  {
    visibility: 'public' | 'unlisted' | 'private' | 'direct';
    updated_at: Date;
    has_recipient: boolean;
    /** When the next unknown account may be known: now, or after the next attempt to fetch it. Null if all are known. */
    next_result_at: Date | null;
  },
  [eventableId: number]
>(
  'select_mention_look_ups',
  `SELECT e.visibility, e.updated_at,
     EXISTS ${mentioned('1', `a.state <> 'unknown' AND a.id <> e.account_id`)} AS has_recipient,
     ${mentioned('min(greatest(a.next_fetch_at, now()))', `a.state = 'unknown'`)} AS next_result_at
   FROM eventable e WHERE e.id = $1`,
);

export const lockMentioningStatus = statement<
  { account_id: number; visibility: string; content: string; content_html: string },
  [eventableId: number]
>(
  'lock_mentioning_status',
  `SELECT account_id, visibility, content, content_html FROM eventable WHERE id = $1 AND type = 'status' FOR UPDATE`,
);
