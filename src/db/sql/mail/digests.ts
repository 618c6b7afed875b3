/** Finds the members whose digest is due: they want one, stayed away for a week, and missed something. */
import { statement } from '../../statement.ts';
import { activeMember } from '../access/active-member.ts';

/** At most one in a week, and only with a confirmed address. */
const due = `NOT 'digest' = ANY(m.unsubscribed) AND m.email IS NOT NULL AND m.email_confirmed_at IS NOT NULL
     AND m.seen_at < now() - interval '7 days' AND (m.digest_at IS NULL OR m.digest_at < now() - interval '7 days')`;

export interface DueDigest {
  accountId: number;
  username: string;
  filtersVersion: number | null;
  /** Later notifications are new. */
  since: Date;
}

export const selectDueDigests = statement<DueDigest, [limit: number]>(
  'select_due_digests',
  `SELECT m.account_id AS "accountId", a.username, m.filters_version AS "filtersVersion", greatest(m.seen_at, m.digest_at) AS since
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE ${due} AND ${activeMember} AND EXISTS (
     SELECT FROM notification n
     WHERE n.account_id = m.account_id AND NOT n.read AND n.created_at > greatest(m.seen_at, m.digest_at))
   ORDER BY m.account_id LIMIT $1`,
);

/** Returns no row if another process has begun it, or if the member came back or does not want it any more. */
export const claimDigest = statement<{ accountId: number }, [accountId: number]>(
  'claim_digest',
  `UPDATE member m SET digest_at = now() WHERE m.account_id = $1 AND ${due} RETURNING m.account_id AS "accountId"`,
);
