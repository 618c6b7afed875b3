/** Runs the jobs of received activities and the fan-out of their events at once, in the test process. */
import { claimDueJobs, endJobs } from '../../src/db/sql/jobs.ts';
import { selectSource } from '../../src/db/sql/ledger.ts';
import { db } from '../../src/db/statement.ts';
import { batchedJobs } from '../../src/jobs/catalogue.ts';
import type { FactOf, NewFact } from '../../src/jobs/fact.ts';
import { markHandled } from '../../workers/end-jobs.ts';
import type { Handlers, Outcome } from '../../workers/handler.ts';
import { handlers } from '../../workers/handlers.ts';

type JobHandler = (payload: never) => Promise<Outcome>;

const names = ['fan-out-event', 'receive-activity', 'load-account', 'load-object', 'read-outbox'] as const;
const handled: Record<string, JobHandler> = Object.fromEntries(
  names.map((name): [keyof Handlers, JobHandler] => [name, handlers[name]]),
);

/** Runs jobs until none is left, and postponed ones at most 3 times. Returns the other enqueued jobs. */
export async function runFederationJobs(): Promise<{ job: string; payload: unknown }[]> {
  const others: { job: string; payload: unknown }[] = [];
  let waiting: { job: string; payload: unknown }[] = [];
  for (let round = 0; round < 10; round += 1) {
    const { jobs: claimed } = await claimDueJobs(db, 1_000, batchedJobs);
    await endJobs(db, { completed: claimed.map(({ id }) => id), handled: [] });
    const enqueued = claimed.flatMap((row) =>
      [row.payload].flat().map((payload: unknown) => ({ job: row.job, payload })),
    );
    const due = [...enqueued, ...(round < 6 ? waiting : [])];
    waiting = [];
    if (due.length === 0) break;
    for (const { job, payload } of due) {
      const handler = handled[job];
      if (!handler) {
        others.push({ job, payload });
        continue;
      }
      const outcome = await handler(payload as never);
      if (outcome === 'done') continue;
      if ('handled' in outcome) await markHandled(outcome.handled);
      else waiting.push({ job, payload });
    }
  }
  return others;
}

/** Runs enqueued jobs. Returns the IRI of the Follow to be sent. */
export async function enqueuedFollow(): Promise<string> {
  const facts = (await runFederationJobs()).map(({ payload }) => payload as NewFact);
  const created = facts.find(({ fact }) => fact === 'follow.created') as FactOf<'follow.created'>;
  const [source] = await selectSource(db, created.sourceId);
  return source!.iri;
}
