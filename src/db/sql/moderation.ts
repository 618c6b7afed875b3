/** Statements on reports, decisions and the admin log. */
import { type RowOf, statement } from '../statement.ts';
import { visible } from './visibility.ts';

// Writes the log of the actions of moderators and administrators

/**
 * Raw SQL, because it also runs in transactions that have no Prisma client. Without an account it is the operator's
 * action.
 */
export const insertAdminAction = statement(
  'insert_admin_action',
  ['accountId?', 'action', 'subject', 'reason', 'decisionId?', 'ownerId?'],
  `INSERT INTO admin_action (account_id, name, action, subject, reason, decision_id, owner_id)
   VALUES ($1, coalesce((SELECT username FROM account WHERE id = $1), 'operator'), $2, $3, $4, $5, $6)`,
);

export const markActionUndone = statement(
  'mark_action_undone',
  ['id'],
  `UPDATE admin_action SET undone_at = now() WHERE id = $1`,
);

/**
 * Logs that private items of an account were read. The same items shown to the same moderator in the same place within
 * ten minutes are one access.
 */
export const insertPrivateAccess = statement(
  'insert_private_access',
  ['accountId?', 'ownerId', 'itemIds', 'subject'],
  `INSERT INTO admin_action (account_id, name, action, owner_id, item_ids, subject)
   SELECT $1, coalesce((SELECT username FROM account WHERE id = $1), 'operator'), 'read-private', $2, $3, $4
   WHERE NOT EXISTS (
     SELECT 1 FROM admin_action WHERE owner_id = $2 AND account_id IS NOT DISTINCT FROM $1 AND action = 'read-private'
       AND item_ids @> $3 AND subject = $4 AND created_at > now() - interval '10 minutes')`,
);

// Locks and changes accounts and items for decisions of moderators

export type ModeratedAccount = RowOf<typeof lockModeratedAccount>;

/** Locks an account that is not deleted. A remote account has the role of a member. */
export const lockModeratedAccount = statement(
  'lock_moderated_account',
  ['id'],
  `SELECT a.id, a.username, a.host, a.iri, coalesce(m.role, 'member') AS role
   FROM account a LEFT JOIN member m ON m.account_id = a.id
   WHERE a.id = $1 AND a.deleted_at IS NULL AND a.actor_type <> 'Application' FOR UPDATE OF a`,
  { notNull: ['id', 'username', 'host', 'role'] },
);

/** Items that are not sensitive any more keep their mark away as well. */
export const markItemsSensitive = statement(
  'mark_items_sensitive',
  ['ids', 'sensitive'],
  `UPDATE eventable SET marked_sensitive = $2, sensitive = $2, version = version + 1,
     updated_at = CASE WHEN iri IS NULL OR account_id IN (SELECT id FROM account WHERE host = '') THEN now()
       ELSE updated_at END
   WHERE id = ANY($1::bigint[])`,
);

/** A limit of its own outlives the limit of its server. */
export const limitAccount = statement(
  'limit_account',
  ['id'],
  `UPDATE account SET limited_at = coalesce(limited_at, now()), domain_limited = false WHERE id = $1`,
);

/** The limit of its server stays. */
export const unlimitAccount = statement(
  'unlimit_account',
  ['id'],
  `UPDATE account SET limited_at = CASE WHEN silenced THEN limited_at END, domain_limited = silenced
   FROM (SELECT coalesce(bool_or(b.severity = 'silence'), false) AS silenced
     FROM account a CROSS JOIN LATERAL domain_blocks_of(a.host) b WHERE a.id = $1 AND a.host <> '') AS rules
   WHERE account.id = $1`,
);

/** Returns a row if the account was not suspended. A suspension of its own outlives those of its server. */
export const suspendAccount = statement(
  'suspend_account',
  ['id'],
  `WITH before AS MATERIALIZED (SELECT suspended_at FROM account WHERE id = $1)
   UPDATE account a SET suspended_at = coalesce(a.suspended_at, now()), domain_blocked = false,
     suspended_by_host = false,
     updated_at = CASE WHEN a.suspended_at IS NULL THEN now() ELSE a.updated_at END
   FROM before WHERE a.id = $1 RETURNING CASE WHEN before.suspended_at IS NULL THEN a.id END AS id`,
  { notNull: ['id'] },
);

