/** Waits until everything is quiet, lets all checkers look, and sums up. */
import { indexArrivals } from './checkers/arrivals.ts';
import { type Baseline, findGrowth } from './checkers/baseline.ts';
import { findWrongCounters } from './checkers/counters.ts';
import { findDuplicates } from './checkers/duplicate.ts';
import { findLeaks } from './checkers/leak.ts';
import { findLost } from './checkers/lost.ts';
import { findDisorder } from './checkers/order.ts';
import { findPhantoms } from './checkers/phantom.ts';
import { readView } from './checkers/view.ts';
import type { Fixture } from './fixture.ts';
import { count } from './journal.ts';
import type { Outcome } from './outcome.ts';
import { findRetried } from './pace.ts';
import { quiesce } from './quiescence.ts';
import type { ScenarioContext } from './scenario.ts';

interface JudgeOptions {
  before?: Baseline;
  /** By how much resources may grow where the usual bounds are too wide. */
  maxGrowth?: Partial<Baseline>;
  timeoutMs?: number;
}

export async function judge(
  context: ScenarioContext,
  fixture: Fixture,
  { before, maxGrowth, timeoutMs }: JudgeOptions = {},
): Promise<Outcome> {
  const { alpha, journal, peers, faults } = fixture;
  context.progress(`${journal.operations.length} operations done, waiting until everything is quiet`);
  await quiesce(alpha, timeoutMs);
  await peers.quiet(500);
  context.progress('quiet, looking');
  const arrivals = indexArrivals(fixture);
  const view = await readView(fixture);
  const unknown = count(journal.operations, 'unknown');
  // While something is away the answer is 503. Any other error is a defect.
  const errors = [...journal.serverErrors].map(([status, times]) => `a clear answer instead of ${times} × ${status}`);
  return {
    acked: count(journal.operations, 'acknowledged'),
    delivered: arrivals.first.length,
    lost: [
      ...findLost(fixture, view, arrivals),
      ...errors,
      ...peers.unverified.map((one) => `a delivery with a wrong signature: ${one}`),
    ],
    duplicated: findDuplicates(fixture, view, arrivals),
    phantom: findPhantoms(fixture, view, arrivals),
    leaked: findLeaks(fixture, view, arrivals),
    outOfOrder: findDisorder(fixture, arrivals),
    counters: await findWrongCounters(alpha),
    redelivered: arrivals.redelivered,
    recoveryMs: recoveryTimes(
      fixture,
      arrivals.first.map(({ at }) => at),
      faults.at(-1),
    ),
    ...(before && { baseline: await findGrowth(before, alpha, context, maxGrowth) }),
    notes: `${faults.length} faults, refused ${count(journal.operations, 'refused')}, unknown ${unknown}`,
  };
}

/** Of operations that were under way at the last fault, and of all deliveries after it until the clients ended. */
function recoveryTimes({ journal }: Fixture, deliveredAt: number[], last: number | undefined): number[] {
  if (last === undefined) return [];
  const underWay = journal.operations.filter(({ beganAt, endedAt }) => beganAt < last && endedAt > last);
  const ended = Math.max(last, ...underWay.map(({ endedAt }) => endedAt));
  const late = deliveredAt.filter((at) => at > last);
  return [...underWay.map(({ endedAt }) => endedAt), ...late.filter((at) => at > ended)].map((at) => at - last);
}

/** Judges a scenario that took only the queue away. Requests need no queue. */
export async function judgeQueueFault(
  context: ScenarioContext,
  fixture: Fixture,
  options?: JudgeOptions,
): Promise<Outcome> {
  const outcome = await judge(context, fixture, options);
  return { ...outcome, lost: [...outcome.lost, ...findRetried(fixture, 'only the queue was away')] };
}
