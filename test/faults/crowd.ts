/** Publishes to followers on many servers, some of them dead, while the worker is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Instance } from '../support/instance.ts';
import { type Hosts, openHosts } from './hosts.ts';
import { publishAll } from './publish.ts';

export interface Crowd {
  hosts: number;
  dead: number;
  followers: number;
  publishes: number;
  kills: number;
  /** Milliseconds within which the last delivery must arrive. */
  timeoutMs: number;
}

interface Turnout {
  /** Activities multiplied by living hosts. */
  due: number;
  missing: number;
  /** Deliveries that a host received again. */
  repeated: number;
  /** From publishing to arrival, in ms. */
  median: number;
  p99: number;
  last: number;
  /** The share of delivery capacity that dead hosts used. */
  lostToTheDead: number;
  /** Seconds of delivery capacity used by living and by dead hosts. */
  busy: { living: number; dead: number };
  killed: number;
  seconds: number;
}

/** Concurrent deliveries of one worker. */
const deliveryConcurrency = 256;

export async function deliverToCrowd(alpha: Instance, databaseUrl: string, crowd: Crowd): Promise<Turnout> {
  const ann = await alpha.join('ann');
  const hosts = await openHosts(crowd.hosts, crowd.dead);
  try {
    await seedFollowers(databaseUrl, [...hosts.dead, ...hosts.living], crowd.followers);
    return await deliver(alpha, ann, hosts, crowd);
  } finally {
    hosts.close();
  }
}

async function deliver(
  alpha: Instance,
  ann: Awaited<ReturnType<Instance['join']>>,
  hosts: Hosts,
  crowd: Crowd,
): Promise<Turnout> {
  const names = Array.from({ length: crowd.publishes }, (_, n) => `Dish ${String(n).padStart(3, '0')}`);
  const publishedAt: number[] = [];
  const began = performance.now();
  await publishAll(ann, names, () => publishedAt.push(performance.now()));

  const due = crowd.publishes * hosts.living.length;
  const came = () => new Set(hosts.arrivals.map(({ host, id }) => `${host} ${id}`));
  let killed = 0;
  while (came().size < due && performance.now() - began < crowd.timeoutMs) {
    if (killed < crowd.kills && came().size > (due * (killed + 1)) / (crowd.kills + 2)) {
      alpha.processes.killWorker();
      killed += 1;
    }
    await sleep(20);
  }
  const seconds = (performance.now() - began) / 1000;
  const busy = hosts.busy();
  // Time for duplicates to arrive.
  await sleep(1_000);

  const firsts = new Map<string, number>();
  for (const { host, id, at } of hosts.arrivals) {
    const seen = `${host} ${id}`;
    if (!firsts.has(seen)) firsts.set(seen, at);
  }
  // Measured from the first publish, so the figure is the worst case.
  const waits = [...firsts.values()].map((at) => at - publishedAt[0]!).sort((one, other) => one - other);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return {
    ...{ due, missing: due - firsts.size, repeated: hosts.arrivals.length - firsts.size },
    ...{ median: at(0.5), p99: at(0.99), last: at(1) },
    ...{ lostToTheDead: busy.dead / (deliveryConcurrency * seconds), busy, killed, seconds },
  };
}

export async function seedFollowers(databaseUrl: string, hosts: string[], count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `WITH made AS (
         INSERT INTO account (iri, username, host, handle, state, inbox, shared_inbox, fetched_at)
         SELECT 'http://' || host || '/users/' || n, 'fan' || n, host, 'fan' || n || '@' || host, 'loaded',
           'http://' || host || '/users/' || n || '/inbox', 'http://' || host || '/inbox', now()
         FROM generate_series(1, $2::int) n, LATERAL (SELECT ($1::text[])[n % cardinality($1::text[]) + 1] AS host) h
         RETURNING id
       )
       INSERT INTO follow (follower_id, followee_id)
       SELECT made.id, ann.id FROM made, account ann WHERE ann.handle = 'ann'`,
      [hosts, count],
    );
  } finally {
    await client.end();
  }
}

export function describeTurnout(turnout: Turnout): string {
  const { due, missing, repeated, median, p99, last, lostToTheDead, busy, killed, seconds } = turnout;
  const time = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return (
    `${due} due, missing ${missing}, repeated ${repeated}; half after ${time(median)}, 99 % after ${time(p99)}, ` +
    `all after ${time(last)}; worker killed ${killed} times; of ${(deliveryConcurrency * seconds).toFixed(0)} s in ${deliveryConcurrency} places ` +
    `the dead took ${busy.dead.toFixed(1)} s (${(100 * lostToTheDead).toFixed(1)} %), the living ${busy.living.toFixed(1)} s`
  );
}
