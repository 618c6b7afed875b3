/** Runs the handlers: every job is settled, postponed or set aside, and which of these is written in PostgreSQL. */
import { failOutbox, postponeOutbox, settleOutbox, takeBackOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { type JobName, type JobNamed, jobByName, type Payload } from '../src/jobs/catalogue.ts';
import { maxErrors, type QueueName } from '../src/jobs/define.ts';
import type { Attempt, Queues } from '../src/jobs/queues.ts';
import { wakeRelay } from '../src/jobs/wake.ts';
import { batched } from '../src/lib/batch.ts';
import { failpoint } from '../src/lib/failpoint.ts';
import { fewAtOnce } from '../src/lib/few-at-once.ts';
import { log } from '../src/lib/log.ts';
import type { Doing } from '../src/lib/tracing/doing.ts';
import { traced } from '../src/lib/tracing.ts';
import { isBundle, workBundle } from './bundles.ts';
import type { Handlers, Outcome } from './handler.ts';
import { handlers } from './handlers/index.ts';
import { lookAnyway } from './relay.ts';
import { workSuspect } from './suspects.ts';

const concurrency: Record<QueueName, number> = {
  inbox: 128,
  delivery: 256,
  timeline: 8,
  fetch: 8,
  media: 2,
  moving: 2,
  maintenance: 1,
};

const atWork = new Set<string>();

type AtOnce = ReturnType<typeof fewAtOnce>;

/** Handlers are idempotent, so a settlement lost with the process only repeats a job. */
const settle = batched(async (ids: string[]) => {
  await settleOutbox(db, ids);
  return ids;
});

export function startWork(queues: Queues, table: Handlers = handlers): void {
  for (const [queue, limit] of Object.entries(concurrency)) {
    const atOnce = fewAtOnce(limit);
    // As many bundles as jobs: however slow a job is, its bundle keeps no other closed while there is a place for more.
    queues.work(queue as QueueName, limit, (attempt) => work(attempt, table, atOnce));
  }
}

/** What has not ended when the process must is begun anew by the next one, at once. */
export async function handBack(): Promise<void> {
  if (atWork.size > 0) await takeBackOutbox(db, [...atWork]);
}

/** Never throws: a failure to write the outcome leaves the row to `reconcile`. */
export async function work(
  attempt: Attempt,
  table: Handlers = handlers,
  atOnce: AtOnce = (begin) => begin(),
): Promise<void> {
  atWork.add(attempt.id);
  try {
    await (isBundle(attempt)
      ? settleBundle(attempt, (payload) =>
          atOnce(() => traced(doing(attempt), () => handle(attempt.name as JobName, payload, table))),
        )
      : atOnce(() => workAlone(attempt, table)));
  } catch (error) {
    await fail(attempt, error as Error);
  } finally {
    atWork.delete(attempt.id);
  }
}

async function settleBundle(...[bundle, run]: Parameters<typeof workBundle>): Promise<void> {
  const isDone = await workBundle(bundle, run);
  failpoint('before_settle');
  if (isDone) await settle(bundle.id);
}

function workAlone(attempt: Attempt, table: Handlers): Promise<void> {
  const run = () => traced(doing(attempt), () => runOnce(attempt, table));
  return attempt.crashes > 0 ? workSuspect(attempt, run) : run();
}

const doing = ({ id, name, trace }: Attempt): Doing => ({
  ...{ name, kind: 'consumer', after: trace },
  attributes: { 'messaging.system': 'bullmq', 'messaging.message.id': id },
});

async function runOnce({ id, name, payload }: Attempt, table: Handlers): Promise<void> {
  const outcome = await handle(name as JobName, payload, table);
  failpoint('before_settle');
  if (outcome === 'done') await settle(id);
  else await postpone(id, outcome.again);
}

/** What is due before the relay would look by itself must tell it so. */
async function postpone(id: string, again: Date): Promise<void> {
  await postponeOutbox(db, id, again);
  if (again.getTime() - Date.now() < lookAnyway) wakeRelay();
}

function handle<Name extends JobName>(name: Name, payload: unknown, table: Handlers): Promise<Outcome> {
  const parsed = jobByName[name].payload.parse(payload) as Payload<JobNamed<Name>>;
  return table[name](parsed);
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
