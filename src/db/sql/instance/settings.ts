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

/** The logo and the cover of the instance are the pictures of its actor. */
export const selectInstancePictures = statement<
  { logoKey: string | null; coverKey: string | null },
  [handle: string]
>(
  'select_instance_pictures',
  'SELECT avatar_key AS "logoKey", header_key AS "coverKey" FROM account WHERE handle = $1',
);
