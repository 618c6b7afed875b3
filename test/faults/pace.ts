/** Runs operations at a steady rate, however long the server takes to answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { publishingLoad } from './load.ts';
import type { Stage } from './scenario.ts';
import type { World } from './world.ts';

/** Starts `perSecond` operations per second until `work` ends, and waits for all of them. */
export async function atPace(
  perSecond: number,
  operation: (n: number) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const running: Promise<unknown>[] = [];
  let isOver = false;
  const began = performance.now();
  const tick = async () => {
    for (let n = 0; !isOver; n += 1) {
      const started = operation(n);
      // An operation that fails ends the scenario in the end, not the process at once.
      started.catch(() => {});
      running.push(started);
      await sleep(Math.max(0, began + ((n + 1) * 1_000) / perSecond - performance.now()));
    }
  };
  const ticking = tick();
  await work().finally(() => {
    isOver = true;
  });
  await ticking;
  await Promise.all(running);
}

/** Members publish, edit, delete and react while `work` injects faults. */
export const publishDuring = (
  stage: Stage,
  world: World,
  perSecond: number,
  work: () => Promise<void>,
): Promise<void> => atPace(perSecond, publishingLoad(world, stage.random), work);

/** A finding for each operation that was not answered at the first attempt. */
export const findRetried = ({ journal }: World, reason: string): string[] =>
  journal.operations
    .filter(({ attempts }) => attempts > 1)
    .map(
      ({ member, action, attempts, status }) =>
        `the first answer to a ${action} by ${member}: it took ${attempts} attempts, the last one ${status}, although ${reason}`,
    );
