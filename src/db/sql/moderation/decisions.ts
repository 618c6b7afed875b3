/** Locks and changes accounts and items for decisions of moderators. */
import type { MemberRole } from '../../generated/enums.ts';
import { statement } from '../../statement.ts';

export interface ModeratedAccount {
  id: number;
  username: string;
  host: string;
  iri: string | null;
  role: MemberRole;
}

/** Locks an account that is not deleted. A remote account has the role of a member. */
export const lockModeratedAccount = statement<ModeratedAccount, [id: number]>(
  'lock_moderated_account',
  `SELECT a.id, a.username, a.host, a.iri, coalesce(m.role, 'member') AS role
   FROM account a LEFT JOIN member m ON m.account_id = a.id
   WHERE a.id = $1 AND a.deleted_at IS NULL AND a.actor_type <> 'Application' FOR UPDATE OF a`,
);

/** Items that are not sensitive any more keep their mark away as well. */
export const markItemsSensitive = statement<never, [ids: number[], sensitive: boolean]>(
  'mark_items_sensitive',
  `UPDATE eventable SET marked_sensitive = $2, sensitive = $2, version = version + 1,
     updated_at = CASE WHEN iri IS NULL OR account_id IN (SELECT id FROM account WHERE host = '') THEN now() ELSE updated_at END
   WHERE id = ANY($1::bigint[])`,
);

/** A limit of its own outlives the limit of its server. */
export const limitAccount = statement<never, [id: number]>(
  'limit_account',
  `UPDATE account SET limited_at = coalesce(limited_at, now()), domain_limited = false WHERE id = $1`,
);

/** The limit of its server stays. */
export const unlimitAccount = statement<never, [id: number]>(
  'unlimit_account',
  `UPDATE account SET limited_at = CASE WHEN silenced THEN limited_at END, domain_limited = silenced
   FROM (SELECT coalesce(bool_or(b.severity = 'silence'), false) AS silenced
     FROM account a CROSS JOIN LATERAL domain_blocks_of(a.host) b WHERE a.id = $1 AND a.host <> '') AS rules
   WHERE account.id = $1`,
);

/** Returns a row if the account was not suspended. A suspension of its own outlives those of its server. */
export const suspendAccount = statement<{ id: number }, [id: number]>(
  'suspend_account',
  `WITH before AS MATERIALIZED (SELECT suspended_at FROM account WHERE id = $1)
   UPDATE account a SET suspended_at = coalesce(a.suspended_at, now()), domain_blocked = false, suspended_by_host = false,
     updated_at = CASE WHEN a.suspended_at IS NULL THEN now() ELSE a.updated_at END
   FROM before WHERE a.id = $1 RETURNING CASE WHEN before.suspended_at IS NULL THEN a.id END AS id`,
);

/** Returns a row if the account was suspended. If its server is blocked, that keeps it hidden. */
export const unsuspendAccount = statement<{ id: number }, [id: number]>(
  'unsuspend_account',
  `UPDATE account a SET suspended_at = CASE WHEN blocked THEN a.suspended_at END, domain_blocked = blocked, updated_at = now()
   FROM (SELECT coalesce(bool_or(b.severity = 'suspend'), false) AS blocked
     FROM account c CROSS JOIN LATERAL domain_blocks_of(c.host) b WHERE c.id = $1 AND c.host <> '') AS rules
   WHERE a.id = $1 AND a.suspended_at IS NOT NULL RETURNING a.id`,
);
