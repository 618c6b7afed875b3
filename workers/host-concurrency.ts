/** Limits how many fetch jobs talk to one host at a time, across all worker processes. */
import { acquirePermit } from '../src/db/semaphore.ts';
import type { Outcome } from './handler.ts';

const maxPerHost = 3;

/** Runs `work`, or postpones the job by a few seconds if the host's permits are all in use. */
export async function withHostPermit(url: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const permit = await acquirePermit(`fetch ${new URL(url).host}`, maxPerHost);
  if (!permit) return { again: new Date(Date.now() + 1_000 + Math.random() * 4_000) };

  try {
    return await work();
  } finally {
    permit.release();
  }
}
