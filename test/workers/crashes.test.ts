/** Worker processes that die while they run jobs. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { getImport } from '../../src/domain/migration/import.ts';
import { confirmImport } from '../../src/domain/migration/run-import.ts';
import { startImport } from '../../src/domain/migration/start-import.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { homeTimeline } from '../../src/domain/timelines/timelines.ts';
import { afterMemoryKill } from '../../src/lib/memory.ts';
import { firstPage } from '../../src/lib/page.ts';
import { reconcile } from '../../workers/schedule.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { insertAccounts, insertFollowers } from '../support/many-items.ts';
import { pizzaDough } from '../support/recipes.ts';
import { stored } from '../support/stored.ts';
import { enqueueTestJob, makeJobsDue, openTestQueues, unfinishedJobs, waitForTestJobs } from '../support/test-jobs.ts';
import { isFull } from '../support/test-length.ts';
import { continueWork, killWorkers, startWorkerChild } from '../support/worker-child.ts';

useDatabase();
beforeEach(() => deleteAll('jobs'));

const isQuarantined = async () => (await unfinishedJobs()).every((job) => job.quarantined);
const innocent = Array.from({ length: 5 }, (_, n) => `slow-${n}`);

/** The short form is a test of job batches, which become single jobs after a crash. */
test.runIf(isFull)(
  'a job that kills its worker five times is quarantined, and the jobs beside it are done',
  async () => {
    await Promise.all([...innocent, 'poison'].map((name) => enqueueTestJob(name)));
    const started = await killWorkers(5);
    started.push(...(await continued(isQuarantined)));
    expect(await unfinishedJobs()).toMatchObject([
      {
        name: 'poison',
        crashes: 5,
        quarantined: true,
        last_error: 'the process died 5 times while running this job',
      },
    ]);
    expect(started.filter((name) => name === 'poison')).toHaveLength(5);
    expect(new Set(started)).toEqual(new Set([...innocent, 'poison']));
  },
);

/** Works in this process until it holds. Returns the jobs that were started meanwhile. */
async function continued(isOver: () => Promise<boolean>): Promise<string[]> {
  const started = await continueWork();
  await expect.poll(isOver).toBe(true);
  return started;
}

test.runIf(isFull)(
  'a job is quarantined after its worker was killed for want of memory twice, and the jobs beside it are done',
  async () => {
    await Promise.all([...innocent, 'poison'].map((name) => enqueueTestJob(name)));

    const started = await killWorkers(1);
    started.push(...(await killWorkers(1, [afterMemoryKill])));
    const last = startWorkerChild('', [afterMemoryKill]);
    await expect.poll(isQuarantined).toBe(true);
    started.push(...last.startedJobs);
    expect(await unfinishedJobs()).toMatchObject([
      {
        name: 'poison',
        crashes: 2,
        quarantined: true,
        last_error: 'the process was killed for want of memory 2 times while running this job',
      },
    ]);
    expect(started.filter((name) => name === 'poison')).toHaveLength(2);
    expect(new Set(started)).toEqual(new Set([...innocent, 'poison']));
  },
);

test('an import for which memory did not suffice twice waits, says so to its member, and goes on', async () => {
  const gus = await register({ username: 'gus' });
  const id = await startImport(gus.id, {
    text: 'Toast\n\nIngredients\n1 slice of bread\n\nMethod\nToast it.',
  });
  await confirmImport(gus.id, id, { visibility: 'public' });
  const dueIn = async () =>
    (
      await pool().query(
        `SELECT quarantined_at, dispatched_at, extract(epoch FROM due_at - now())::int AS seconds
         FROM outbox WHERE job = 'run-import'`,
      )
    ).rows[0];

  for (const parameters of [[], [afterMemoryKill]])
    expect(await startWorkerChild('job_run-import:1:kill', parameters).ended).toBe('SIGKILL');
  startWorkerChild('', [afterMemoryKill]);
  await expect.poll(async () => (await dueIn()).seconds).toBeGreaterThan(1_700);
  expect(await dueIn()).toMatchObject({ quarantined_at: null, dispatched_at: null });
  expect(await getImport(gus.id, id)).toMatchObject({ paused: expect.stringMatching('short of memory') });

  await makeJobsDue();
  await expect.poll(async () => (await getImport(gus.id, id)).finishedAt).not.toBeNull();
  expect(await getImport(gus.id, id)).toMatchObject({ counts: { created: 1 } });
  await expect.poll(async () => (await getImport(gus.id, id)).paused).toBeUndefined();
});

test('a job that was claimed but not queued when the relay died is found', async () => {
  await enqueueTestJob('claimed');
  const dead = startWorkerChild('relay_claimed:1:kill');
  expect(await dead.ended).toBe('SIGKILL');
  expect(dead.startedJobs).toEqual([]);
  expect(await unfinishedJobs()).toMatchObject([{ name: 'claimed', dispatched: true }]);

  expect(await reconcile(await openTestQueues(), 0)).toBe(1);
  const next = await continueWork();
  await waitForTestJobs();
  expect(next).toEqual(['claimed']);
});

