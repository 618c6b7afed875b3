/** S6: two authors publish to 10,000 followers on 200 hosts, ten of them dead, while the worker is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { indexArrivals } from '../checkers/arrivals.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { runAll } from '../load.ts';
import { publish } from '../operations.ts';
import type { Condition } from '../peers/condition.ts';
import { countPending, giveUpOn } from '../pending-deliveries.ts';
import { percentile } from '../percentile.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

/** A tenth of the hosts follows nobody. */
const large = { hosts: 223, dead: 10, followersPerHost: 50, publishes: 80, kills: 2, timeoutMs: 200_000 };
const small = { hosts: 34, dead: 2, followersPerHost: 5, publishes: 10, kills: 1, timeoutMs: 60_000 };
/** Of a delivery to a living host, after the first publish. */
const maxP99Ms = 60_000;
/** The share of delivery capacity that dead hosts may use. */
const maxShareOfDead = 0.05;
/** Concurrent deliveries of one worker. A killed worker leaves at most so many that were not recorded. */
const concurrency = 256;
/** Deliveries that arrived but were not recorded before the kill are repeated after the last first arrival. */
const settleMs = 30_000;
const ailments: Condition[] = ['hangs', 'refuses', { status: 500 }, { delayMs: 5_000 }];

export const crowd: Scenario = {
  id: 'S6',
  name: '10,000 followers on 200 hosts, 5 % of them dead, the worker killed in between',
  isShort: true,
  run: async (context) => {
    const size = context.isShort ? small : large;
    const fixture = await openFixture(context, size);
    const { alpha, peers, journal, members, followerHosts } = fixture;
    const before = await measureBaseline(alpha, context);
    const dead = await takeDown(fixture, size.dead);
    const living = new Set([...followerHosts.values()].flatMap((hosts) => [...hosts]));
    for (const host of dead) living.delete(host);
    await peers.trust(...[members.ann, members.bo].map(({ id }) => `${alpha.origin}/users/${id}`));

    const began = performance.now();
    const authors = [members.ann, members.bo] as const;
    const publishing = runAll(size.publishes, 4, (n) => publish(journal, authors[n % 2]!));
    const due = (size.publishes * living.size) / 2;
    const kills = await killWhileArriving(context, fixture, living, due, size);
    await publishing;
    const seconds = (performance.now() - began) / 1000;
    const share = peers.busyMs(dead) / 1000 / (concurrency * seconds);
    demand(kills === size.kills, `the worker was killed ${kills} times instead of ${size.kills}`);

    const waiting = await pendingAfter(settleMs, () => countPending(alpha, [...living]));
    const p99 = percentile(firstTimes(fixture, living), 0.99) - began;
    for (const hosts of followerHosts.values()) for (const host of dead) hosts.delete(host);
    await giveUpOn(alpha, dead);
    const outcome = await judge(context, fixture, { before });
    return {
      ...outcome,
      lost: [
        ...outcome.lost,
        ...(waiting > 0 ? [`${waiting} deliveries to living hosts were not finished`] : []),
        ...(p99 > maxP99Ms ? [`99 % arrived only after ${p99.toFixed(0)} ms`] : []),
        ...(share > maxShareOfDead ? [`dead hosts used ${(100 * share).toFixed(1)} % of the capacity`] : []),
      ],
      duplicated: [
        ...outcome.duplicated,
        ...(outcome.redelivered > concurrency * kills ? [`${outcome.redelivered} delivered again`] : []),
      ],
      notes:
        `${outcome.notes}; 99 % after ${(p99 / 1000).toFixed(1)} s, all after ${seconds.toFixed(1)} s, ` +
        `dead hosts used ${(100 * share).toFixed(1)} % of the capacity`,
    };
  },
};

/** Waits until nothing is pending. Returns how many are left after the time. */
async function pendingAfter(timeoutMs: number, count: () => Promise<number>): Promise<number> {
  const end = performance.now() + timeoutMs;
  let left = await count();
  while (left > 0 && performance.now() < end) {
    await sleep(200);
    left = await count();
  }
  return left;
}

/** Gives half of them to each author's followers, and returns them. */
async function takeDown({ peers, followerHosts }: Fixture, count: number): Promise<string[]> {
  const dead = [...followerHosts.values()].flatMap((hosts) => [...hosts].slice(0, count / 2));
  for (const [n, host] of dead.entries()) await peers.set(host, ailments[n % ailments.length]!);
  return dead;
}

/** Resolves to the number of kills when all arrived at living hosts or the time is over. */
async function killWhileArriving(
  { progress }: ScenarioContext,
  fixture: Fixture,
  living: Set<string>,
  due: number,
  size: typeof large,
): Promise<number> {
  const { alpha, peers } = fixture;
  const arrived = new Set<string>();
  let kills = 0;
  const began = performance.now();
  for (let seen = 0; arrived.size < due && performance.now() - began < size.timeoutMs; await sleep(20)) {
    for (; seen < peers.deliveries.length; seen += 1) {
      const { host, id, isAccepted } = peers.deliveries[seen]!;
      if (isAccepted && living.has(host)) arrived.add(`${host} ${id}`);
    }
    if (kills < size.kills && arrived.size > (due * (kills + 1)) / (size.kills + 2)) {
      alpha.processes.killWorker();
      fault(fixture);
      kills += 1;
      progress(`worker killed after ${arrived.size} of ${due} deliveries`);
    }
  }
  return kills;
}

const firstTimes = (fixture: Fixture, hosts: Set<string>): number[] =>
  indexArrivals(fixture)
    .first.filter(({ host }) => hosts.has(host))
    .map(({ at }) => at);
