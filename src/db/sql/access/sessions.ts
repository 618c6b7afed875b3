/** Reads browser sessions by the SHA-256 of their cookie. */
import type { MemberRole } from '../../generated/enums.ts';
import { statement } from '../../statement.ts';
import { activeMember, memberWhoMayLogIn } from './active-member.ts';

export interface SessionRow {
  id: number;
  accountId: number;
  username: string;
  role: MemberRole;
  /** Whether the member gave a password, passkey or code in the last 10 minutes. */
  isRecentlyAuthenticated: boolean;
  language: string | null;
  timeZone: string | null;
  filtersVersion: number | null;
  /** A session that reads the decisions of the moderators, and nothing else. */
  isSuspended: boolean;
  /** The last recorded visit is older than a day. */
  isVisitNew: boolean;
}

const columns = `s.id, s.account_id AS "accountId", a.username, m.role, m.language, m.time_zone AS "timeZone",
     s.authenticated_at > now() - interval '10 minutes' AS "isRecentlyAuthenticated", m.filters_version AS "filtersVersion",
     a.suspended_at IS NOT NULL AS "isSuspended", m.seen_at < now() - interval '1 day' AS "isVisitNew"`;

/** Every page of a logged-in member reads this, so it is prepared SQL. */
export const selectSession = statement<SessionRow, [hash: Buffer]>(
  'select_session',
  `SELECT ${columns}
   FROM session s JOIN account a ON a.id = s.account_id JOIN member m ON m.account_id = s.account_id
   WHERE s.hash = $1 AND s.expires_at > now() AND ${activeMember}`,
);

/** Of a member who is suspended. */
export const selectSuspendedSession = statement<SessionRow, [hash: Buffer]>(
  'select_suspended_session',
  `SELECT ${columns}
   FROM session s JOIN account a ON a.id = s.account_id JOIN member m ON m.account_id = s.account_id
   WHERE s.hash = $1 AND s.expires_at > now() AND a.suspended_at IS NOT NULL AND ${memberWhoMayLogIn}`,
);
