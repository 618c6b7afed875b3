/** Statements on sessions, log-ins, passkeys, second factors, password resets and invitations. */
import { type RowOf, statement } from '../statement.ts';
import { activeMember, memberWhoMayLogIn } from './access.ts';

// Reads browser sessions by the SHA-256 of their cookie

export type SessionRow = RowOf<typeof selectSession>;

const columns = `s.id, s.account_id AS "accountId", a.username, m.role, m.language, m.time_zone AS "timeZone", m.units,
     s.authenticated_at > now() - interval '10 minutes' AS "isRecentlyAuthenticated",
       m.filters_version AS "filtersVersion",
     a.suspended_at IS NOT NULL AS "isSuspended", m.seen_at < now() - interval '1 day' AS "isVisitNew"`;

/**
 * Every page of a logged-in member reads this, so it is prepared SQL.
 * `isRecentlyAuthenticated`: Whether the member gave a password, passkey or code in the last 10 minutes.
 * `isSuspended`: A session that reads the decisions of the moderators, and nothing else.
 * `isVisitNew`: The last recorded visit is older than a day.
 */
export const selectSession = statement(
  'select_session',
  ['hash'],
  `SELECT ${columns}
   FROM session s JOIN account a ON a.id = s.account_id JOIN member m ON m.account_id = s.account_id
   WHERE s.hash = $1 AND s.expires_at > now() AND ${activeMember}`,
  { notNull: ['isRecentlyAuthenticated', 'isSuspended', 'isVisitNew'] },
);

/** Of a member who is suspended. */
export const selectSuspendedSession = statement(
  'select_suspended_session',
  ['hash'],
  `SELECT ${columns}
   FROM session s JOIN account a ON a.id = s.account_id JOIN member m ON m.account_id = s.account_id
   WHERE s.hash = $1 AND s.expires_at > now() AND a.suspended_at IS NOT NULL AND ${memberWhoMayLogIn}`,
  { notNull: ['isRecentlyAuthenticated', 'isSuspended', 'isVisitNew'] },
);

// Stores who logged in with which browser from where

/** `is_unknown`: There are earlier log-ins, and none has this browser or this address. */
export const insertLogin = statement(
  'insert_login',
  ['accountId', 'userAgent', 'address'],
  `WITH known AS (
     SELECT count(*) AS logins, count(*) FILTER (WHERE user_agent = $2 OR address = $3) AS alike
     FROM login WHERE account_id = $1
   ), inserted AS (
     INSERT INTO login (account_id, user_agent, address) VALUES ($1, $2, $3) RETURNING account_id, created_at
   )
   SELECT a.username, inserted.created_at, known.logins > 0 AND known.alike = 0 AS is_unknown
   FROM inserted JOIN account a ON a.id = inserted.account_id CROSS JOIN known`,
  { notNull: ['is_unknown'] },
);

export const pruneLogins = statement(
  'prune_logins',
  [],
  `DELETE FROM login WHERE created_at < now() - interval '90 days'`,
);

// Stores the public keys of passkeys, and the challenges that were answered

/** Returns no row if the credential is known or the member has `max` passkeys. */
export const insertPasskey = statement(
  'insert_passkey',
  ['accountId', 'credentialId', 'publicKey', 'counter', 'name', 'max'],
  `INSERT INTO passkey (account_id, credential_id, public_key, counter, name)
   SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM passkey WHERE account_id = $1) < $6
   ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
);

export const deletePasskeysOf = statement(
  'delete_passkeys_of',
  ['accountId'],
  `DELETE FROM passkey WHERE account_id = $1 RETURNING name`,
);

/** Returns no row if the challenge was answered before. */
export const useChallenge = statement(
  'use_challenge',
  ['key', 'ttlSeconds'],
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, 'true', now() + $2::int * interval '1 second')
   ON CONFLICT (key) DO NOTHING RETURNING key`,
);

// Stores the secrets of authenticator apps and the hashes of recovery codes

/**
 * Stores the secret of an app whose first code was not entered yet, under a key of the session, in place of a former
 * one.
 */
export const storeEnrolment = statement(
  'store_enrolment',
  ['key', 'secret', 'ttlSeconds'],
  `INSERT INTO key_value (key, value, expires_at)
   VALUES ($1, to_jsonb($2::text), now() + $3::int * interval '1 second')
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
);

export const selectEnrolment = statement(
  'select_enrolment',
  ['key'],
  `SELECT value #>> '{}' AS secret FROM key_value WHERE key = $1 AND expires_at > now()`,
  { notNull: ['secret'] },
);

