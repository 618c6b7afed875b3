/** S3: jobs that crash the worker or always fail, and malformed rows, are quarantined, and everything else goes on. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureBaseline } from '../checkers/baseline.ts';
import { query } from '../database.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { publishingLoad, runAll } from '../load.ts';
import type { Scenario } from '../scenario.ts';

/** Payloads that no version of the program accepts. */
const malformed: [job: string, payload: unknown][] = [
  ['load-object', { iri: 7 }],
  ['send-activity', { fact: 'item.eaten' }],
  ['deliver-activity', [{ deliveryId: 'one' }, { deliveryId: -1 }]],
  ['receive-activity', null],
  ['fan-out-event', 'text'],
  ['load-account', [7, 'one']],
  ['deliver-activity', { deliveryId: 1e300 }],
];
/** A job batch is split when one of its jobs fails. */
const payloads = new Set(
  malformed.flatMap(([job, payload]) => [payload].flat().map((one) => keyOf({ job, payload: one }))),
);
const poisonJob = 'build-export';

export const poison: Scenario = {
  id: 'S3',
  name: 'poison jobs and malformed payloads',
  isShort: true,
  run: async (context) => {
    // The worker dies whenever it begins this job.
    const env = { NODE_ENV: 'test', FAIL_AT: `job_${poisonJob}:1:kill` };
    const size = context.isShort ? { hosts: 4, operations: 40 } : { hosts: 20, operations: 300 };
    const fixture = await openFixture(context, { ...size, env });
    const { alpha } = fixture;
    const before = await measureBaseline(alpha, context);
    context.progress('started');

    await insertPoisonJobs(fixture, context.isShort ? 4 : 2);
    fault(fixture);
    const poisoned = makeJobsDue(fixture);
    await runAll(size.operations, 6, publishingLoad(fixture, context.random));
    const quarantined = await poisoned;
    const others = quarantined.filter((job) => !payloads.has(keyOf(job)));
    demand(deaths(fixture) > 0, 'the poison job killed nothing');
    const outcome = await judge(context, fixture, { before });
    return {
      ...outcome,
      lost: [
        ...outcome.lost,
        ...others.map(({ job, last_error }) => `${job}, quarantined beside the poison: ${last_error}`),
      ],
      notes: `${outcome.notes}; ${quarantined.length} jobs quarantined, the worker died ${deaths(fixture)} times`,
    };
  },
};

interface Quarantined {
  job: string;
  payload: unknown;
  last_error: string;
}

function keyOf({ job, payload }: Pick<Quarantined, 'job' | 'payload'>): string {
  return `${job} ${JSON.stringify(payload)}`;
}

const deaths = ({ alpha }: Fixture) => alpha.log.filter((line) => line.includes('the worker exited')).length;

/** @param crashes how often the poison job has already killed a worker */
async function insertPoisonJobs({ alpha, members }: Fixture, crashes: number): Promise<void> {
  for (const [job, payload] of malformed)
    await query(alpha, 'INSERT INTO outbox (job, payload) VALUES ($1, $2)', [job, JSON.stringify(payload)]);
  const payload = JSON.stringify({ accountId: members.ann.id, key: randomUUID() });
  await query(alpha, 'INSERT INTO outbox (job, payload, crashes) VALUES ($1, $2, $3)', [poisonJob, payload, crashes]);
}

/** Failed jobs are due at once instead of after hours. Resolves when all poison is quarantined. */
async function makeJobsDue({ alpha }: Fixture, timeoutMs = 180_000): Promise<Quarantined[]> {
  for (const began = performance.now(); performance.now() - began < timeoutMs; await sleep(200)) {
    await query(
      alpha,
      `WITH failed AS (
         UPDATE outbox SET due_at = now() WHERE errors > 0 AND quarantined_at IS NULL AND dispatched_at IS NULL
       ) SELECT pg_notify('outbox', '')`,
    );
    const quarantined = await query<Quarantined>(
      alpha,
      'SELECT job, payload, last_error FROM outbox WHERE quarantined_at IS NOT NULL',
    );
    if (quarantined.filter((job) => job.job === poisonJob || payloads.has(keyOf(job))).length > payloads.size)
      return quarantined.filter(({ job }) => job !== poisonJob);
  }
  throw new Error(`the poison was not quarantined within ${timeoutMs} ms`);
}
