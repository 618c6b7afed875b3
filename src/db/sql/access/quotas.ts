/** Counts what must stay bounded across processes and restarts, such as guesses, per key and time window. */
import { statement } from '../../statement.ts';

/** Counts one, exactly also when many count at once. Returns no row, and counts nothing, when the quota is used up. */
export const takeQuota = statement<{ key: string }, [key: string, quota: number, windowSeconds: number]>(
  'take_quota',
  `INSERT INTO key_value AS k (key, value, expires_at) VALUES ($1, '1', now() + $3::int * interval '1 second')
   ON CONFLICT (key) DO UPDATE SET
     value = CASE WHEN k.expires_at > now() THEN to_jsonb(k.value::int + 1) ELSE excluded.value END,
     expires_at = CASE WHEN k.expires_at > now() THEN k.expires_at ELSE excluded.expires_at END
   WHERE k.expires_at <= now() OR k.value::int < $2 RETURNING key`,
);

/** Gives back one that was counted. */
export const returnQuota = statement<never, [key: string]>(
  'return_quota',
  `UPDATE key_value SET value = to_jsonb(value::int - 1) WHERE key = $1 AND expires_at > now() AND value::int > 0`,
);
