/** Fedify's key-value store, kept in PostgreSQL. */
import type { KvKey, KvStore, KvStoreSetOptions } from '@fedify/fedify';
import {
  deleteKeyValue,
  getKeyValue,
  listKeyValues,
  setKeyValue,
  swapKeyValue,
} from '../db/sql/key-values.ts';
import { db } from '../db/statement.ts';

export const kv: Required<KvStore> = {
  async get<T>(key: KvKey) {
    const [row] = await getKeyValue(db, JSON.stringify(key));
    return row?.value as T | undefined;
  },

  async set(key, value, options) {
    await setKeyValue(db, JSON.stringify(key), JSON.stringify(value ?? null), expiry(options));
  },

  async delete(key) {
    await deleteKeyValue(db, JSON.stringify(key));
  },

  async cas(key, expected, value, options) {
    const was = expected === undefined ? null : JSON.stringify(expected);
    const swapped = await swapKeyValue(
      db,
      JSON.stringify(key),
      was,
      JSON.stringify(value ?? null),
      expiry(options),
    );
    return swapped.length > 0;
  },

  async *list(prefix) {
    // Without its closing bracket a key is the beginning of those below it, once for itself and once with a comma.
    const beginning = prefix ? JSON.stringify(prefix).slice(0, -1) : '';
    for (const { key, value } of await listKeyValues(db, beginning)) {
      if (prefix && ![',', ']'].includes(key[beginning.length]!)) continue;
      yield { key: JSON.parse(key) as KvKey, value };
    }
  },
};

function expiry(options: KvStoreSetOptions | undefined): Date | null {
  return options?.ttl ? new Date(Date.now() + options.ttl.total('millisecond')) : null;
}
