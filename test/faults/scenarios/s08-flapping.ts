/** S8: hosts answer 429 with Retry-After, 5xx or nothing, on and off. */
import { type Clock, openClock } from '../clock.ts';
import { fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { runAll } from '../load.ts';
import { edit, publish } from '../operations.ts';
import type { Condition, Flapping } from '../peers/condition.ts';
import type { Delivery } from '../peers/host.ts';
import { countPending, passUntilDelivered } from '../pending-deliveries.ts';
import type { Scenario } from '../scenario.ts';

const minute = 60_000;
const hour = 60 * minute;
const busy: Condition = { status: 429, retryAfterSeconds: 300 };
const overloaded: Condition = { status: 503, retryAfterSeconds: 120 };
const flappings: Flapping[] = [
  (n) => (n % 2 === 0 ? busy : 'well'),
  (n) => (n % 3 === 2 ? 'well' : { status: 500 }),
  (n) => (n % 4 === 3 ? 'well' : overloaded),
  (n) => (n % 2 === 0 ? 'loses response' : 'well'),
  (n) => (n % 3 === 2 ? 'well' : { status: 429 }),
];
/** A host asks for a pause at every attempt for so long. */
const stubbornHours = 12;
/** Requests that are on their way when a host asks for a pause. */
const graceMs = 3_000;

export const flapping: Scenario = {
  id: 'S8',
  name: 'flapping hosts: 429 with Retry-After, 5xx, lost responses',
  isShort: false,
  run: async (context) => {
    const fixture = await openFixture(context, { hosts: 14 });
    const { alpha, peers, journal, members } = fixture;
    const clock = openClock(alpha);
    const stubborn = [...fixture.followerHosts.get('ann')!].at(-1)!;
    for (const [n, host] of peers.hosts.entries()) await peers.set(host, flappings[n % flappings.length]!);
    await peers.set(stubborn, { status: 429, retryAfterSeconds: 3_600 });
    fault(fixture);

    const rounds = context.isShort ? 2 : 6;
    for (let round = 0; round < rounds; round += 1) {
      await runAll(4, 2, (n) => publish(journal, n % 2 === 0 ? members.ann : members.bo));
      const item = journal.items.at(-1)!;
      await edit(journal, members[item.author as 'ann' | 'bo'], item);
      await clock.pass(5 * minute, minute);
    }
    await clock.pass(stubbornHours * hour, hour);
    const attempts = peers.deliveries.filter(({ host }) => host === stubborn);
    const pending = await countPending(alpha);
    await peers.set(stubborn, 'well');
    await passUntilDelivered(alpha, clock);

    const outcome = await judge(context, fixture);
    const perActivity = Math.max(...[...Map.groupBy(attempts, ({ id }) => id).values()].map((all) => all.length));
    const early = findEarly(peers.deliveries, clock);
    return {
      ...outcome,
      phantom: [
        ...outcome.phantom,
        ...early,
        ...(perActivity > stubbornHours + 2 ? [`${perActivity} attempts in ${stubbornHours} hours`] : []),
      ],
      notes:
        `${outcome.notes}; ${pending} deliveries were pending after ${stubbornHours} hours, ` +
        `${peers.deliveries.length} attempts, at most ${perActivity} for one delivery to a host that was always busy`,
    };
  },
};

/** Attempts during a pause that the host had asked for, on the fake clock. */
function findEarly(deliveries: Delivery[], clock: Clock): string[] {
  const byHost = Map.groupBy(deliveries, ({ host }) => host);
  return [...byHost].flatMap(([host, all]) => {
    let pausedAt = 0;
    let pausedUntil = 0;
    return all.flatMap(({ at, id, condition }) => {
      const now = clock.elapsedMs(at);
      const isEarly = now > pausedAt + graceMs && now < pausedUntil - 1_000;
      const found = isEarly
        ? [`${host} got ${id} ${((pausedUntil - now) / 1000).toFixed(0)} s before the end of its pause`]
        : [];
      if (typeof condition === 'object' && 'retryAfterSeconds' in condition) {
        pausedAt = now;
        pausedUntil = now + condition.retryAfterSeconds! * 1_000;
      }
      return found;
    });
  });
}
