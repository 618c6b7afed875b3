/** Finds, uses and creates the invitations of members. */
import type { MemberRole } from '../../generated/enums.ts';
import { statement } from '../../statement.ts';
import { activeMember } from './active-member.ts';

export interface UsableInvitation {
  inviterId: number;
  username: string;
  role: MemberRole;
  autofollow: boolean;
}

const usable = `i.code = $1 AND i.uses < i.max_uses AND i.expires_at > now() AND ${activeMember}`;
const inviter = `account a JOIN member m ON m.account_id = a.id`;

/** Returns no row if it is used up or expired, or if its member may not act. */
export const selectUsableInvitation = statement<UsableInvitation, [code: string]>(
  'select_usable_invitation',
  `SELECT a.id AS "inviterId", a.username, m.role, i.autofollow
   FROM invitation i JOIN (${inviter}) ON a.id = i.account_id WHERE ${usable}`,
);

/** Counts one use. Concurrent uses wait for each other here, so that the last one is used once. */
export const useInvitation = statement<{ id: number }, [code: string]>(
  'use_invitation',
  `UPDATE invitation i SET uses = uses + 1 FROM ${inviter} WHERE a.id = i.account_id AND ${usable} RETURNING i.id`,
);

/** Returns no row if the member has too many that others can still use. */
export const insertInvitation = statement<
  { id: number },
  [accountId: number, code: string, maxUses: number, expiresAt: Date, autofollow: boolean, maxOpen: number]
>(
  'insert_invitation',
  `INSERT INTO invitation (account_id, code, max_uses, expires_at, autofollow)
   SELECT $1, $2, $3, $4, $5
   WHERE (SELECT count(*) FROM invitation WHERE account_id = $1 AND expires_at > now() AND uses < max_uses) < $6
   RETURNING id`,
);

/** Locks the member, so that concurrent creations count each other. */
export const lockInviter = statement<{ account_id: number }, [accountId: number]>(
  'lock_inviter',
  `SELECT account_id FROM member WHERE account_id = $1 FOR UPDATE`,
);

/** Those that nobody can use any more are listed for a month. */
export const pruneInvitations = statement<never, []>(
  'prune_invitations',
  `DELETE FROM invitation WHERE expires_at < now() - interval '30 days'`,
);
