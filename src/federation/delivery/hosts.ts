/** What deliveries teach about other servers: alive or not, and the dialect they understand. */
import type { PendingDelivery } from '../../db/sql/deliveries.ts';
import { failuresToOpen, hastenDeliveries, markSlow, recordHosts, reviveHosts } from '../../db/sql/hosts.ts';
import { db } from '../../db/statement.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/wake.ts';
import { batched } from '../../lib/batch.ts';
import { log } from '../../lib/log.ts';
import { createLru } from '../../lib/lru.ts';
import type { Dialect } from './knock.ts';
import type { Standing } from './lanes.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;

type Known = Pick<
  PendingDelivery,
  'host' | 'failures' | 'open_until' | 'last_success_at' | 'slow_since' | 'dialect'
>;

interface Observation {
  host: string;
  /** Null for one that answered as a living server does. */
  trouble: string | null;
  dialect: Dialect | null;
  hold: Date | null;
  /** It kept us waiting. */
  slow: boolean;
  /** It never answered, which costs more than other trouble does: unless it did lately, the circuit opens at once. */
  hung: boolean;
}

export function standingOf({ failures, last_success_at, slow_since }: Known): Standing {
  if (slow_since) return 'slow';
  if (failures > 0) return 'failing';
  return last_success_at && Date.now() - last_success_at.getTime() < week ? 'living' : 'untried';
}

/** Written before the delivery's job ends; what says nothing new is not written at all. */
export async function observe(known: Known, seen: Observation): Promise<void> {
  const fresh = known.last_success_at && Date.now() - known.last_success_at.getTime() < hour;
  const wasWell = known.failures === 0 && known.slow_since === null && fresh;
  const stillWell = seen.trouble === null && seen.hold === null && !seen.slow && wasWell;
  const sameDialect = seen.dialect === null || seen.dialect === known.dialect;
  if (stillWell && sameDialect) return;
  await record({ ...seen, hung: seen.hung && standingOf(known) !== 'living' });
}

const record = batched(async (observations: Observation[]) => {
  const byHost = [...Map.groupBy(observations, ({ host }) => host)].map(([host, seen]) => {
    const answers = seen.filter(({ trouble }) => trouble === null);
    return {
      host,
      dialect: answers.findLast(({ dialect }) => dialect)?.dialect ?? null,
      failures: answers.length > 0 ? 0 : seen.length,
      atLeast: seen.some(({ hung }) => hung) ? failuresToOpen : 0,
      slow: seen.at(-1)!.slow,
      hold: seen.find(({ hold }) => hold)?.hold ?? null,
      trouble: answers.length > 0 ? null : seen.at(-1)!.trouble,
    };
  });
  await recordHosts(
    db,
    byHost.map(({ host }) => host),
    byHost.map(({ dialect }) => dialect),
    byHost.map(({ failures }) => failures),
    byHost.map(({ atLeast }) => atLeast),
    byHost.map(({ slow }) => slow),
    byHost.map(({ hold }) => hold),
    byHost.map(({ trouble }) => trouble),
    failuresToOpen,
  );
  return observations;
});

const mark = batched(async (hosts: string[]) => {
  await markSlow(db, [...new Set(hosts)]);
  return hosts;
});

/** While it keeps us waiting, so that others know, those too that come when this process was killed over it. */
export async function noteSlow(host: string): Promise<void> {
  await mark(host).catch((error: Error) =>
    log.warn({ host, error: error.message }, 'a slow server could not be noted'),
  );
}

const revive = batched(async (hosts: string[]) => {
  const revived = await reviveHosts(db, [...new Set(hosts)], failuresToOpen);
  if (revived.length > 0) {
    const names = revived.map(({ host }) => host);
    await hastenDeliveries(db, names, jobs.deliverActivity.name);
    wakeRelay();
  }
  return hosts;
});

/** Hosts noted within the last 10 s. */
const noted = createLru<number>(5_000);

/**
 * Closes the circuit of a host that we heard from, and hastens what waits for it. Cheap enough for every inbound
 * activity, and no reason for one to fail.
 */
export async function noteAlive(host: string): Promise<void> {
  if (Date.now() - (noted.get(host) ?? 0) < 10_000) return;
  noted.set(host, Date.now());
  await revive(host).catch((error: Error) => {
    noted.delete(host);
    log.warn({ host, error: error.message }, 'a sign of life could not be noted');
  });
}