/** Returns a row if the account was suspended. If its server is blocked, that keeps it hidden. */
export const unsuspendAccount = statement(
  'unsuspend_account',
  ['id'],
  `UPDATE account a SET suspended_at = CASE WHEN blocked THEN a.suspended_at END, domain_blocked = blocked,
    updated_at = now()
   FROM (SELECT coalesce(bool_or(b.severity = 'suspend'), false) AS blocked
     FROM account c CROSS JOIN LATERAL domain_blocks_of(c.host) b WHERE c.id = $1 AND c.host <> '') AS rules
   WHERE a.id = $1 AND a.suspended_at IS NOT NULL RETURNING a.id`,
);

// Reads items for moderators: those that the moderator may see like everybody, and those that a report names

export type ModeratedItem = RowOf<typeof selectModeratedItems>;

/**
 * Items of the account, in the order of their ids. `report.eventable_ids` has only items that the reporter could read.
 */
const moderated = `SELECT e.id, e.type, e.iri, e.sensitive, e.visibility, ${visible()} AS readable,
     left(concat_ws(' · ', nullif(e.name, ''), nullif(e.spoiler_text, ''), nullif(e.content, '')), 500) AS text
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.account_id = $3 AND e.id = ANY($4::bigint[]) AND e.publication = 'published'
     AND (${visible()}
       OR e.id IN (SELECT unnest(r.eventable_ids) FROM report r WHERE r.id = $5 AND r.account_id = $3))
   ORDER BY e.id`;

/**
 * `text`: The beginning: name, content warning and words.
 * `readable`: Whether the moderator may see it also without the report.
 */
export const selectModeratedItems = statement(
  'select_moderated_items',
  ['moderatorId?', 'host?', 'accountId', 'ids', 'reportId?'],
  moderated,
  { notNull: ['readable', 'text'] },
);

export const lockModeratedItems = statement(
  'lock_moderated_items',
  ['moderatorId?', 'host?', 'accountId', 'ids', 'reportId?'],
  `${moderated} FOR UPDATE OF e`,
  { notNull: ['readable', 'text'] },
);

// Locks members while roles change

/** Serializes what ends an ownership, so that two owners cannot demote each other and leave none. */
export const lockOwners = statement(
  'lock_owners',
  [],
  `SELECT account_id FROM member WHERE role = 'owner' ORDER BY account_id FOR UPDATE`,
);

/**
 * The members who can use their role: neither suspended, deleted nor disabled.
 * `owners`: Of them, the owners beside this account.
 */
export const countOtherActiveMembers = statement(
  'count_other_active_members',
  ['accountId'],
  `SELECT count(*) FILTER (WHERE m.role = 'owner') AS owners, count(*) AS members
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id <> $1 AND m.state = 'active' AND a.suspended_at IS NULL AND a.deleted_at IS NULL`,
  { notNull: ['owners', 'members'] },
);

export const selectHasOwner = statement(
  'select_has_owner',
  [],
  `SELECT EXISTS (SELECT 1 FROM member WHERE role = 'owner') AS has_owner`,
  { notNull: ['has_owner'] },
);

// Reads the report that a `Flag` sends to another server

/** Without the reporter, who stays unknown to the other server. */
export const findReport = statement(
  'find_report',
  ['id'],
  `SELECT r.account_id, a.iri AS account_iri, r.comment,
     ARRAY(SELECT e.iri FROM eventable e WHERE e.id = ANY(r.eventable_ids) AND e.iri IS NOT NULL
       ORDER BY e.id) AS eventable_iris
   FROM report r JOIN account a ON a.id = r.account_id WHERE r.id = $1 AND a.iri IS NOT NULL`,
  { notNull: ['account_iri', 'eventable_iris'] },
);

/** Keeps the time of the first resolution. Returns no row if there is no such report. */
export const resolveReport = statement(
  'resolve_report',
  ['id'],
  `UPDATE report SET resolved_at = coalesce(resolved_at, now()) WHERE id = $1 RETURNING id`,
);
