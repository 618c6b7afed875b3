/** Jobs that were promised together: done and settled together, but for those that something befalls. */
import { breakUpOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { type JobName, jobByName } from '../src/jobs/catalogue.ts';
import type { Attempt } from '../src/jobs/queues.ts';
import { wakeRelay } from '../src/jobs/wake.ts';
import { log } from '../src/lib/log.ts';
import type { Outcome } from './handler.ts';

interface Bundle extends Attempt {
  payload: unknown[];
}

/** One that is to be done later, and has a row of its own from then on. */
interface Left {
  payload: unknown;
  error?: string;
  due_at?: Date;
}

export const isBundle = (attempt: Attempt): attempt is Bundle => Array.isArray(attempt.payload);

/**
 * Begins all in their order. Whether the row may go: if not, those that failed or were put off have got rows of their own.
 * Where a process died over a bundle each job gets one, so that the next crash tells which it was.
 */
export async function workBundle(
  bundle: Bundle,
  run: (payload: unknown) => Promise<Outcome>,
): Promise<boolean> {
  const left =
    bundle.crashes > 0
      ? bundle.payload.map((payload) => ({ payload }))
      : await Promise.all(bundle.payload.map((payload) => leftOf(bundle, payload, run)));
  const later = left.filter((each) => each !== null);
  if (later.length === 0) return true;

  const { retry } = jobByName[bundle.name as JobName];
  await breakUpOutbox(db, bundle.id, bundle.offers, JSON.stringify(later), retry);
  wakeRelay();
  return false;
}

async function leftOf(
  { id, name }: Bundle,
  payload: unknown,
  run: (payload: unknown) => Promise<Outcome>,
): Promise<Left | null> {
  try {
    const outcome = await run(payload);
    return outcome === 'done' ? null : { payload, due_at: outcome.again };
  } catch (error) {
    const { message, stack } = error as Error;
    log.warn({ job: name, id, error: message, stack }, 'a job of a bundle failed');
    return { payload, error: message.slice(0, 1_000) };
  }
}
