/** Starts and stops of the whole server with its own PostgreSQL. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import { joinMembers } from '../faults/client.ts';
import { query } from '../faults/database.ts';
import { openJournal } from '../faults/journal.ts';
import { publish } from '../faults/operations.ts';
import { openPeers } from '../faults/peers/peers.ts';
import { seedFollowers } from '../faults/peers/seed-followers.ts';
import { childrenOf } from '../faults/postgres-process.ts';
import { postmasterPid } from '../faults/postmaster.ts';
import { quiesce } from '../faults/quiescence.ts';
import { keepRunning } from '../support/built-server.ts';
import { holdPort } from '../support/held-port.ts';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { leastOf } from '../support/processor-time.ts';
import { freePort } from '../support/redis.ts';
import { isFull } from '../support/test-length.ts';

const network = openNetwork();
afterAll(() => network.close());

/** It is 20 s on an idle machine. */
const maxStopMs = 60_000;

/** Statements outside of transactions count as transactions. */
const countTransactions = async (instance: Instance): Promise<number> => {
  const [row] = await query<{ count: number }>(
    instance,
    `SELECT (xact_commit + xact_rollback)::int AS count FROM pg_stat_database WHERE datname = current_database()`,
  );
  return row!.count;
};

test('a server to which nothing happens asks PostgreSQL at most three times a second, and Ctrl-C ends both', async () => {
  const alpha = await network.start({ name: 'interrupted' });
  const windowMs = 5_000;
  const perSecond = async () => {
    const [began, before] = [performance.now(), await countTransactions(alpha)];
    await sleep(windowMs);
    return (1_000 * ((await countTransactions(alpha)) - before)) / (performance.now() - began);
  };
  // The start goes on for a while. PostgreSQL counts what this test asks, too.
  expect(await leastOf(5, 3, perSecond)).toBeLessThan(3);
  expect(await countTransactions(alpha)).toBeGreaterThan(0);

  const end = await alpha.processes.interrupt();
  expect(end.code).toBe(0);
  expect(end.ms).toBeLessThan(maxStopMs);
  expect(await findEmbedded(alpha.dataDir)).toBeNull();
  if (!isFull) return;

  await alpha.restart();
  expect(await findEmbedded(alpha.dataDir)).not.toBeNull();
});

/** On Linux, the last test of this file shows the same of `npm start`. */
const takesOver = isFull || process.platform !== 'linux';
test.runIf(takesOver)(
  'after kill -9 of all but PostgreSQL, the next start takes it over and its end stops it',
  async () => {
    const alpha = await network.start({ name: 'killed' });
    const before = postmasterPid(alpha);
    await alpha.processes.killWeb();
    await alpha.restart();
    expect(postmasterPid(alpha)).toBe(before);

    await alpha.processes.stop();
    expect(await findEmbedded(alpha.dataDir)).toBeNull();
  },
);

test.runIf(isFull)(
  'SIGTERM ends the server although deliveries hang, and they arrive after the next start',
  async () => {
    const alpha = await network.start({ name: 'hanging' });
    const { ann } = await joinMembers(alpha, ['ann']);
    const peers = await openPeers(alpha, 2);
    try {
      await seedFollowers(alpha, peers.hosts, 2);
      for (const host of peers.hosts) await peers.set(host, 'hangs');
      const journal = openJournal();
      const published = await publish(journal, ann);
      expect(published.verdict).toBe('acknowledged');
      await expect.poll(() => peers.deliveries.length).toBe(2);

      const end = await alpha.processes.stop();
      expect(end.code).toBe(0);
      expect(end.ms).toBeLessThan(maxStopMs);
      expect(await findEmbedded(alpha.dataDir)).toBeNull();

      for (const host of peers.hosts) await peers.set(host, 'well');
      await alpha.restart();
      await quiesce(alpha);
      const accepted = peers.deliveries.filter(({ isAccepted }) => isAccepted);
      expect(accepted.map(({ host }) => host).sort()).toEqual(peers.hosts.toSorted());
      expect(accepted.every(({ object }) => object === published.item!.iri)).toBe(true);
    } finally {
      peers.close();
    }
  },
);

test.runIf(isFull)('on a port that systemd holds, requests wait for the next process, also after kill -9', async () => {
  const alpha = await network.start({ name: 'held' });
  await alpha.processes.stop();
  const held = holdPort();
  onTestFinished(held.close);
  const start = async () => {
    alpha.processes = await alpha.add('all', {}, { held });
    expect(alpha.processes.port).toBe(held.port);
  };
  // Each on a connection of its own.
  const ask = () =>
    fetch(`http://127.0.0.1:${held.port}/livez`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      (error: Error) => `${error.cause}`,
    );
  await start();
  expect(await ask()).toBe(200);

  for (const end of [() => alpha.processes.stop(), () => alpha.processes.killWeb()]) {
    await end();
    const waiting = [ask(), ask(), ask()];
    await start();
    expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
  }
});

test.runIf(process.platform === 'linux')(
  'a server that is killed starts again beside its PostgreSQL, and memory is taken from what can be spared first',
  async () => {
    const port = String(await freePort());
    const alpha = await network.start({ name: 'kept', env: { PORT: port }, enter: keepRunning });
    const { processes } = alpha;
    const postmaster = postmasterPid(alpha);
    const web = () => childrenOf(processes.pid).find((pid) => childrenOf(pid).length > 0)!;
    const worker = processes.workerPid()!;
    const own = scoreOf(process.pid);
    expect([web(), worker, postmaster].map(scoreOf)).toEqual([own, 500, own]);
    expect(childrenOf(postmaster).map(scoreOf)).toContain(100);

    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const firstWeb = web();
    processes.killWorker();
    await expect.poll(() => processes.workerPid()).not.toBe(worker);
    expect([await isReady(), web()]).toEqual([true, firstWeb]);

    process.kill(firstWeb, 'SIGKILL');
    const workerOf = (pid: number | undefined) => pid && childrenOf(pid).find(isWorker);
    await expect.poll(() => web() !== firstWeb && workerOf(web())).toBeGreaterThan(0);
    // A signal that comes before the worker is ready waits for its end, too.
    const starting = workerOf(web())!;
    process.kill(starting, 'SIGSTOP');
    await expect.poll(isReady).toBe(true);
    expect(postmasterPid(alpha)).toBe(postmaster);
    setTimeout(() => process.kill(starting, 'SIGCONT'), 3_000);
    expect((await processes.stop()).code).toBe(0);
    expect(existsSync(`/proc/${starting}`)).toBe(false);
    expect(await findEmbedded(alpha.dataDir)).toBeNull();
  },
);

const scoreOf = (pid: number) => Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'));

const isWorker = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('workers/main');
