/** Stores the secrets of authenticator apps and the hashes of recovery codes. */
import { statement } from '../../statement.ts';

/** Keeps a secret that another request stored first. */
export const insertTotp = statement<never, [accountId: number, secret: Buffer]>(
  'insert_totp',
  `INSERT INTO totp (account_id, secret) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING`,
);

export const selectTotp = statement<{ secret: Buffer; isConfirmed: boolean }, [accountId: number]>(
  'select_totp',
  `SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed" FROM totp WHERE account_id = $1`,
);

/** Returns no row if a code of this or a later step was used before: each code works once (RFC 6238 §5.2). */
export const useTotpStep = statement<{ account_id: number }, [accountId: number, step: number]>(
  'use_totp_step',
  `UPDATE totp SET last_step = $2, confirmed_at = coalesce(confirmed_at, now())
   WHERE account_id = $1 AND last_step < $2 RETURNING account_id`,
);

export const deleteTotp = statement<{ account_id: number }, [accountId: number]>(
  'delete_totp',
  `WITH codes AS (DELETE FROM recovery_code WHERE account_id = $1)
   DELETE FROM totp WHERE account_id = $1 RETURNING account_id`,
);

export const replaceRecoveryCodes = statement<never, [accountId: number, hashes: Buffer[]]>(
  'replace_recovery_codes',
  `WITH former AS (DELETE FROM recovery_code WHERE account_id = $1)
   INSERT INTO recovery_code (account_id, hash) SELECT $1, unnest($2::bytea[])`,
);

/** Returns no row for a wrong or used code. */
export const useRecoveryCode = statement<{ id: number }, [accountId: number, hash: Buffer]>(
  'use_recovery_code',
  `DELETE FROM recovery_code WHERE account_id = $1 AND hash = $2 RETURNING id`,
);

export const countRecoveryCodes = statement<{ count: number }, [accountId: number]>(
  'count_recovery_codes',
  `SELECT count(*)::int AS count FROM recovery_code WHERE account_id = $1`,
);