test('a job that was done but not settled when its worker died is done again', async () => {
  await enqueueTestJob('unsettled');
  const dead = startWorkerChild('before_settle:1:kill');
  expect(await dead.ended).toBe('SIGKILL');
  const next = await continueWork();
  await waitForTestJobs();
  expect([...dead.startedJobs, ...next]).toEqual(['unsettled', 'unsettled']);
});

const unfinished = () => stored.events({ fannedOutAt: null });

test.runIf(isFull)(
  'an interrupted fan-out to few followers leaves nothing, and the next worker completes it',
  async () => {
    const [ann, bo] = await Promise.all([register({ username: 'ann' }), register({ username: 'bo' })]);
    await follow(bo.id, ann.id);
    // Its back-fill would show the recipe as well.
    await deleteAll('jobs');
    const id = await createRecipe(ann.id, pizzaDough);
    const dead = startWorkerChild('fan_out_small:1:kill');
    expect(await dead.ended).toBe('SIGKILL');
    expect(await stored.homeEntries()).toBe(0);

    await continueWork();
    await expect.poll(unfinished).toBe(0);
    expect((await homeTimeline(bo.id, firstPage)).map((event) => event.object.id)).toEqual([id]);
  },
);

/** More followers than one batch contains. */
async function manyJobs(name: string, id: number): Promise<void> {
  await insertFollowers(id, await insertAccounts(name, 600));
}

test('fan-outs to few and to many followers that share a job batch are all completed', async () => {
  const [eve, fay] = await Promise.all([register({ username: 'eve' }), register({ username: 'fay' })]);
  await follow(fay.id, eve.id);
  await manyJobs('f', fay.id);
  await createRecipe(eve.id, pizzaDough).then(() => follow(eve.id, fay.id));
  await createRecipe(fay.id, { ...pizzaDough, name: 'For many' });
  await pool().query(
    `WITH single AS (DELETE FROM outbox WHERE job = 'fan-out-event' RETURNING payload)
     INSERT INTO outbox (job, payload) SELECT 'fan-out-event', jsonb_agg(payload) FROM single`,
  );
  await continueWork();
  await expect.poll(unfinished).toBe(0);
  expect((await homeTimeline(fay.id, firstPage)).map((event) => event.object.name)).toContain(pizzaDough.name);
  expect(await stored.homeEntries({ accountId: { not: fay.id } })).toBeGreaterThanOrEqual(600);
});

test('a fan-out to many followers that is interrupted between batches shows the recipe once to each follower', async () => {
  const [ann, bo] = await Promise.all([register({ username: 'anna' }), register({ username: 'bob' })]);
  await follow(bo.id, ann.id);
  await manyJobs('a', ann.id);
  const id = await createRecipe(ann.id, pizzaDough);
  const dead = startWorkerChild('fan_out_batch:1:kill');
  expect(await dead.ended).toBe('SIGKILL');

  await continueWork();
  await expect.poll(unfinished).toBe(0);
  expect((await homeTimeline(bo.id, firstPage)).map((event) => event.object.id)).toEqual([id]);
  expect(await stored.homeEntries({ eventableId: id })).toBe(601);
});

test.runIf(isFull)('a delayed fan-out whose event got a new id is completed after an interruption', async () => {
  const [cy, di] = await Promise.all([register({ username: 'cy' }), register({ username: 'di' })]);
  await follow(di.id, cy.id);
  await manyJobs('c', cy.id);
  const id = await createRecipe(cy.id, pizzaDough);
  await pool().query(`UPDATE event SET id = event_id_at(now() - interval '1 minute') WHERE eventable_id = $1`, [id]);
  await pool().query(
    `UPDATE outbox SET payload = jsonb_build_object('eventId', (SELECT id FROM event WHERE eventable_id = $1))
     WHERE job = 'fan-out-event'`,
    [id],
  );
  const dead = startWorkerChild('fan_out_begun:1:kill');
  expect(await dead.ended).toBe('SIGKILL');

  await continueWork();
  const home = async () => (await homeTimeline(di.id, firstPage)).map((event) => event.object.id);
  await expect.poll(home).toEqual([id]);
});

test('a job returned to the outbox by a stopping process is done by the next, and its old copy is not', async () => {
  await enqueueTestJob('stuck-once');
  const first = startWorkerChild();
  await expect.poll(() => first.startedJobs).toEqual(['stuck-once']);
  await pool().query(`UPDATE outbox SET payload = '{"iri": "https://jobs.example/well"}'`);
  process.kill(first.pid, 'SIGTERM');
  expect(await first.ended).toBeNull();

  const next = await continueWork();
  await waitForTestJobs();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(next).toEqual(['well']);
});
