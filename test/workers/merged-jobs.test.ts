/** New rows of one job share a dispatch. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { claimDueJobs, maxJobsPerBatch } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { batchedJobs, jobs } from '../../src/jobs/catalogue.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';

useDatabase();
beforeEach(() => deleteAll('jobs'));

const fanOut = jobs.fanOutEvent.name;
const event = (eventId: number) => ({ eventId });

interface Row {
  job?: string;
  payload: unknown;
  dedupeKey?: string;
  errors?: number;
  dispatches?: number;
  trace?: string;
}

let secondsAgo = 1_000;

/** Inserts a row that fell due after the ones inserted before. */
async function insert({ job = fanOut, payload, dedupeKey, errors = 0, dispatches = 0, trace }: Row) {
  secondsAgo -= 1;
  await pool().query(
    `INSERT INTO outbox (job, payload, dedupe_key, errors, dispatches, trace, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() - $7 * interval '1 second')`,
    [job, JSON.stringify(payload), dedupeKey ?? null, errors, dispatches, trace ?? null, secondsAgo],
  );
}

const claim = async () =>
  (await claimDueJobs(db, 100, batchedJobs)).jobs.map(({ job, payload, dispatches }) => ({
    job,
    payload,
    dispatches,
  }));

test('single jobs and batches of one job become one batch, in the order in which they fell due', async () => {
  await insert({ payload: event(1) });
  await insert({ payload: [event(2), event(3)] });
  await insert({ payload: event(4) });

  expect(await claim()).toEqual([{ job: fanOut, payload: [1, 2, 3, 4].map(event), dispatches: 1 }]);
  const { rows } = await pool().query('SELECT payload FROM outbox');
  expect(rows).toEqual([{ payload: [1, 2, 3, 4].map(event) }]);
});

test('a single row keeps its payload', async () => {
  await insert({ payload: event(1) });
  await insert({ job: jobs.deliverActivity.name, payload: { deliveryId: 1 } });
  expect(await claim()).toEqual([
    { job: fanOut, payload: event(1), dispatches: 1 },
    { job: 'deliver-activity', payload: { deliveryId: 1 }, dispatches: 1 },
  ]);
});

test.each<[string, Omit<Row, 'payload'>]>([
  ['has failed', { errors: 1 }],
  ['was dispatched before', { dispatches: 1 }],
  ['waits under a dedupe key', { dedupeKey: 'a key' }],
  ['belongs to another trace', { trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }],
])('a row that %s is dispatched alone', async (_, different) => {
  await insert({ payload: event(1) });
  await insert({ payload: event(2), ...different });
  await insert({ payload: event(3) });

  const claimed = await claim();
  expect(claimed.map(({ payload }) => payload)).toEqual([[event(1), event(3)], event(2)]);
});

test('long jobs are dispatched alone', async () => {
  const job = jobs.processMedium.name;
  const payloads = [1, 2].map((mediumId) => ({ mediumId, key: crypto.randomUUID(), purpose: 'item' }));
  for (const payload of payloads) await insert({ job, payload });
  expect((await claim()).map(({ payload }) => payload)).toEqual(payloads);
});

test('a batch stays below twice its size, and two relays share the rows without loss', async () => {
  const size = 20;
  const count = 300 * size;
  for (let start = 0; start < count; start += size) {
    await insert({ payload: Array.from({ length: size }, (_, at) => event(start + at + 1)) });
  }
  const claimed = (await Promise.all([claim(), claim(), claim()])).flat();

  const batches = claimed.map(({ payload }) => payload as { eventId: number }[]);
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThan(2 * maxJobsPerBatch);
  expect(batches.length).toBeLessThan(100);
  const ids = batches.flat().map(({ eventId }) => eventId);
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
});
