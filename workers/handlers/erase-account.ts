/** Sends the `Delete` of a local actor and then enqueues the job that erases its content. */
import { transact } from '../../src/db/transaction.ts';
import { send } from '../../src/federation/deliver/send.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import type { Handlers } from '../handler.ts';

export const eraseAccount: Handlers['erase-account'] = async ({ accountId, factId }) => {
  await send({ fact: 'account.deleted', id: factId, accountId });
  await transact((tx) => enqueue(tx, jobs.purgeRemoteAccount, { accountId }));
  return 'done';
};
