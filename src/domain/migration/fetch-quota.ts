/** Spreads the fetches that the imports of a member cause, so that no archive can be used to flood another server. */
import { takeQuota } from '../../db/sql/access.ts';
import { db, type Executor } from '../../db/statement.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

/** Fetches from one server, by all imports of a member together and in all processes. */
const fetchQuota = { quota: 100, windowSeconds: 300 };

/** Counts one fetch. Returns false, and counts nothing, while the quota of the server is used up. */
export async function mayFetchFrom(on: Executor, accountId: number, host: string): Promise<boolean> {
  const key = JSON.stringify(['import-fetch', accountId, host]);
  return (await takeQuota(on, key, fetchQuota.quota, fetchQuota.windowSeconds)).length > 0;
}

/** Counts one fetch. Throws unavailable, which lets an import wait, while the quota of the server is used up. */
export async function takeFetchFrom(accountId: number, host: string): Promise<void> {
  if (!(await mayFetchFrom(db, accountId, host)))
    throw new DomainError('unavailable', t('migration.server-spared', { host }));
}

/** Between jobs that ask the same server. */
const pauseMs = (fetchQuota.windowSeconds * 1_000) / fetchQuota.quota;

/** Returns when each job is due that asks one of these servers: at once, and each further one of a server later. */
export function spread(hosts: string[]): (Date | null)[] {
  const seen = new Map<string, number>();
  return hosts.map((host) => {
    const before = seen.get(host) ?? 0;
    seen.set(host, before + 1);
    return before === 0 ? null : new Date(Date.now() + before * pauseMs);
  });
}
