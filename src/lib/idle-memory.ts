/** Gives memory back to the system when a process becomes idle (docs/decisions/0035-memory.md). */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Shorter than a minute, and longer than the pauses of somebody who reads a page. */
const intervalMs = 20_000;
/** The share of time in which the event loop of an idle process runs. */
const maxIdleUtilization = 0.02;

/** V8 collects garbage when the heap grows, so after a burst it keeps what the burst has left. Call it once. */
export function releaseMemoryWhenIdle(): void {
  const collect = fullCollection();
  let before: EventLoopUtilization | undefined;
  // The start is a burst, too.
  let wasBusy = true;
  setInterval(() => {
    const total = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(total, before);
    before = total;
    const isBusy = utilization > maxIdleUtilization;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  }, intervalMs).unref();
}

/**
 * It takes some milliseconds for each megabyte of the heap, and frees the pages that V8 would keep. Node offers it only
 * with an option of V8, which would add a global to all code.
 */
function fullCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
