/** Workers whose PostgreSQL goes away wait for it, and use next to no processor time meanwhile. */
import { readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { scratchFolder } from '../support/scratch.ts';
import { stored } from '../support/stored.ts';
import { enqueueTestJob } from '../support/test-jobs.ts';
import { startWorkerChild } from '../support/worker-child.ts';

useDatabase();
beforeEach(() => deleteAll('jobs'));

const folder = scratchFolder('socket');
const url = new URL(process.env.DATABASE_URL!);
const real = { host: url.searchParams.get('host') ?? url.hostname, port: Number(url.port || 5432) };
afterAll(() => rmSync(folder, { recursive: true }));

/** Forwards connections to PostgreSQL from another socket, whose file is gone while the proxy is closed. */
async function openSocketProxy() {
  const name = `.s.PGSQL.${real.port}`;
  const sockets = new Set<Socket>();
  let cutAt: string | undefined;
  const server = createServer((near) => {
    near.on('data', (statement) => {
      if (cutAt === undefined || !statement.includes(cutAt)) return;
      cutAt = undefined;
      cutAll();
    });
    const far = connect(real.host.startsWith('/') ? { path: join(real.host, name) } : real);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  const open = () => new Promise<void>((resolve) => server.listen(join(folder, name), resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await open();
  onTestFinished(() => {
    server.close();
    cutAll();
  });
  /** Cuts all connections when a statement with this text comes, before it is forwarded. */
  const cutAtStatement = (text: string) => {
    cutAt = text;
  };
  return { open, server, cutAll, cutAtStatement, hasCut: () => cutAt === undefined };
}

function startWorker() {
  const through = new URL(url);
  through.searchParams.set('host', folder);
  process.env.DATABASE_URL = through.href;
  const child = startWorkerChild();
  process.env.DATABASE_URL = url.href;
  return child;
}

/** Processor time of a process so far, in ms. */
function processorMs(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

async function expectIdle(pid: number): Promise<void> {
  await sleep(1_000);
  const before = processorMs(pid);
  await sleep(1_000);
  expect(processorMs(pid) - before).toBeLessThan(400);
}

test('a worker that loses PostgreSQL waits, and goes on when it is back', async () => {
  const proxy = await openSocketProxy();
  const { pid, startedJobs: begun } = startWorker();
  await enqueueTestJob('before');
  await expect.poll(() => begun).toEqual(['before']);
  // A job whose end is not recorded yet runs again.
  await expect.poll(() => stored.jobs()).toBe(0);

  proxy.server.close();
  proxy.cutAll();
  await enqueueTestJob('after');
  await expectIdle(pid);
  expect(begun).toEqual(['before']);
  await proxy.open();
  await expect.poll(() => begun).toEqual(['before', 'after']);
});

test('a worker that loses PostgreSQL while it starts waits, and goes on when it is back', async () => {
  const proxy = await openSocketProxy();
  // The connection that creates the tables of the queue comes through.
  proxy.server.once('connection', () => proxy.server.close());
  const { pid, startedJobs: begun } = startWorker();
  await enqueueTestJob('first');
  await expect.poll(() => proxy.server.listening).toBe(false);
  await expectIdle(pid);
  proxy.cutAll();
  await expectIdle(pid);
  await proxy.open();
  await expect.poll(() => begun).toEqual(['first']);
});

// On Redis it compiles none.
const testOnPostgres = test.skipIf(process.env.REDIS_URL);

testOnPostgres('a worker that loses PostgreSQL while it compiles the functions of its queues goes on', async () => {
  const proxy = await openSocketProxy();
  proxy.cutAtStatement('add_job(');
  const { startedJobs: begun, ended } = startWorker();
  await expect.poll(proxy.hasCut).toBe(true);
  await enqueueTestJob('after');
  await Promise.race([ended, expect.poll(() => begun).toEqual(['after'])]);
  expect(begun).toEqual(['after']);
});
