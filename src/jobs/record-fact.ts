/** Records domain facts in the transaction that made them true. A job sends the activities. */
import { randomUUID } from 'node:crypto';
import { insertJobs } from '../db/sql/jobs.ts';
import type { Tx } from '../db/transaction.ts';
import { jobs } from './catalogue.ts';
import type { NewFact } from './fact.ts';
import { wakeRelay } from './notify-relay.ts';

export const recordFact = (tx: Tx, fact: NewFact): Promise<void> => recordFacts(tx, [fact]);

/** In one statement. Throws on a fact that does not fit the schema. */
export async function recordFacts(tx: Tx, facts: NewFact[]): Promise<void> {
  if (facts.length === 0) return;
  const payloads = facts.map((fact) => jobs.sendActivity.payload.parse({ id: randomUUID(), ...fact }));
  await insertJobs(tx, jobs.sendActivity.name, JSON.stringify(payloads));
  tx.afterCommit(wakeRelay);
}
