/** Suspends, restores and deletes an account with as many items as asked for, and reports how long that takes. */
import { connect, disconnect, pool } from '../../../src/db/client.ts';
import { type Account, getAccount } from '../../../src/domain/accounts/account.ts';
import { applySuspensions, deleteAccount, eraseAccountContent } from '../../../src/domain/accounts/delete.ts';
import { suspend, unsuspend } from '../../../src/domain/moderation/members.ts';
import { config } from '../../../src/lib/config.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';
import { seedLargeAccount } from '../seed/large-account.ts';

export interface LargeAccountLoad {
  accountId: number;
  otherId: number;
  items: number;
  fans: number;
  /** How long each job is watched. */
  seconds: number;
}

/** Milliseconds, and for the jobs the number of transactions, the longest one, and the memory of this process in MB. */
export interface LargeAccountTimes {
  suspend: number;
  settle: Work;
  unsuspend: number;
  delete: number;
  erase: Work;
}

export interface Work {
  itemsPerSecond: number;
  transactions: number;
  longestMs: number;
  memory: number;
}

const pollMs = 50;

/** `count` says how many items are done or left, before and after. */
async function watched(work: () => Promise<unknown>, count: () => Promise<number>): Promise<Work> {
  const commits = async () =>
    (await pool().query(`SELECT sum(xact_commit)::int AS n FROM pg_stat_database WHERE datname = current_database()`))
      .rows[0].n as number;
  let longestMs = 0;
  let memory = 0;
  let polls = 0;
  const poll = setInterval(async () => {
    memory = Math.max(memory, process.memoryUsage().rss / 2 ** 20);
    const { rows } = await pool().query(
      `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)) * 1000, 0)::float8 AS ms
       FROM pg_stat_activity WHERE application_name = 'potluck' AND pid <> pg_backend_pid()`,
    );
    polls += 1;
    longestMs = Math.max(longestMs, rows[0].ms);
  }, pollMs);
  const before = await commits();
  const first = await count();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const last = await count();
  clearInterval(poll);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return {
    itemsPerSecond: Math.abs(last - first) / seconds,
    transactions: (await commits()) - before - polls,
    longestMs,
    memory,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const load = await receiveMessage<LargeAccountLoad>();
connect(config.databaseUrl!, { max: 4 });
await seedLargeAccount({ ...load, shown: 200 });
await pool().query('CHECKPOINT');
const { id }: Account = await getAccount(load.accountId);
const number = async (sql: string) => (await pool().query<{ n: number }>(sql, [id])).rows[0]!.n;
const left = () => number('SELECT count(*) AS n FROM eventable WHERE account_id = $1');
const settled = () =>
  number(
    'SELECT count(*) AS n FROM eventable e JOIN account a ON a.id = e.account_id WHERE a.id = $1 AND e.id <= a.suspended_through',
  );
const until = () => performance.now() + load.seconds * 1_000;

// The first decision of a process loads Prisma.
await suspend(load.otherId);
await unsuspend(load.otherId);
await applySuspensions();
const times: LargeAccountTimes = {
  suspend: await timed(() => suspend(id)),
  settle: await watched(() => applySuspensions(until()), settled),
  unsuspend: await timed(() => unsuspend(id)),
  delete: await timed(() => deleteAccount(id)),
  erase: await watched(() => eraseAccountContent(id, until()), left),
};
await disconnect();
await sendResult(times);
