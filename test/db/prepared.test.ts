/** Statements of frequent requests and jobs are few, and prepared, so that they are planned once for each connection. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { ann, buildActivity, deliver, followBob, useInbox } from '../federation/inbox/fixture.ts';
import { as, tokenOf } from '../support/as.ts';
import { bob, remote } from '../support/bob.ts';
import { drain } from '../support/drain.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { statementsOf, unpreparedOf } from '../support/statements.ts';
import { enqueueTestJob, startTestWorkers, waitForTestJobs } from '../support/test-jobs.ts';

useInbox();

test('a statement with parameters and without a name counts as unprepared', async () => {
  expect(await unpreparedOf(() => pool().query('SELECT $1::int AS one', [1]))).toEqual(['SELECT $1::int AS one']);
  expect(await unpreparedOf(() => pool().query({ name: 'one', text: 'SELECT $1::int AS one', values: [1] }))).toEqual(
    [],
  );
});

/** What tests run themselves, and what each new connection runs once. */
const isOfTest = (text: string) =>
  /^(UPDATE outbox SET due_at|SELECT outcome FROM inbound|SELECT substr\(payload|SELECT set_config)/.test(text);

/** The clock decides when these run. */
const clocked = ['claim_due_jobs', 'release_permits', 'select_rules'];

const unpreparedOfServer = async (work: () => Promise<unknown>) =>
  (await unpreparedOf(work)).filter((text) => !isOfTest(text.trim()));

test('publishing, reading, receiving and the jobs of all that run prepared statements', async () => {
  const cookie = await cookieOf(ann);
  await tokenOf(ann);
  await followBob();
  const seen = await unpreparedOfServer(async () => {
    const status = await as(ann).post('/statuses', { content: 'Soup is ready' });
    const recipe = await as(ann).post('/recipes', {
      name: 'Soup',
      ingredients: ['1 l water'],
      steps: [{ content: 'Boil.' }],
    });
    expect([status.status, recipe.status]).toEqual([201, 201]);
    await drain();
    for (const path of [`/statuses/${status.body.id}`, `/recipes/${recipe.body.id}`, '/timeline'])
      expect((await as(ann).get(path)).status).toBe(200);
    expect(await deliver(buildActivity('Create', remote.note(bob)))).toBe('done');
    expect((await getPage('/', cookie)).status).toBe(200);
  });
  expect(seen).toEqual([]);
});

test('the queues run prepared statements', async () => {
  await startTestWorkers(async () => 'done');
  const seen = await unpreparedOfServer(async () => {
    await enqueueTestJob('bread');
    await waitForTestJobs();
  });
  expect(seen).toEqual([]);
});

test('a post takes few statements until it is answered, and few more until it is sent', async () => {
  await deliver(buildActivity('Follow', ann.iri));
  await drain();
  const post = () => as(ann).post('/statuses', { content: 'Soup is ready' });
  await post();
  await drain();
  const answered = await statementsOf(post);
  expect(answered.length, answered.join('\n')).toBeLessThanOrEqual(9);
  expect(answered).toContain('insert_eventable');
  const sent = (await statementsOf(drain)).filter((text) => !isOfTest(text.trim()) && !clocked.includes(text));
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(9);
  expect(sent).toContain('record_deliveries');
});

test('a received status and a received recipe take few statements until followers see them', async () => {
  await followBob();
  const recipe = { type: ['Note', 'Recipe'], name: 'Soup', recipeIngredient: ['1 l water', '1 tsp salt'] };
  for (const changes of [{}, recipe]) {
    const send = async () => {
      expect(await deliver(buildActivity('Create', { ...remote.note(bob), ...changes }))).toBe('done');
      await drain();
    };
    await send();
    const seen = (await statementsOf(send)).filter((text) => !isOfTest(text.trim()) && !clocked.includes(text));
    expect(seen.length, seen.join('\n')).toBeLessThanOrEqual(18);
    expect(seen).toContain('fan_out_events');
    expect(seen.includes('write_recipe_index')).toBe(changes === recipe);
  }
});

test('a job that enqueues another one ends in the statement that claims the other', async () => {
  await startTestWorkers(async (name) => {
    if (name === 'dough') await enqueueTestJob('bread');
    return 'done';
  });
  const ended = async (first: string) => {
    const names = await statementsOf(async () => {
      await enqueueTestJob(first);
      await waitForTestJobs();
    });
    return names.filter((name) => name === 'delete_completed_jobs').length;
  };
  expect(await ended('bread')).toBe(1);
  // On a busy machine, the first job may end before the other one is claimed. Without this each attempt takes two.
  await expect.poll(() => ended('dough')).toBe(1);
});

test.skipIf(process.env.REDIS_URL)(
  'queues without jobs are not asked, and their tables are not in the WAL',
  async () => {
    await startTestWorkers(async () => 'done');
    const asked = async (work: () => Promise<unknown>) =>
      (await statementsOf(work)).filter((name) => name.startsWith('bullmq_')).length;
    await expect.poll(() => asked(() => setTimeout(500))).toBe(0);
    const withJob = await asked(async () => {
      await enqueueTestJob('bread');
      await waitForTestJobs();
      await setTimeout(500);
    });
    // It is added and taken, and completed.
    expect(withJob).toBe(2);

    const { rows } = await pool().query(
      `SELECT relname, relpersistence FROM pg_class WHERE oid IN ('bullmq.job'::regclass, 'bullmq.event'::regclass)`,
    );
    expect(rows.map(({ relpersistence }) => relpersistence)).toEqual(['u', 'u']);
  },
);
