/** Stores the secrets of authenticator apps and the hashes of recovery codes. */
import { statement } from '../../statement.ts';

/** Stores the secret of an app whose first code was not entered yet, under a key of the session, in place of a former one. */
export const storeEnrolment = statement<never, [key: string, secret: string, ttlSeconds: number]>(
  'store_enrolment',
  `INSERT INTO key_value (key, value, expires_at)
   VALUES ($1, to_jsonb($2::text), now() + $3::int * interval '1 second')
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
);

export const selectEnrolment = statement<{ secret: string }, [key: string]>(
  'select_enrolment',
  `SELECT value #>> '{}' AS secret FROM key_value WHERE key = $1 AND expires_at > now()`,
);

/** Returns no row if it was finished, replaced or ended in the meantime. */
export const deleteEnrolment = statement<{ key: string }, [key: string, secret: string]>(
  'delete_enrolment',
  `DELETE FROM key_value WHERE key = $1 AND value = to_jsonb($2::text) AND expires_at > now() RETURNING key`,
);

export const deleteEnrolmentOf = statement<never, [key: string]>(
  'delete_enrolment_of',
  `DELETE FROM key_value WHERE key = $1`,
);

/** Rows of earlier versions that were never confirmed count as none. */
const confirmed = 'confirmed_at IS NOT NULL';

/** Returns no row if the member has an app. The code that confirmed it is used up. */
export const insertTotp = statement<
  { account_id: number },
  [accountId: number, secret: Buffer, lastStep: number]
>(
  'insert_totp',
  `INSERT INTO totp (account_id, secret, last_step, confirmed_at) VALUES ($1, $2, $3, now())
   ON CONFLICT (account_id) DO UPDATE
     SET secret = excluded.secret, last_step = excluded.last_step, confirmed_at = excluded.confirmed_at
     WHERE totp.confirmed_at IS NULL
   RETURNING account_id`,
);

export const selectTotp = statement<{ secret: Buffer }, [accountId: number]>(
  'select_totp',
  `SELECT secret FROM totp WHERE account_id = $1 AND ${confirmed}`,
);

/** Waits for those who turn it off or on. */
export const lockTotp = statement<{ account_id: number }, [accountId: number]>(
  'lock_totp',
  `SELECT account_id FROM totp WHERE account_id = $1 AND ${confirmed} FOR UPDATE`,
);

/** Returns no row if a code of this or a later step was used before: each code works once (RFC 6238 §5.2). */
export const useTotpStep = statement<{ account_id: number }, [accountId: number, step: number]>(
  'use_totp_step',
  `UPDATE totp SET last_step = $2 WHERE account_id = $1 AND last_step < $2 AND ${confirmed} RETURNING account_id`,
);

export const deleteTotp = statement<{ account_id: number }, [accountId: number]>(
  'delete_totp',
  `WITH codes AS (DELETE FROM recovery_code WHERE account_id = $1)
   DELETE FROM totp WHERE account_id = $1 AND ${confirmed} RETURNING account_id`,
);

export const replaceRecoveryCodes = statement<never, [accountId: number, hashes: Buffer[]]>(
  'replace_recovery_codes',
  `WITH former AS (DELETE FROM recovery_code WHERE account_id = $1)
   INSERT INTO recovery_code (account_id, hash) SELECT $1, unnest($2::bytea[])`,
);

/** Returns no row for a wrong or used code. */
export const useRecoveryCode = statement<{ id: number }, [accountId: number, hash: Buffer]>(
  'use_recovery_code',
  `DELETE FROM recovery_code WHERE account_id = $1 AND hash = $2
     AND EXISTS (SELECT 1 FROM totp WHERE account_id = $1 AND ${confirmed}) RETURNING id`,
);

export const countRecoveryCodes = statement<{ count: number }, [accountId: number]>(
  'count_recovery_codes',
  `SELECT count(*)::int AS count FROM recovery_code WHERE account_id = $1`,
);
