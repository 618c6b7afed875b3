/** A value that this server keeps under a name, as JSON. */
import type { z } from 'zod';
import { mergeSetting, selectSetting, upsertSetting } from './sql/instance.ts';
import { db, type Executor } from './statement.ts';

export const setting = <Value>(key: string, schema: z.ZodType<Value>) => ({
  find: async (on: Executor = db): Promise<Value | null> => {
    const [row] = await selectSetting(on, key);
    return row ? schema.parse(row.value) : null;
  },
  store: async (value: Value, on: Executor = db): Promise<void> => {
    await upsertSetting(on, key, JSON.stringify(value));
  },
  /** Keeps what it does not name, such as settings of another version. */
  merge: async (changes: Partial<Value>, on: Executor = db): Promise<void> => {
    await mergeSetting(on, key, JSON.stringify(changes));
  },
});
