/** Reads browser sessions by the SHA-256 of their cookie. */
import type { MemberRole } from '../../generated/enums.ts';
import { statement } from '../../statement.ts';
import { activeMember } from './active-member.ts';

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
}

/** Every page of a logged-in member reads this, so it is prepared SQL. */
export const selectSession = statement<SessionRow, [hash: Buffer]>(
  'select_session',
  `SELECT s.id, s.account_id AS "accountId", a.username, m.role, m.language, m.time_zone AS "timeZone",
     s.authenticated_at > now() - interval '10 minutes' AS "isRecentlyAuthenticated", m.filters_version AS "filtersVersion"
   FROM session s JOIN account a ON a.id = s.account_id JOIN member m ON m.account_id = s.account_id
   WHERE s.hash = $1 AND s.expires_at > now() AND ${activeMember}`,
);
