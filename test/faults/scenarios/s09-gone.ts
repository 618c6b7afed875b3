/** S9: hosts are gone for good: by 410, without DNS, or refusing every connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { indexArrivals } from '../checkers/arrivals.ts';
import { type Clock, openClock } from '../clock.ts';
import { query } from '../database.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import type { Operation } from '../journal.ts';
import { judge } from '../judge.ts';
import { publish } from '../operations.ts';
import { seedFollowers } from '../peers/seed-followers.ts';
import { percentile } from '../percentile.ts';
import type { Scenario } from '../scenario.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** `.invalid` never resolves (RFC 6761). */
const withoutDns = ['gone-one.invalid', 'gone-two.invalid'];
const days = 9;
/** Deliveries are retried for seven days, so that with one publication a day so many can wait for a host. */
const maxPending = 8;
/** Of a delivery to a living host, after the publish. */
const maxDelayMs = 15_000;

export const gone: Scenario = {
  id: 'S9',
  name: 'hosts gone for good: 410, no DNS, connection refused',
  isShort: false,
  run: async (context) => {
    const fixture = await openFixture(context, { hosts: 14 });
    const { alpha, peers, journal, members, followerHosts } = fixture;
    const [tombstone, refusing, other] = [...followerHosts.get('ann')!] as [string, string, string];
    await seedFollowers(alpha, withoutDns, 4, 'ann', 'lost');
    await peers.set(tombstone, { status: 410 });
    await peers.set(refusing, 'refuses');
    for (const host of [tombstone, refusing]) followerHosts.get('ann')!.delete(host);
    const clock = openClock(alpha);
    fault(fixture);

    const sent: Operation[] = [];
    let mostPending = 0;
    let afterTombstone = 0;
    for (let today = 0; today < days; today += 1) {
      const before = peers.deliveries.length;
      sent.push(await publish(journal, members.ann));
      await arrive(fixture, sent.at(-1)!, other);
      await clock.pass(day, 6 * hour);
      if (today > 1) afterTombstone += peers.deliveries.slice(before).filter(({ host }) => host === tombstone).length;
      mostPending = Math.max(mostPending, ...(await countDeliveries(fixture, 'pending')).values());
    }
    const unmarked = await findUnmarked(fixture, tombstone, [refusing, ...withoutDns]);
    // What waits for dead hosts ends seven days later.
    await clock.pass(8 * day, 12 * hour);
    const failed = await countDeliveries(fixture, 'failed');
    const outcome = await judge(context, fixture);
    const slowest = percentile(delaysOf(fixture, sent), 1);
    return {
      ...outcome,
      lost: [...outcome.lost, ...(slowest > maxDelayMs ? [`a living host waited ${slowest.toFixed(0)} ms`] : [])],
      phantom: [
        ...outcome.phantom,
        ...unmarked,
        ...(afterTombstone > 0 ? [`${afterTombstone} deliveries to a host after its 410`] : []),
      ],
      baseline: [
        ...(mostPending > maxPending ? [`${mostPending} deliveries waited for one host`] : []),
        ...(await findLeftovers(fixture, clock)),
      ],
      notes:
        `${outcome.notes}; at most ${mostPending} pending for one host, failed ` +
        `${[...failed].map(([host, count]) => `${count} at ${host}`).join(', ')}; living hosts waited at most ${slowest.toFixed(0)} ms`,
    };
  },
};

/** Waits until the host accepted the item. */
async function arrive({ peers }: Fixture, { item }: Operation, host: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < maxDelayMs; await sleep(20))
    if (peers.deliveries.some((one) => one.host === host && one.object === item!.iri)) return;
}

function delaysOf(fixture: Fixture, sent: Operation[]): number[] {
  const endedAt = new Map(sent.map(({ item, endedAt }) => [item!.iri, endedAt]));
  return indexArrivals(fixture)
    .first.filter(({ host, object }) => fixture.followerHosts.get('ann')!.has(host) && endedAt.has(object))
    .map(({ object, at }) => at - endedAt.get(object)!);
}

async function countDeliveries({ alpha }: Fixture, state: 'pending' | 'failed'): Promise<Map<string, number>> {
  const rows = await query<{ host: string; count: number }>(
    alpha,
    'SELECT host, count(*)::int AS count FROM delivery WHERE state = $1 GROUP BY host',
    [state],
  );
  return new Map(rows.map(({ host, count }) => [host, count]));
}

/** Accounts behind a 410 are deleted with their follows; other dead hosts are shown to the operator as such. */
async function findUnmarked({ alpha }: Fixture, tombstone: string, dead: string[]): Promise<string[]> {
  const [kept] = await query<{ count: number }>(
    alpha,
    `SELECT count(*)::int AS count FROM follow f JOIN account a ON a.id = f.follower_id
     WHERE a.host = $1 AND a.deleted_at IS NULL`,
    [tombstone],
  );
  const reports = await Promise.all(dead.map((host) => alpha.cli('host', 'show', host)));
  return [
    ...(kept!.count > 0 ? [`${kept!.count} followers of a host that answers 410`] : []),
    ...reports.filter((report) => !/ {2}(open|failing)\n/.test(report)),
  ];
}

/** A month later `prune` deletes activities with their deliveries. */
async function findLeftovers({ alpha }: Fixture, clock: Clock): Promise<string[]> {
  await clock.pass(32 * day);
  await query(alpha, `INSERT INTO outbox (job, payload) VALUES ('prune', '{}')`);
  const counts = `SELECT (SELECT count(*)::int FROM delivery) AS deliveries, (SELECT count(*)::int FROM activity) AS activities,
    (SELECT count(*)::int FROM outbox WHERE job = 'prune') AS running`;
  for (let tries = 1; ; tries += 1) {
    const [left] = await query<{ deliveries: number; activities: number; running: number }>(alpha, counts);
    const { deliveries, activities, running } = left!;
    if (running === 0 || tries === 100)
      return deliveries + activities > 0 ? [`${activities} activities and ${deliveries} deliveries after a month`] : [];
    await sleep(100);
  }
}
