/** S7: one host is away for five days and another for good, on a fake clock, while an author goes on. */
import { type Clock, openClock } from '../clock.ts';
import { query } from '../database.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { edit, publish, remove } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

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
  run: async (context) => {
    const fixture = await openFixture(context, { hosts: 6 });
    const { alpha, peers, journal, members, followerHosts } = fixture;
    const [away, dead] = [...followerHosts.get('ann')!] as [string, string];
    followerHosts.get('ann')!.delete(dead);
    const clock = openClock(alpha);

    await publish(journal, members.ann);
    await clock.pass(hour);
    await peers.set(away, 'refuses');
    await peers.set(dead, { status: 500 });
    fault(fixture);
    for (let today = 0; today < daysAway; today += 1) {
      await publishAndChange(fixture);
      await clock.pass(day, step);
      if (today === 2) {
        await alpha.processes.killWeb();
        await alpha.restart();
      }
    }
    await peers.set(away, 'well');
    context.progress(`back after ${daysAway} days`);
    await clock.pass(longestPause, hour);
    const backAt = performance.now();
    await clock.pass(maxAge + day, step);
    await peers.set(dead, 'well');
    await clock.pass(2 * day, step);

    const outcome = await judge(context, fixture);
    const late = peers.deliveries.filter(({ host, at }) => host === away && at > backAt);
    return {
      ...outcome,
      lost: [
        ...outcome.lost,
        ...late.map(({ type, object }) => `${type} of ${object} only after ${longestPause / hour} h`),
      ],
      phantom: [...outcome.phantom, ...(await findWrongEnds(fixture, dead, clock))],
      notes: `${outcome.notes}; ${(clock.elapsedMs() / day).toFixed(1)} days on the fake clock`,
    };
  },
};

/** Publishes three items, edits one of them and an older one, and deletes the other older ones. */
async function publishAndChange({ journal, members: { ann } }: Fixture): Promise<void> {
  const older = journal.items.slice(-2);
  for (let n = 0; n < 3; n += 1) await publish(journal, ann);
  await edit(journal, ann, journal.items.at(-1)!);
  const [kept, deleted] = older;
  if (kept) await edit(journal, ann, kept);
  if (deleted) await remove(journal, ann, deleted);
}

/** Checks that deliveries to a dead host were tried up to the maximum age, never later, and have failed then. */
async function findWrongEnds({ alpha, peers }: Fixture, host: string, clock: Clock): Promise<string[]> {
  const rows = await query<{ iri: string; state: string; created: number; ended: number }>(
    alpha,
    `SELECT a.iri, d.state, 1000 * extract(epoch FROM d.created_at - now())::float8 AS created,
       1000 * extract(epoch FROM d.updated_at - d.created_at)::float8 AS ended
     FROM delivery d JOIN activity a ON a.id = d.activity_id
     WHERE d.host = $1 AND d.state <> 'delivered' AND coalesce(d.last_error, '') NOT IN ('cancelled', 'superseded by a later activity')`,
    [host],
  );
  const now = clock.elapsedMs();
  const tried = peers.deliveries.filter((one) => one.host === host);
  const late = tried.filter(({ id, at }) => {
    const row = rows.find(({ iri }) => iri === id);
    return row && clock.elapsedMs(at) - now - row.created > maxAge;
  });
  const inDays = (ms: number) => `${(ms / day).toFixed(2)} days`;
  return [
    ...(rows.length === 0 || tried.length === 0 ? ['nothing was ever sent to the dead host'] : []),
    ...late.map(({ id }) => `${id} was tried after more than ${inDays(maxAge)}`),
    ...rows
      .filter(({ state }) => state !== 'failed')
      .map(({ iri, state, created }) => `${iri} is ${state} after ${inDays(-created)}`),
    ...rows
      .filter(({ ended }) => Math.abs(ended - maxAge) > longestPause + step)
      .map(({ iri, ended }) => `${iri} was given up after ${inDays(ended)}`),
  ];
}
