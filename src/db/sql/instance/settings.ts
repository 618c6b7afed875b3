/** Writes settings that are JSON objects. */
import { statement } from '../../statement.ts';

/** Merges `changes` into the stored object in one statement, so that concurrent changes of other keys are kept. */
export const mergeSetting = statement<never, [key: string, changes: string]>(
  'merge_setting',
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
   ON CONFLICT (key) DO UPDATE SET value = setting.value || excluded.value`,
);
