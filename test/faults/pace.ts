/** Runs operations at a steady rate, however long the server takes to answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixture } from './fixture.ts';
import { publishingLoad } from './load.ts';
import type { ScenarioContext } from './scenario.ts';

/** More would measure an overloaded machine instead of a fault. */
const maxRunning = 64;

/**
 * Starts `perSecond` operations per second, or fewer while 64 are running, until `work` ends, and waits for all of
 * them. Resolves to how many were started per second.
 */
export async function atPace(
  perSecond: number,
  operation: (n: number) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<number> {
  const all: Promise<unknown>[] = [];
  let running = 0;
  let isOver = false;
  const began = performance.now();
  const run = async (n: number) => {
    running += 1;
    await operation(n).finally(() => {
      running -= 1;
    });
  };
  const tick = async () => {
    for (let n = 0, dueAt = began; !isOver; ) {
      const now = performance.now();
      if (now < dueAt || running >= maxRunning) {
        await sleep(2);
        continue;
      }
      // What could not be started in time is left out.
      dueAt = Math.max(dueAt, now - 100) + 1_000 / perSecond;
      const started = run(n++);
      // An operation that fails ends the scenario in the end, not the process at once.
      started.catch(() => {});
      all.push(started);
    }
  };
  const ticking = tick();
  await work().finally(() => {
    isOver = true;
  });
  const rate = all.length / ((performance.now() - began) / 1_000);
  await ticking;
  await Promise.all(all);
  return rate;
}

/** Members publish, edit, delete and react while `work` injects faults. */
export const publishDuring = (
  context: ScenarioContext,
  fixture: Fixture,
  perSecond: number,
  work: () => Promise<void>,
): Promise<number> => atPace(perSecond, publishingLoad(fixture, context.random), work);

/** A finding for each operation that was not answered at the first attempt. */
export const findRetried = ({ journal }: Fixture, reason: string): string[] =>
  journal.operations
    .filter(({ attempts }) => attempts > 1)
    .map(
      ({ member, action, attempts, status }) =>
        `the first answer to a ${action} by ${member}: it took ${attempts} attempts, the last one ${status}, although ${reason}`,
    );
