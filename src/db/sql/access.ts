/** Statements on all that lets somebody act for a member: browsers, apps, tokens. */
import { statement } from '../statement.ts';

export interface BrowserRow {
  id: number;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The latest first. */
export const listBrowsers = statement<BrowserRow, [accountId: number]>(
  'list_browsers',
  `SELECT id, user_agent AS "userAgent", created_at AS "createdAt", expires_at AS "expiresAt"
   FROM session WHERE account_id = $1 AND expires_at > now() ORDER BY id DESC`,
);

/** One of them, or with null all but `except`. */
export const deleteBrowsers = statement<never, [accountId: number, id: number | null, except: number]>(
  'delete_browsers',
  `DELETE FROM session WHERE account_id = $1 AND id = coalesce($2, id) AND id <> $3`,
);

export interface AppRow {
  id: string;
  name: string;
  website: string | null;
  scopes: string[];
  /** When the member first allowed it. */
  since: Date | null;
}

/** Those that hold something that is good right now. */
export const listApps = statement<AppRow, [accountId: number]>(
  'list_apps',
  `SELECT c.id, c.name, c.website, array_agg(DISTINCT held.scope ORDER BY held.scope) AS scopes,
     (SELECT min(used_at) FROM authorization_code WHERE client_id = c.id AND account_id = $1) AS since
   FROM (
     SELECT client_id, unnest(scopes) AS scope FROM access_token
     WHERE account_id = $1 AND client_id IS NOT NULL AND revoked_at IS NULL AND expires_at > now()
     UNION ALL
     SELECT client_id, unnest(scopes) FROM refresh_token
     WHERE account_id = $1 AND revoked_at IS NULL AND used_at IS NULL AND expires_at > now()
   ) held JOIN oauth_client c ON c.id = held.client_id
   GROUP BY c.id ORDER BY c.name, c.id`,
);

export interface PersonalTokenRow {
  id: number;
  name: string;
  scopes: string[];
  createdAt: Date;
}

/** Those that no app holds, the latest first. */
export const listPersonalTokens = statement<PersonalTokenRow, [accountId: number]>(
  'list_personal_tokens',
  `SELECT id, name, scopes, created_at AS "createdAt" FROM access_token
   WHERE account_id = $1 AND client_id IS NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
   ORDER BY id DESC`,
);

export const revokePersonalToken = statement<never, [accountId: number, id: number]>(
  'revoke_personal_token',
  `UPDATE access_token SET revoked_at = now() WHERE account_id = $1 AND id = $2 AND client_id IS NULL AND revoked_at IS NULL`,
);

/** Held first: an app that is just being given new tokens is waited for, so that these end, too. */
export const lockGrants = statement<{ id: number }, [accountId: number, clientId: string | null]>(
  'lock_grants',
  `SELECT id FROM authorization_code WHERE account_id = $1 AND client_id = coalesce($2, client_id) ORDER BY id FOR UPDATE`,
);

/** Of one app, or with null of every one, personal tokens included. */
export const endGrants = statement<never, [accountId: number, clientId: string | null]>(
  'end_grants',
  `WITH codes AS (
     DELETE FROM authorization_code WHERE account_id = $1 AND client_id = coalesce($2, client_id) AND used_at IS NULL
   ), access AS (
     UPDATE access_token SET revoked_at = now()
     WHERE account_id = $1 AND ($2::text IS NULL OR client_id = $2) AND revoked_at IS NULL
   )
   UPDATE refresh_token SET revoked_at = now()
   WHERE account_id = $1 AND client_id = coalesce($2, client_id) AND revoked_at IS NULL`,
);
