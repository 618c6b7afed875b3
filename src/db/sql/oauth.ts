/** Statements on apps and what they were granted; all that comes of one authorization code is a family. */
import { statement } from '../statement.ts';

export interface ClientRow {
  id: string;
  /** Null for a public client. */
  secretHash: string | null;
  name: string;
  website: string | null;
  redirectUris: string[];
  scopes: string[];
  createdAt: Date;
}

const client = `id, secret_hash AS "secretHash", name, website, redirect_uris AS "redirectUris", scopes, created_at AS "createdAt"`;

export const insertClient = statement<
  ClientRow,
  [
    id: string,
    secretHash: string | null,
    name: string,
    website: string | null,
    redirectUris: string[],
    scopes: string[],
  ]
>(
  'insert_client',
  `INSERT INTO oauth_client (id, secret_hash, name, website, redirect_uris, scopes)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${client}`,
);

export const selectClient = statement<ClientRow, [id: string]>(
  'select_client',
  `SELECT ${client} FROM oauth_client WHERE id = $1`,
);

export const insertCode = statement<
  never,
  [
    hash: Buffer,
    clientId: string,
    accountId: number,
    redirectUri: string,
    codeChallenge: string,
    scopes: string[],
    seconds: number,
  ]
>(
  'insert_code',
  `INSERT INTO authorization_code (hash, client_id, account_id, redirect_uri, code_challenge, scopes, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
);

export interface CodeRow {
  id: number;
  clientId: string;
  accountId: number;
  redirectUri: string;
  codeChallenge: string;
  scopes: string[];
  used: boolean;
  expired: boolean;
}

/** Who holds the code's row changes its family alone. */
export const lockCode = statement<CodeRow, [hash: Buffer]>(
  'lock_code',
  `SELECT id, client_id AS "clientId", account_id AS "accountId", redirect_uri AS "redirectUri",
     code_challenge AS "codeChallenge", scopes, used_at IS NOT NULL AS used, expires_at <= clock_timestamp() AS expired
   FROM authorization_code WHERE hash = $1 FOR UPDATE`,
);

export const useCode = statement<never, [id: number]>(
  'use_code',
  `UPDATE authorization_code SET used_at = now() WHERE id = $1`,
);

export const insertGrantedToken = statement<
  never,
  [
    hash: Buffer,
    accountId: number,
    clientId: string,
    codeId: number,
    name: string,
    scopes: string[],
    seconds: number,
  ]
>(
  'insert_granted_token',
  `INSERT INTO access_token (hash, account_id, client_id, code_id, name, scopes, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
);

export const insertRefreshToken = statement<
  never,
  [hash: Buffer, accountId: number, clientId: string, codeId: number, scopes: string[], seconds: number]
>(
  'insert_refresh_token',
  `INSERT INTO refresh_token (hash, account_id, client_id, code_id, scopes, expires_at)
   VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
);

/** Of a refresh token; see `lockCode`. */
export const lockFamily = statement<{ id: number }, [hash: Buffer]>(
  'lock_family',
  `SELECT id FROM authorization_code WHERE id = (SELECT code_id FROM refresh_token WHERE hash = $1) FOR UPDATE`,
);

export interface RefreshTokenRow {
  id: number;
  clientId: string;
  accountId: number;
  scopes: string[];
  used: boolean;
  good: boolean;
}

export const selectRefreshToken = statement<RefreshTokenRow, [hash: Buffer]>(
  'select_refresh_token',
  `SELECT id, client_id AS "clientId", account_id AS "accountId", scopes, used_at IS NOT NULL AS used,
     used_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp() AS good
   FROM refresh_token WHERE hash = $1`,
);

export const useRefreshToken = statement<never, [id: number]>(
  'use_refresh_token',
  `UPDATE refresh_token SET used_at = now() WHERE id = $1`,
);

export const revokeFamily = statement<never, [codeId: number]>(
  'revoke_family',
  `WITH access AS (UPDATE access_token SET revoked_at = now() WHERE code_id = $1 AND revoked_at IS NULL)
   UPDATE refresh_token SET revoked_at = now() WHERE code_id = $1 AND revoked_at IS NULL`,
);

/** Null for a token that no app holds. */
export const selectTokenOwner = statement<{ clientId: string | null }, [hash: Buffer]>(
  'select_token_owner',
  `SELECT client_id AS "clientId" FROM access_token WHERE hash = $1`,
);

export interface ActiveTokenRow {
  kind: 'access' | 'refresh';
  accountId: number;
  username: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
}

/** A token of this app that is good right now. */
export const selectActiveToken = statement<ActiveTokenRow, [hash: Buffer, clientId: string]>(
  'select_active_token',
  `SELECT t.kind, t.account_id AS "accountId", a.username, t.scopes, t.created_at AS "createdAt", t.expires_at AS "expiresAt"
   FROM (
     SELECT 'access' AS kind, account_id, scopes, created_at, expires_at FROM access_token
     WHERE hash = $1 AND client_id = $2 AND revoked_at IS NULL
     UNION ALL
     SELECT 'refresh', account_id, scopes, created_at, expires_at FROM refresh_token
     WHERE hash = $1 AND client_id = $2 AND revoked_at IS NULL AND used_at IS NULL
   ) t
   JOIN account a ON a.id = t.account_id
   JOIN member m ON m.account_id = t.account_id
   WHERE (t.expires_at IS NULL OR t.expires_at > now())
     AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND m.state = 'active'`,
);
