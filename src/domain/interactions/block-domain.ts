/** Blocks and unblocks servers for one member. */
import {
  countOtherDomainBlocks,
  deleteAccountDomainBlock,
  insertAccountDomainBlock,
  listAccountDomainBlocks,
  listFollowsWithBlockedHost,
  lockMutes,
} from '../../db/sql/blocks.ts';
import { lockPairs } from '../../db/sql/ledger.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { getAccount, isLocal } from '../accounts/account.ts';
import { parseRemoteHost } from '../moderation/host-name.ts';
import { endByFollowee, endByFollower } from './follow.ts';

export const maxDomainBlocks = 1_000;
const batchSize = 100;
/** Follows that were in progress when the server was blocked have ended after this time. */
const settleMs = 30_000;

/**
 * Hides its accounts at once; a job ends follows and requests in both directions. Repeating it changes nothing. Throws
 * validation_failed on `host`, also for this server and beyond 1,000 blocks.
 */
export async function blockDomain(accountId: number, name: string): Promise<void> {
  const host = parseHostWithPort(name);
  await transact(async (tx) => {
    await lockMutes(tx, accountId);
    const [others] = await countOtherDomainBlocks(tx, accountId, host);
    if (others!.count >= maxDomainBlocks)
      throw invalid('host', t('errors.too-many-domain-blocks', { maxDomainBlocks }));
    const [inserted] = await insertAccountDomainBlock(tx, accountId, host);
    if (inserted)
      await enqueue(tx, jobs.endFollowsWithHost, { accountId, host, until: Date.now() + settleMs });
  });
}

/** Does not restore follows. Nothing happens if it is not blocked. Throws validation_failed on `host`. */
export async function unblockDomain(accountId: number, name: string): Promise<void> {
  const host = parseHostWithPort(name);
  await transact((tx) => deleteAccountDomainBlock(tx, accountId, host));
}

/** Throws not_found, and validation_failed for a local account. */
export const blockDomainOf = async (accountId: number, otherId: number): Promise<void> =>
  blockDomain(accountId, await hostOf(otherId));

/** Throws not_found, and validation_failed for a local account. */
export const unblockDomainOf = async (accountId: number, otherId: number): Promise<void> =>
  unblockDomain(accountId, await hostOf(otherId));

/** In alphabetical order. */
export async function listDomainBlocks(accountId: number): Promise<string[]> {
  return (await listAccountDomainBlocks(db, accountId)).map(({ host }) => host);
}

/** Ends follows and requests between the member and the accounts of a host, while the member blocks it. */
export async function endFollowsWithHost(accountId: number, host: string): Promise<void> {
  for (;;) {
    const found = await listFollowsWithBlockedHost(db, accountId, host, batchSize);
    for (const { id } of found) {
      await transact(async (tx) => {
        await lockPairs(tx, [accountId], [id]);
        const [member, other] = [await getAccount(accountId, tx), await getAccount(id, tx)];
        await endByFollower(tx, member, other);
        await endByFollowee(tx, member, other);
      });
    }
    if (found.length < batchSize) return;
  }
}

async function hostOf(id: number): Promise<string> {
  const account = await getAccount(id);
  if (isLocal(account)) throw invalid('base', t('errors.on-this-server'));
  return account.host;
}

/** As hosts of accounts are stored. */
function parseHostWithPort(name: string): string {
  const trimmed = name.trim().replace(/^@/, '');
  parseRemoteHost(trimmed);
  return new URL(`https://${trimmed}/`).host.replace(/\.(?=$|:)/, '');
}
