/** Runs the handlers: every job is settled, postponed or set aside, and which of these is written in PostgreSQL. */
import { failOutbox, postponeOutbox, quarantineOutbox, settleOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { type JobName, type JobNamed, jobByName, type Payload } from '../src/jobs/catalogue.ts';
import { maxCrashes, maxErrors, type QueueName } from '../src/jobs/define.ts';
import type { Attempt, Queues } from '../src/jobs/queues.ts';
import { batched } from '../src/lib/batch.ts';
import { failpoint } from '../src/lib/failpoint.ts';
import { log } from '../src/lib/log.ts';
import type { Outcome } from './handler.ts';
import { handlers } from './handlers/index.ts';

const concurrency: Record<QueueName, number> = {
  inbox: 16,
  delivery: 64,
  timeline: 8,
  fetch: 8,
  maintenance: 1,
};

/** Handlers are idempotent, so a settlement lost with the process only repeats a job. */
const settle = batched(async (ids: string[]) => {
  await settleOutbox(db, ids);
  return ids;
});

export function startWork(queues: Queues): void {
  for (const [queue, limit] of Object.entries(concurrency)) {
    queues.work(queue as QueueName, limit, work);
  }
}

/** Never throws: a failure to write the outcome leaves the row to `reconcile`. */
export async function work(attempt: Attempt): Promise<void> {
  const { id, name } = attempt;
  try {
    if (attempt.crashes >= maxCrashes) {
      await quarantineOutbox(db, id, `the process died ${attempt.crashes} times over it`);
      return;
    }
    const outcome = await run(name as JobName, attempt.payload);
    failpoint('before_settle');
    if (outcome === 'done') await settle(id);
    else await postponeOutbox(db, id, outcome.again);
  } catch (error) {
    await fail(attempt, error as Error);
  }
}

function run<Name extends JobName>(name: Name, payload: unknown): Promise<Outcome> {
  const parsed = jobByName[name].payload.parse(payload) as Payload<JobNamed<Name>>;
  return handlers[name](parsed);
}

async function fail({ id, name }: Attempt, error: Error): Promise<void> {
  const retry = jobByName[name as JobName]?.retry ?? [60];
  log.warn({ job: name, id, error: error.message, stack: error.stack }, 'a job failed');
  try {
    await failOutbox(db, id, error.message.slice(0, 1_000), retry, maxErrors);
  } catch (lost) {
    log.error({ job: name, id, error: (lost as Error).message }, 'the outcome of a job could not be written');
  }
}
