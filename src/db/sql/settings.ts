/** Statements on what the operator decided once. */
import { statement } from '../statement.ts';

export const selectSetting = statement<{ value: unknown }, [key: string]>(
  'select_setting',
  `SELECT value FROM setting WHERE key = $1`,
);

/** An object is laid over the one that is there: what it does not name stays. */
export const mergeSetting = statement<never, [key: string, changes: string]>(
  'merge_setting',
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
   ON CONFLICT (key) DO UPDATE SET value = setting.value || excluded.value`,
);

/** Takes a setting away if this is its value; answers nothing if it is not. */
export const takeSetting = statement<{ key: string }, [key: string, value: string]>(
  'take_setting',
  `DELETE FROM setting WHERE key = $1 AND value = $2::jsonb RETURNING key`,
);
