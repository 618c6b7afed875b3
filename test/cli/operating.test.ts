/** Jobs, blocks, counters and the doctor, from the command line. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { quarantineJob } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createCollection } from '../../src/domain/collections/collections.ts';
import { followCollection } from '../../src/domain/collections/remote.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { boost } from '../../src/domain/interactions/on-item.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { cli } from '../support/cli.ts';
import { command, commandJson } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';
import { pizzaDough } from '../support/recipes.ts';
import { changeAccount } from '../support/stored.ts';

useDatabase();

test('a quarantined job is counted, listed and replayed', async () => {
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: 7 }));
  const { id } = await prisma().outbox.findFirstOrThrow({ where: { job: 'load-account' } });
  await quarantineJob(db, id, 'no\nluck');

  const [stats] = await commandJson<object[]>(['queue', 'stats']);
  expect(stats).toEqual({
    job: 'load-account',
    waiting: 0,
    dispatched: 0,
    quarantined: 1,
    overdueSeconds: null,
  });
  const [listed] = await commandJson<object[]>(['queue', 'quarantine']);
  expect(listed).toMatchObject({ id, job: 'load-account', payload: { accountId: 7 }, lastError: 'no\nluck' });
  expect((await command(['queue', 'quarantine'])).stdout).toContain('error    no luck\n');

  expect(await cli(['queue', 'replay', id])).toMatchObject({ code: 0 });
  expect((await prisma().outbox.findUniqueOrThrow({ where: { id } })).quarantinedAt).toBeNull();
  const others = [id, randomUUID(), 'nonsense'];
  for (const other of others) {
    const again = await command(['queue', 'replay', other]);
    expect(again).toEqual({ code: 1, stdout: '', stderr: `no job ${other} is quarantined\n` });
  }
});

test('a server is blocked, listed and unblocked, however its name is written', async () => {
  expect(await commandJson(['domain', 'block', 'Bücher.Example.'])).toMatchObject({
    host: 'xn--bcher-kva.example',
  });
  expect(await commandJson<object[]>(['domain', 'list'])).toMatchObject([{ host: 'xn--bcher-kva.example' }]);
  expect(await command(['domain', 'unblock', 'bücher.example'])).toMatchObject({ code: 0 });
  expect((await command(['domain', 'list'])).stdout).toBe('no server is blocked\n');

  const refused = ['cook.example', 'example', 'a b', 'https://bad.example'];
  for (const host of refused) expect(await command(['domain', 'block', host])).toMatchObject({ code: 1, stdout: '' });
});

test('recount repairs wrong counters and changes no others', async () => {
  const [ann, bo] = [await register({ username: 'ann' }), await register({ username: 'bo' })];
  const id = await createRecipe(ann.id, pizzaDough);
  await follow(bo.id, ann.id);
  await boost(bo.id, id);
  const draft = { name: 'Pizza', description: '', visibility: 'public' as const, coverId: null };
  const pizza = await createCollection(ann.id, draft);
  await createCollection(bo.id, draft);
  await followCollection(bo.id, pizza);
  expect(await commandJson(['recount'])).toEqual({ items: 0, accounts: 0, collections: 0 });

  const wrong = { boostsCount: 9, repliesCount: 9, cookedCount: 9, likesCount: 9 };
  await prisma().eventable.updateMany({ data: wrong });
  await changeAccount(ann.id, { followersCount: 9 });
  await prisma().collection.update({ where: { id: pizza }, data: { followersCount: 9 } });
  expect(await commandJson(['recount'])).toEqual({ items: 1, accounts: 1, collections: 1 });
  expect(await prisma().eventable.findFirst()).toMatchObject({
    boostsCount: 1,
    repliesCount: 0,
    cookedCount: 0,
    likesCount: 0,
  });
  expect(await prisma().account.findUnique({ where: { id: ann.id } })).toMatchObject({ followersCount: 1 });
  const collections = await prisma().collection.findMany({ orderBy: { id: 'asc' } });
  expect(collections.map(({ followersCount }) => followersCount)).toEqual([1, 0]);

  await prisma().eventable.updateMany({ data: { boostsCount: 0 } });
  expect(await commandJson(['recount'])).toEqual({ items: 1, accounts: 0, collections: 0 });
  expect(await prisma().eventable.findFirst()).toMatchObject({ boostsCount: 1 });
});

test('migrate applies nothing to an up-to-date database', async () => {
  expect(await commandJson(['migrate'])).toEqual([]);
});

test('the doctor names every problem and its remedy', async () => {
  const env = { BASE_URL: 'http://cook.example', REDIS_URL: 'redis://127.0.0.1:1' };
  const { code, stdout, stderr } = await cli(['doctor'], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^\d of \d+ checks found a problem\n$/);
  expect(stdout).toMatch(/^problem {2}origin .*\n {21}→ put a proxy/m);
  expect(stdout).toMatch(/^problem {2}owner .*\n {21}→ set BASE_URL=https:\/\/cook\.example/m);
  expect(stdout).toMatch(/^problem {2}queue .*ECONNREFUSED.*\n {21}→ start Redis/m);
});

test('the doctor runs the other checks while the database is down', async () => {
  const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing', BASE_URL: 'http://localhost:4567' };
  const { code, stdout } = await cli(['doctor', '--json'], { env });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ check: 'database', ok: false }));
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ check: 'disk', ok: true }));
  // Nobody finds this server, which is no problem, and is not fine either.
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ check: 'origin', ok: true, isWarning: true }));
});
