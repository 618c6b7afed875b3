/** S7: one host is away for five days and another for good, on a fake clock, while an author goes on. */
import { openClock } from '../clock.ts';
import { query } from '../database.ts';
import { judge } from '../judge.ts';
import { edit, publish, remove } from '../operations.ts';
import type { Scenario } from '../scenario.ts';
import { fault, openWorld, type World } from '../world.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Deliveries are retried for this long (FEDERATION.md). */
const maxAge = 7 * day;
/** The longest interval between two attempts: 12 h + 20 %, and an hour + 20 % for the circuit. */
const longestPause = 15.6 * hour;
const daysAway = 5;
const step = 4 * hour;

export const daysAwayScenario: Scenario = {
  id: 'S7',
  name: 'a host away for five days, another for good',
  isShort: false,
  run: async (stage) => {
    const world = await openWorld(stage, { hosts: 6 });
    const { alpha, peers, journal, members, followerHosts } = world;
    const [away, dead] = [...followerHosts.get('ann')!] as [string, string];
    followerHosts.get('ann')!.delete(dead);
    const clock = openClock(alpha);

    await publish(journal, members.ann);
    await clock.pass(hour);
    await peers.set(away, 'refuses');
    await peers.set(dead, { status: 500 });
    fault(world);
    for (let today = 0; today < daysAway; today += 1) {
      await publishAndChange(world);
      await clock.pass(day, step);
      if (today === 2) {
        await alpha.processes.killWeb();
        await alpha.restart();
      }
    }
    await peers.set(away, 'well');
    stage.progress(`back after ${daysAway} days`);
    await clock.pass(longestPause, hour);
    const backAt = performance.now();
    await clock.pass(maxAge + day, step);
    await peers.set(dead, 'well');
    await clock.pass(2 * day, step);

    const outcome = await judge(stage, world);
    const late = peers.deliveries.filter(({ host, at }) => host === away && at > backAt);
    return {
      ...outcome,
      lost: [
        ...outcome.lost,
        ...late.map(({ type, object }) => `${type} of ${object} only after ${longestPause / hour} h`),
      ],
      phantom: [...outcome.phantom, ...(await findWrongEnds(world, dead, clock.elapsedMs))],
      notes: `${outcome.notes}; ${(clock.elapsedMs() / day).toFixed(1)} days on the fake clock`,
    };
  },
};

/** Publishes three items, edits one of them and an older one, and deletes the other older ones. */
async function publishAndChange({ journal, members: { ann } }: World): Promise<void> {
  const older = journal.items.slice(-2);
  for (let n = 0; n < 3; n += 1) await publish(journal, ann);
  await edit(journal, ann, journal.items.at(-1)!);
  const [kept, deleted] = older;
  if (kept) await edit(journal, ann, kept);
  if (deleted) await remove(journal, ann, deleted);
}

/** Checks that deliveries to a dead host were tried up to the maximum age, never later, and have failed. */
async function findWrongEnds(
  { alpha, peers }: World,
  host: string,
  elapsedMs: (at?: number) => number,
): Promise<string[]> {
  const rows = await query<{ iri: string; state: string; error: string; created: Date; now: Date }>(
    alpha,
    `SELECT a.iri, d.state, d.last_error AS error, d.created_at AS created, now() AS now
     FROM delivery d JOIN activity a ON a.id = d.activity_id WHERE d.host = $1 AND d.last_error IS DISTINCT FROM 'cancelled'`,
    [host],
  );
  return rows.flatMap(({ iri, state, created, now }) => {
    const createdAt = elapsedMs() - (now.getTime() - created.getTime());
    const tried = peers.deliveries.filter((one) => one.host === host && one.id === iri);
    if (tried.some(({ isAccepted }) => isAccepted)) return [];
    const ages = tried.map(({ at }) => elapsedMs(at) - createdAt);
    const last = Math.max(0, ...ages);
    const days = (last / day).toFixed(2);
    return [
      ...(state === 'failed' ? [] : [`${iri} is ${state} after ${days} days`]),
      ...(last > maxAge ? [`${iri} was tried after ${days} days`] : []),
      ...(last < maxAge - longestPause - step ? [`${iri} was given up after ${days} days`] : []),
    ];
  });
}
