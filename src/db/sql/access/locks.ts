/** Row locks that serialize changes of codes, tokens and passwords. The locks last until the transaction ends. */
import { statement } from '../../statement.ts';
import { activeMember, memberWhoMayLogIn } from './active-member.ts';

/** Serializes the family of a code: all tokens that descend from it. */
export const lockCode = statement<{ id: number }, [hash: Buffer]>(
  'lock_code',
  `SELECT id FROM authorization_code WHERE hash = $1 FOR UPDATE`,
);

/** Locks the code that a refresh token descends from. */
export const lockCodeOfRefreshToken = statement<{ id: number }, [hash: Buffer]>(
  'lock_code_of_refresh_token',
  `SELECT id FROM authorization_code WHERE id = (SELECT code_id FROM refresh_token WHERE hash = $1) FOR UPDATE`,
);

/** Locks the codes of one client, or with null of all clients. */
export const lockCodesOfAccount = statement<{ id: number }, [accountId: number, clientId: string | null]>(
  'lock_codes_of_account',
  `SELECT id FROM authorization_code WHERE account_id = $1 AND client_id = coalesce($2, client_id) ORDER BY id FOR UPDATE`,
);

/** Returns no row if the member may not act. Waits for concurrent changes of the password or state, and blocks later ones. */
export const lockActiveMember = statement<{ account_id: number }, [accountId: number]>(
  'lock_active_member',
  `SELECT m.account_id FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id = $1 AND ${activeMember} FOR SHARE OF m`,
);

/** Run after `lockActiveMember`, so that it sees what a concurrent change of the password has ended. */
export const selectLiveSession = statement<{ id: number }, [accountId: number, sessionId: number]>(
  'select_live_session',
  `SELECT id FROM session WHERE id = $2 AND account_id = $1 AND expires_at > now()`,
);

/** Locks like `lockActiveMember` for a log-in, which a suspended member may do. */
export const lockMemberWhoLogsIn = statement<{ isSuspended: boolean }, [accountId: number]>(
  'lock_member_who_logs_in',
  `SELECT a.suspended_at IS NOT NULL AS "isSuspended" FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id = $1 AND ${memberWhoMayLogIn} FOR SHARE OF m`,
);
