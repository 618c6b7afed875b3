/** Accounts of other servers over time: fetched anew while somebody here has to do with them, forgotten when nobody has. */
import { listStale, pruneStrangers } from '../../db/sql/stale-accounts.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';

const batchSize = 500;
/** Anybody can make an account known here by sending something: so many that nobody refers to are kept. */
const mostStrangers = 50_000;

/** Those whose profile is older than a day are fetched from now on; answers how many. */
export async function refreshStale(): Promise<number> {
  const stale = await listStale(db, batchSize);
  await transact(async (tx) => {
    for (const { id } of stale) await enqueue(tx, jobs.loadAccount, { accountId: id });
  });
  return stale.length;
}

export async function forgetStrangers(most = mostStrangers): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const gone = (await pruneStrangers(db, most, batchSize)).length;
    forgotten += gone;
    if (gone < batchSize) return forgotten;
  }
}
