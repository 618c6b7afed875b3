/** Stores the hashes of the one-time links of e-mails. */
import { statement } from '../../statement.ts';

export interface MailLinkRow {
  id: number;
  accountId: number | null;
  applicationId: number | null;
  address: string;
}

const columns = `id, account_id AS "accountId", application_id AS "applicationId", address`;

/** Returns no row if the application was answered or has expired. */
export const insertMailLink = statement<
  { id: number },
  [
    hash: Buffer,
    purpose: string,
    accountId: number | null,
    applicationId: number | null,
    address: string,
    ttlSeconds: number,
  ]
>(
  'insert_mail_link',
  `INSERT INTO mail_link (hash, purpose, account_id, application_id, address, expires_at)
   SELECT $1, $2::mail_link_purpose, $3, $4::bigint, $5, now() + $6::int * interval '1 second'
   WHERE $4::bigint IS NULL OR EXISTS (SELECT 1 FROM application WHERE id = $4)
   RETURNING id`,
);

export const selectMailLink = statement<MailLinkRow, [hash: Buffer, purpose: string]>(
  'select_mail_link',
  `SELECT ${columns} FROM mail_link WHERE hash = $1 AND purpose = $2::mail_link_purpose AND expires_at > now()`,
);

/** Also deletes the other links of the same purpose, so that using one of several ends all. */
export const deleteMailLink = statement<MailLinkRow, [hash: Buffer, purpose: string]>(
  'delete_mail_link',
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
export const countMailLinksOfApplication = statement<{ count: number }, [applicationId: number]>(
  'count_mail_links_of_application',
  `SELECT (SELECT count(*) FROM mail_link WHERE application_id = $1)::int
     + (SELECT count(*) FROM mail WHERE account_id IS NULL AND sent_at IS NULL AND kind = 'confirm-sign-up'
        AND (data ->> 'applicationId')::bigint = $1)::int AS count`,
);

/** Ends all links that were sent to a member. */
export const deleteMailLinksOf = statement<never, [accountId: number]>(
  'delete_mail_links_of',
  `DELETE FROM mail_link WHERE account_id = $1`,
);

export const pruneMailLinks = statement<never, []>(
  'prune_mail_links',
  `DELETE FROM mail_link WHERE expires_at < now() - interval '1 day'`,
);
