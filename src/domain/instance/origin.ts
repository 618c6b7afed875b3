/** Records the origin that every local IRI begins with, and refuses to change it once other servers know it. */
import {
  rewriteOrigin,
  selectHasRemoteAccounts,
  selectSetting,
  upsertSetting,
} from '../../db/sql/instance.ts';
import { db, type Executor } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { config } from '../../lib/config.ts';

/** Thrown at start; the message tells the operator what to do. */
export class OriginChanged extends Error {
  override readonly name = 'OriginChanged';
}

const key = 'base_url';

/** Stores the origin. Rewrites all IRIs if it changed, but only while no other server is known. Throws OriginChanged. */
export async function claimOrigin(): Promise<void> {
  await transact(async (tx) => {
    const previous = await findStoredOrigin(tx);
    if (previous === config.baseUrl) return;

    if (previous !== null) {
      const [{ has_remote } = { has_remote: false }] = await selectHasRemoteAccounts(tx);
      if (has_remote) {
        throw new OriginChanged(
          `BASE_URL is ${config.baseUrl}, but this database belongs to ${previous}, and other servers know it by that name: set BASE_URL=${previous}`,
        );
      }
      await rewriteOrigin(tx, previous, config.baseUrl);
    }
    await upsertSetting(tx, key, JSON.stringify(config.baseUrl));
  });
}

/** For CLI commands: stores the origin if there is none, but never changes it. Throws OriginChanged. */
export async function verifyOrigin(): Promise<void> {
  const stored = await findStoredOrigin();
  if (stored === null) return claimOrigin();
  if (stored === config.baseUrl) return;
  throw new OriginChanged(
    `BASE_URL is ${config.baseUrl}, but this database belongs to ${stored}: set BASE_URL=${stored}, like the server`,
  );
}

/** Returns null before the first start. */
export async function findStoredOrigin(on: Executor = db): Promise<string | null> {
  const [stored] = await selectSetting(on, key);
  return typeof stored?.value === 'string' ? stored.value : null;
}
