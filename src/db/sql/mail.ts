/** Statements on e-mails, their links and digests. */
import { type RowOf, statement } from '../statement.ts';
import { activeMember } from './access.ts';

// Stores the e-mails that are to be sent, and for some days when those to a member were sent

export const insertMail = statement(
  'insert_mail',
  ['accountId?', 'kind', 'address', 'data', 'language?'],
  `INSERT INTO mail (account_id, kind, address, data, language) VALUES ($1, $2, $3, $4::jsonb, $5) RETURNING id`,
);

/** Inserts an e-mail to a member with a confirmed address who has not unsubscribed from `list`. */
export const insertMailToMember = statement(
  'insert_mail_to_member',
  ['accountId', 'kind', 'data', 'list?'],
  `INSERT INTO mail (account_id, kind, address, data)
   SELECT account_id, $2, email, $3::jsonb FROM member
   WHERE account_id = $1 AND email IS NOT NULL AND email_confirmed_at IS NOT NULL
     AND ($4::text IS NULL OR NOT $4 = ANY(unsubscribed))
   RETURNING id`,
);

/** Inserts an e-mail that survives the erasure of the member, whose name is its data. */
export const insertMailToLeavingMember = statement(
  'insert_mail_to_leaving_member',
  ['accountId', 'kind'],
  `INSERT INTO mail (kind, address, data, language)
   SELECT $2, m.email, jsonb_build_object('username', a.username), m.language
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id = $1 AND m.email IS NOT NULL AND m.email_confirmed_at IS NOT NULL
   RETURNING id`,
);

/**
 * Inserts an e-mail to each member of these roles with a confirmed address, unless they have unsubscribed from `list`
 * or one of the kind waits to be sent to them. Returns when each may be sent, so that many reports do not become many
 * messages.
 */
export const insertMailToOperators = statement(
  'insert_mail_to_operators',
  ['kind', 'data', 'list', 'pauseSeconds', 'roles'],
  `WITH recipient AS (
     SELECT m.account_id, m.email, max(sent.sent_at) AS sent_at, bool_or(sent.id IS NOT NULL
       AND sent.sent_at IS NULL) AS waits
     FROM member m JOIN account a ON a.id = m.account_id
     LEFT JOIN mail sent ON sent.account_id = m.account_id AND sent.kind = $1
     WHERE m.role::text = ANY($5) AND ${activeMember} AND m.email IS NOT NULL AND m.email_confirmed_at IS NOT NULL
       AND NOT $3 = ANY(m.unsubscribed)
     GROUP BY m.account_id, m.email
   ), inserted AS (
     INSERT INTO mail (account_id, kind, address, data)
     SELECT account_id, $1, email, $2::jsonb FROM recipient WHERE NOT waits
     RETURNING id, account_id
   )
   SELECT inserted.id, recipient.sent_at + $4::int * interval '1 second' AS due_at
   FROM inserted JOIN recipient USING (account_id)`,
  { notNull: ['id'] },
);

export const pruneMail = statement(
  'prune_mail',
  [],
  `DELETE FROM mail WHERE coalesce(sent_at, created_at) < now() - interval '7 days'`,
);

/** Adds a list to those that the member does not want, or removes it. */
export const setUnsubscribed = statement(
  'set_unsubscribed',
  ['accountId', 'list', 'isUnsubscribed'],
  `UPDATE member SET unsubscribed = CASE WHEN $3
     THEN array_append(array_remove(unsubscribed, $2), $2) ELSE array_remove(unsubscribed, $2) END
   WHERE account_id = $1`,
);

// Stores the hashes of the one-time links of e-mails

const columns = `id, account_id AS "accountId", application_id AS "applicationId", address`;

/** Returns no row if the application was answered or has expired. */
export const insertMailLink = statement(
  'insert_mail_link',
  ['hash', 'purpose', 'accountId?', 'applicationId?', 'address', 'ttlSeconds'],
  `INSERT INTO mail_link (hash, purpose, account_id, application_id, address, expires_at)
   SELECT $1, $2::mail_link_purpose, $3, $4::bigint, $5, now() + $6::int * interval '1 second'
   WHERE $4::bigint IS NULL OR EXISTS (SELECT 1 FROM application WHERE id = $4)
   RETURNING id`,
);

/** Also deletes the other links of the same purpose, so that using one of several ends all. */
export const deleteMailLink = statement(
  'delete_mail_link',
  ['hash', 'purpose'],
  `WITH used AS (
     DELETE FROM mail_link WHERE hash = $1 AND purpose = $2::mail_link_purpose AND expires_at > now()
     RETURNING id, account_id, application_id, address
   ), others AS (
     DELETE FROM mail_link l USING used
     WHERE l.purpose = $2::mail_link_purpose AND l.id <> used.id
       AND (l.account_id = used.account_id OR l.application_id = used.application_id)
   )
   SELECT ${columns} FROM used`,
);

/** Counts the links that were made for an application, and those that its waiting messages will get. */
export const countMailLinksOfApplication = statement(
  'count_mail_links_of_application',
  ['applicationId'],
  `SELECT (SELECT count(*) FROM mail_link WHERE application_id = $1)::int
     + (SELECT count(*) FROM mail WHERE account_id IS NULL AND sent_at IS NULL AND kind = 'confirm-sign-up'
        AND (data ->> 'applicationId')::bigint = $1)::int AS count`,
  { notNull: ['count'] },
);

export const pruneMailLinks = statement(
  'prune_mail_links',
  [],
  `DELETE FROM mail_link WHERE expires_at < now() - interval '1 day'`,
);

// Finds the members whose digest is due: they want one, stayed away for a week, and missed something

/** At most one in a week, and only with a confirmed address. */
const due = `NOT 'digest' = ANY(m.unsubscribed) AND m.email IS NOT NULL AND m.email_confirmed_at IS NOT NULL
     AND m.seen_at < now() - interval '7 days' AND (m.digest_at IS NULL OR m.digest_at < now() - interval '7 days')`;

export type DueDigest = RowOf<typeof selectDueDigests>;

/** `since`: Later notifications are new. */
export const selectDueDigests = statement(
  'select_due_digests',
  ['limit'],
  `SELECT m.account_id AS "accountId", a.username, m.filters_version AS "filtersVersion", greatest(m.seen_at,
    m.digest_at) AS since
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE ${due} AND ${activeMember} AND EXISTS (
     SELECT FROM notification n
     WHERE n.account_id = m.account_id AND NOT n.read AND n.created_at > greatest(m.seen_at, m.digest_at))
   ORDER BY m.account_id LIMIT $1`,
  { notNull: ['since'] },
);

/** Returns no row if another process has begun it, or if the member came back or does not want it any more. */
export const claimDigest = statement(
  'claim_digest',
  ['accountId'],
  `UPDATE member m SET digest_at = now() WHERE m.account_id = $1 AND ${due} RETURNING m.account_id AS "accountId"`,
);
