/** Runs long jobs in slices, so that other jobs of their queue and a restart need not wait for their end. */
import type { Outcome } from './handler.ts';

const sliceMs = 5_000;

/** When a slice that begins now should end, in the time of `performance.now`. */
export const sliceEnd = (): number => performance.now() + sliceMs;

/** `work` stops at the given time and returns whether it is done. Otherwise the job runs again. */
export async function inSlices(work: (until: number) => Promise<boolean>): Promise<Outcome> {
  return (await work(sliceEnd())) ? 'done' : { again: new Date() };
}