/** Returns no row if it was finished, replaced or ended in the meantime. */
export const deleteEnrolment = statement(
  'delete_enrolment',
  ['key', 'secret'],
  `DELETE FROM key_value WHERE key = $1 AND value = to_jsonb($2::text) AND expires_at > now() RETURNING key`,
);

/** Rows of earlier versions that were never confirmed count as none. */
const confirmed = 'confirmed_at IS NOT NULL';

/** Returns no row if the member has an app. The code that confirmed it is used up. */
export const insertTotp = statement(
  'insert_totp',
  ['accountId', 'secret', 'lastStep'],
  `INSERT INTO totp (account_id, secret, last_step, confirmed_at) VALUES ($1, $2, $3, now())
   ON CONFLICT (account_id) DO UPDATE
     SET secret = excluded.secret, last_step = excluded.last_step, confirmed_at = excluded.confirmed_at
     WHERE totp.confirmed_at IS NULL
   RETURNING account_id`,
);

/** Waits for those who turn it off or on. */
export const lockTotp = statement(
  'lock_totp',
  ['accountId'],
  `SELECT account_id FROM totp WHERE account_id = $1 AND ${confirmed} FOR UPDATE`,
);

export const deleteTotp = statement(
  'delete_totp',
  ['accountId'],
  `WITH codes AS (DELETE FROM recovery_code WHERE account_id = $1)
   DELETE FROM totp WHERE account_id = $1 AND ${confirmed} RETURNING account_id`,
);

export const replaceRecoveryCodes = statement(
  'replace_recovery_codes',
  ['accountId', 'hashes'],
  `WITH former AS (DELETE FROM recovery_code WHERE account_id = $1)
   INSERT INTO recovery_code (account_id, hash) SELECT $1, unnest($2::bytea[])`,
);

// Finds members who may get a link to reset their password

/** By name or by confirmed e-mail address, which several members may share. Locks them. */
export const lockResettableMembers = statement(
  'lock_resettable_members',
  ['handle', 'email'],
  `SELECT m.account_id AS "accountId", a.username, m.email
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE (a.handle = $1 OR lower(m.email) = lower($2)) AND m.email IS NOT NULL AND m.email_confirmed_at IS NOT NULL
     AND ${memberWhoMayLogIn}
   ORDER BY m.account_id LIMIT 3 FOR UPDATE OF m`,
  { notNull: ['email'] },
);

// Finds, uses and creates the invitations of members

export type UsableInvitation = RowOf<typeof selectUsableInvitation>;

const usable = `i.code = $1 AND i.uses < i.max_uses AND i.expires_at > now() AND ${activeMember}`;
const inviter = `account a JOIN member m ON m.account_id = a.id`;

/** Returns no row if it is used up or expired, or if its member may not act. */
export const selectUsableInvitation = statement(
  'select_usable_invitation',
  ['code'],
  `SELECT a.id AS "inviterId", a.username, m.role, i.autofollow
   FROM invitation i JOIN (${inviter}) ON a.id = i.account_id WHERE ${usable}`,
);

/** Counts one use. Concurrent uses wait for each other here, so that the last one is used once. */
export const useInvitation = statement(
  'use_invitation',
  ['code'],
  `UPDATE invitation i SET uses = uses + 1 FROM ${inviter} WHERE a.id = i.account_id AND ${usable} RETURNING i.id`,
);

/** Returns no row if the member has too many that others can still use. */
export const insertInvitation = statement(
  'insert_invitation',
  ['accountId', 'code', 'maxUses', 'expiresAt', 'autofollow', 'maxOpen'],
  `INSERT INTO invitation (account_id, code, max_uses, expires_at, autofollow)
   SELECT $1, $2, $3, $4, $5
   WHERE (SELECT count(*) FROM invitation WHERE account_id = $1 AND expires_at > now() AND uses < max_uses) < $6
   RETURNING id`,
);

/** Locks the member, so that concurrent creations count each other. */
export const lockInviter = statement(
  'lock_inviter',
  ['accountId'],
  `SELECT account_id FROM member WHERE account_id = $1 FOR UPDATE`,
);

/** Those that nobody can use any more are listed for a month. */
export const pruneInvitations = statement(
  'prune_invitations',
  [],
  `DELETE FROM invitation WHERE expires_at < now() - interval '30 days'`,
);
