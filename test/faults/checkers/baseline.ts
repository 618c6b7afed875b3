/** BASELINE: descriptors, memory, connections and tables return near what they were before the faults. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../../support/instance.ts';
import { query } from '../database.ts';
import type { ScenarioContext } from '../scenario.ts';

export interface Baseline {
  descriptors: number;
  /** Resident memory in MiB. */
  memory: number;
  /** Connections to PostgreSQL. */
  connections: number;
  /** Rows that are neither quarantined nor recurring. */
  outbox: number;
  inbound: number;
  /** Jobs of BullMQ on PostgreSQL, or keys on Redis. */
  queued: number;
}

/** What a healthy server may gain over its base line, for caches, pools and recurring jobs. */
const allowed: Baseline = {
  descriptors: 150,
  memory: 400,
  connections: 40,
  outbox: 3,
  inbound: 0,
  queued: 60,
};

const tables = `SELECT
  (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())::int AS connections,
  (SELECT count(*) FROM outbox WHERE quarantined_at IS NULL)::int AS outbox,
  (SELECT count(*) FROM inbound WHERE handled_at IS NULL)::int AS inbound`;

export async function measureBaseline(instance: Instance, context: ScenarioContext): Promise<Baseline> {
  const pids = [instance.processes.pid, instance.processes.workerPid()].filter((pid) => pid !== undefined);
  const [counts] = await query<Pick<Baseline, 'connections' | 'outbox' | 'inbound'>>(instance, tables);
  return {
    ...counts!,
    descriptors: sum(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    memory: sum(pids.map(residentMiB)),
    queued: context.redis ? await context.redis.keys() : await queueRows(instance),
  };
}

/** A process gives memory back when it has been idle for up to 40 s. */
const maxSeconds = 60;

/** Returns a line for each resource that stays above its base line by more than is allowed. */
export async function findGrowth(
  before: Baseline,
  instance: Instance,
  context: ScenarioContext,
  limits: Partial<Baseline> = {},
): Promise<string[]> {
  for (let waited = 0; ; waited += 1) {
    const growth = compare(before, await measureBaseline(instance, context), { ...allowed, ...limits });
    if (growth.length === 0 || waited === maxSeconds) return growth;
    await sleep(1_000);
  }
}

function compare(before: Baseline, after: Baseline, limits: Baseline): string[] {
  return (Object.keys(limits) as (keyof Baseline)[])
    .filter((name) => after[name] - before[name] > limits[name])
    .map((name) => `${name} rose from ${before[name]} to ${after[name]}`);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const residentMiB = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

const queueRows = async (instance: Instance): Promise<number> =>
  (await query<{ count: number }>(instance, 'SELECT count(*)::int AS count FROM bullmq.job'))[0]!.count;
