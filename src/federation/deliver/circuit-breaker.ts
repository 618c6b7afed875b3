/** Opens and closes the circuit of each remote server, and remembers its health and signature dialect. */

import { LRUCache } from 'lru-cache';
import type { PendingDelivery } from '../../db/sql/deliveries.ts';
import {
  closeCircuits,
  dueDeliveriesNow,
  failuresToOpen,
  markHostsSlow,
  upsertHosts,
} from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { log } from '../../lib/log.ts';
import type { HostHealth } from './host-concurrency.ts';
import type { DeliveryAttempt } from './post-activity.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;

type KnownHost = Pick<
  PendingDelivery,
  'host' | 'failures' | 'open_until' | 'last_success_at' | 'slow_since' | 'dialect'
>;

export function healthOf({ failures, last_success_at, slow_since }: KnownHost): HostHealth {
  if (slow_since) return 'slow';
  if (failures > 0) return 'failing';
  return last_success_at && Date.now() - last_success_at.getTime() < week ? 'healthy' : 'untested';
}

/** While the circuit is open nothing is sent to the host. */
export function isCircuitOpen<Host extends KnownHost>(host: Host): host is Host & { open_until: Date } {
  return host.open_until !== null && host.open_until > new Date();
}

interface HostResult {
  host: string;
  error: string | null;
  dialect: DeliveryAttempt['dialect'];
  pauseUntil: Date | null;
  slow: boolean;
  /** A timeout of a host that is not known to be healthy opens the circuit at once. */
  opensCircuit: boolean;
}

/** Writes only what has changed, or what confirms an entry older than an hour. */
export async function recordHostResult(
  known: KnownHost,
  { outcome, hostError, dialect, timedOut }: DeliveryAttempt,
  slow: boolean,
): Promise<void> {
  const pauseUntil = outcome.state === 'pending' ? outcome.pauseUntil : null;
  const isRecent = known.last_success_at && Date.now() - known.last_success_at.getTime() < hour;
  const wasHealthy = known.failures === 0 && known.slow_since === null && isRecent;
  const isHealthy = hostError === null && pauseUntil === null && !slow;
  const sameDialect = dialect === null || dialect === known.dialect;
  if (wasHealthy && isHealthy && sameDialect) return;

  const opensCircuit = timedOut && healthOf(known) !== 'healthy';
  await record({ host: known.host, error: hostError, dialect, pauseUntil, slow, opensCircuit });
}

const record = batched(async (results: HostResult[]) => {
  const byHost = [...Map.groupBy(results, ({ host }) => host)].map(([host, all]) => {
    const successes = all.filter(({ error }) => error === null);
    return {
      host,
      dialect: successes.findLast(({ dialect }) => dialect)?.dialect ?? null,
      failures: successes.length > 0 ? 0 : all.length,
      minFailures: all.some(({ opensCircuit }) => opensCircuit) ? failuresToOpen : 0,
      slow: all.at(-1)!.slow,
      pauseUntil: all.find(({ pauseUntil }) => pauseUntil)?.pauseUntil ?? null,
      error: successes.length > 0 ? null : all.at(-1)!.error,
    };
  });
  await upsertHosts(
    db,
    byHost.map(({ host }) => host),
    byHost.map(({ dialect }) => dialect),
    byHost.map(({ failures }) => failures),
    byHost.map(({ minFailures }) => minFailures),
    byHost.map(({ slow }) => slow),
    byHost.map(({ pauseUntil }) => pauseUntil),
    byHost.map(({ error }) => error),
    failuresToOpen,
  );
  return results;
});

const markSlow = batched(async (hosts: string[]) => {
  await markHostsSlow(db, [...new Set(hosts)]);
  return hosts;
});

/** Called while a request is still waiting, so that other processes know before it ends or is killed. Never throws. */
export async function recordSlowHost(host: string): Promise<void> {
  await markSlow(host).catch((error: Error) =>
    log.warn({ host, error: error.message }, 'recording a slow host failed'),
  );
}

const close = batched(async (hosts: string[]) => {
  const closed = await closeCircuits(db, [...new Set(hosts)], failuresToOpen);
  if (closed.length > 0) {
    const names = closed.map(({ host }) => host);
    await dueDeliveriesNow(db, names, jobs.deliverActivity.name);
    wakeRelay();
  }
  return hosts;
});

const recentlyClosed = new LRUCache<string, true>({ max: 5_000, ttl: 10_000 });

/**
 * Closes the circuit of a host that has just sent us an activity, and retries what waits for it. Cheap enough to be
 * called for every received activity, and never throws.
 */
export async function closeCircuit(host: string): Promise<void> {
  if (recentlyClosed.has(host)) return;
  recentlyClosed.set(host, true);
  await close(host).catch((error: Error) => {
    recentlyClosed.delete(host);
    log.warn({ host, error: error.message }, 'closing the circuit of a host failed');
  });
}
