/** Applies the rules for other servers to what is stored of these servers. */
import { prisma } from '../../db/client.ts';
import { inBatches } from '../../db/in-batches.ts';
import {
  applyDomainRules,
  deleteDomainFollows,
  deleteRejectedMedia,
  selectHostsWithRules,
} from '../../db/sql/domain-rules.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { settleSuspensions } from '../accounts/suspensions.ts';
import { clearBlockedHostsCache } from './blocked-hosts.ts';

/** These statements first look for all accounts of a domain, so small batches would take longer. */
const batchSize = 1_000;
/** Requests that were in progress when a domain was blocked have ended after this time. */
const settleMs = 30_000;

/** Hides, limits or shows the accounts of a domain now, and leaves the rest to a job. Call it after the rule was written. */
export async function enforceSoon(tx: Tx, host: string): Promise<void> {
  await applyDomainRules(tx, host, batchSize);
  await settleSuspensions(tx);
  await enqueue(tx, jobs.severDomain, { host });
  tx.afterCommit(clearBlockedHostsCache);
}

/** Ends follows with a blocked domain and deletes rejected pictures. Returns when to run again, for requests in progress. */
export async function enforceDomainRules(host: string): Promise<{ again: Date } | 'done'> {
  await applyInBatches(host);
  const block = await prisma().domainBlock.findUnique({ where: { host } });
  if (!block) return 'done';

  if (block.severity === 'suspend')
    await inBatches(batchSize, async (tx) => (await deleteDomainFollows(tx, host, batchSize))[0]!.ended);
  await inBatches(batchSize, async (tx) => {
    const keys = (await deleteRejectedMedia(tx, host, batchSize)).map(({ key }) => key);
    await deleteFiles(tx, keys);
    return keys.length;
  });
  const settled = new Date(block.createdAt.getTime() + settleMs);
  return settled > new Date() ? { again: settled } : 'done';
}

/** Applies all rules, and enqueues the rest for the servers that are known here. */
export async function enforceAllDomainRules(): Promise<void> {
  await applyInBatches(null);
  const hosts = await selectHostsWithRules(db);
  await transact(async (tx) => {
    for (const { host } of hosts) await enqueue(tx, jobs.severDomain, { host });
  });
}

/** Applies the rules to the accounts of one domain, or of all servers. */
const applyInBatches = (host: string | null): Promise<boolean> =>
  inBatches(batchSize, async (tx) => {
    const changed = await applyDomainRules(tx, host, batchSize);
    if (changed.length > 0) await settleSuspensions(tx);
    return changed.length;
  });
