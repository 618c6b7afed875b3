/** Enqueues jobs inside the transaction that causes them. */
import { randomUUID } from 'node:crypto';
import { insertJob, insertJobs, notifyOutbox } from '../db/sql/jobs.ts';
import { db } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import { batched } from '../lib/batch.ts';
import { chunksOf } from '../lib/lists.ts';
import { type JobDefinition, jobs } from './catalogue.ts';
import type { NewFact } from './fact.ts';

// Wakes the relay, in whichever process it runs

/** NOTIFY serialises commits, so it is sent after the commit and shared by concurrent calls. */
const notify = batched(async (calls: undefined[]) => {
  await notifyOutbox(db);
  return calls;
});

/** The relays of this process. */
const relays = new Set<() => void>();

/** `wake` is called when jobs are due. Returns a function that ends this. */
export function onWake(wake: () => void): () => void {
  relays.add(wake);
  return () => void relays.delete(wake);
}

/** A process with a relay needs no notification. A lost one delays jobs by some seconds, because relays also poll. */
export function wakeRelay(): void {
  if (relays.size === 0) notify(undefined).catch(() => {});
  for (const wake of relays) wake();
}

// Enqueues a job inside the transaction that causes it

/** Returns the outbox id. The relay is woken when the transaction commits. Throws ZodError on an invalid payload. */
export async function enqueue<Name extends string, Payload>(
  tx: Tx,
  job: JobDefinition<Name, Payload>,
  payload: Payload,
  { dueAt = null }: { dueAt?: Date | null } = {},
): Promise<string> {
  const parsed = job.payload.parse(payload);
  const dedupeKey = job.dedupe ? `${job.name} ${job.dedupe(parsed)}` : null;
  const [row] = await insertJob(tx, job.name, JSON.stringify(parsed), dedupeKey, dueAt);
  tx.afterCommit(wakeRelay);
  return row!.id;
}

// Records domain facts in the transaction that made them true. A job sends the activities.

export const recordFact = (tx: Tx, fact: NewFact): Promise<void> => recordFacts(tx, [fact]);

/** In one statement. Throws on a fact that does not fit the schema. */
export async function recordFacts(tx: Tx, facts: NewFact[]): Promise<void> {
  if (facts.length === 0) return;
  await insertJobs(tx, jobs.sendActivity.name, `[${facts.map(factPayload).join()}]`);
  tx.afterCommit(wakeRelay);
}

/** The payload of the job that sends the activity, as JSON. Throws on a fact that does not fit the schema. */
export const factPayload = (fact: NewFact): string =>
  JSON.stringify(jobs.sendActivity.payload.parse({ id: randomUUID(), ...fact }));

// Enqueues the back-fill of home timelines in the transaction that begins the follows

/** `follows` are those of local accounts, because only they have a home timeline. */
export async function backfillHomes(tx: Tx, follows: { followerId: number; followeeId: number }[]): Promise<void> {
  if (follows.length === 0) return;
  const payloads = follows.map((follow) => jobs.backfillHome.payload.parse(follow));
  await insertJobs(tx, jobs.backfillHome.name, JSON.stringify(payloads));
  tx.afterCommit(wakeRelay);
}

// Enqueues the deletion of stored files

const batchSize = 1_000;

/** The files are deleted after the transaction has committed. */
export async function deleteFiles(tx: Tx, keys: string[]): Promise<void> {
  for (const some of chunksOf(keys, batchSize)) await enqueue(tx, jobs.deleteFiles, { keys: some });
}
