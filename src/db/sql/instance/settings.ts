/** Reads and writes settings. Every start and every page read some, so they do not load Prisma. */
import { statement } from '../../statement.ts';

export const selectSetting = statement<{ value: unknown }, [key: string]>(
  'select_setting',
  'SELECT value FROM setting WHERE key = $1',
);

export const upsertSetting = statement<never, [key: string, value: string]>(
  'upsert_setting',
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
);

/** Merges `changes` into the stored object in one statement, so that concurrent changes of other keys are kept. */
export const mergeSetting = statement<never, [key: string, changes: string]>(
  'merge_setting',
  `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
   ON CONFLICT (key) DO UPDATE SET value = setting.value || excluded.value`,
);
