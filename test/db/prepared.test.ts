/** Statements of frequent requests and jobs are prepared, so that they are planned once for each connection. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { ann, buildActivity, deliver, followBob, useInbox } from '../federation/inbox/fixture.ts';
import { as, tokenOf } from '../support/as.ts';
import { bob, remote } from '../support/bob.ts';
import { drain } from '../support/drain.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { unpreparedOf } from '../support/statements.ts';
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
