/** Moves accounts (FEP-7628): local accounts to another one, and local followers of any moved account to its target. */
import { randomUUID } from 'node:crypto';
import { readInBatches } from '../../db/batch.ts';
import { prisma } from '../../db/client.ts';
import { lockAccount } from '../../db/sql/accounts.ts';
import { copyMutes } from '../../db/sql/blocks.ts';
import { claimForDays } from '../../db/sql/jobs.ts';
import { db, type Executor } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, recordFact } from '../../jobs/enqueue.ts';
import { ignoreRefusal, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import { enqueueActorUpdate, laterThan } from '../accounts/profile.ts';
import { refetchAccount } from '../accounts/remote.ts';
import { hideBoosts } from '../interactions/block.ts';
import { follow, unfollow } from '../interactions/follow.ts';
import { mailMember } from '../mail/mail.ts';

/** The owners of the aliases may move their followers to this account. Throws validation_failed on `aliases`. */
export async function setAliases(accountId: number, names: string[]): Promise<void> {
  const known = await Promise.all(names.map((name) => refetchAccount(name, 'aliases')));
  const others = known.filter(({ id }) => id !== accountId).map(({ iri }) => iri!);
  const alsoKnownAs = [...new Set(others)];
  await transactWithPrisma(async (tx) => {
    const before = await lockForUpdate(tx, accountId);
    if (JSON.stringify(before.alsoKnownAs) === JSON.stringify(alsoKnownAs)) return;
    await tx.prisma.account.update({
      where: { id: accountId },
      data: { alsoKnownAs, updatedAt: laterThan(before.updatedAt) },
    });
    await enqueueActorUpdate(tx, accountId);
  });
}

/**
 * Days until the followers of an account move again. Two accounts that name each other could otherwise send them back
 * and forth, with activities for each follower.
 */
const moveCooldownDays = 7;

/** The same `moveId` may be claimed again, because a job resumes. */
async function mayMove(on: Executor, accountId: number, moveId: string): Promise<boolean> {
  const key = JSON.stringify(['move', accountId]);
  return (await claimForDays(on, key, moveId, moveCooldownDays)).length > 0;
}

/**
 * The account can no longer publish, and its followers are asked to follow the target. The target must list the account
 * as an alias. Throws validation_failed on `target`, also within 7 days of an earlier move.
 */
export async function moveAway(accountId: number, name: string): Promise<void> {
  const [account, target] = await Promise.all([getAccount(accountId), refetchAccount(name, 'target')]);
  const iri = account.iri!;
  if (target.id === accountId) throw invalid('target', t('errors.must-be-another-account'));
  if (!target.alsoKnownAs.includes(iri)) throw invalid('target', t('errors.must-list-alias', { iri }));

  const moveId = randomUUID();
  await transactWithPrisma(async (tx) => {
    await lockAccount(tx, accountId);
    if (!(await mayMove(tx, accountId, moveId)))
      throw invalid('target', t('errors.moved-recently', { days: moveCooldownDays }));
    await setMovedTo(tx, accountId, target.id);
    await mailMember(tx, accountId, 'account-moved', {
      username: account.username,
      target: target.url ?? target.iri!,
    });
    await enqueueActorUpdate(tx, accountId);
    const targetIri = target.iri!;
    await recordFact(tx, { fact: 'account.moved', accountId, targetIri });
    await enqueue(tx, jobs.moveFollowers, { accountId, targetIri, fetchBudgetId: moveId });
  });
}

/** The account can publish again. Followers that moved do not return automatically. */
export async function moveBack(accountId: number): Promise<void> {
  await transactWithPrisma(async (tx) => {
    if (await setMovedTo(tx, accountId, null)) await enqueueActorUpdate(tx, accountId);
  });
}

/** Returns false if the target is unchanged. */
async function setMovedTo(tx: PrismaTx, id: number, movedToId: number | null): Promise<boolean> {
  const before = await lockForUpdate(tx, id);
  if ((before.movedToId && Number(before.movedToId)) === movedToId) return false;
  await tx.prisma.account.update({ where: { id }, data: { movedToId, updatedAt: laterThan(before.updatedAt) } });
  return true;
}

async function lockForUpdate(tx: PrismaTx, id: number) {
  await lockAccount(tx, id);
  return tx.prisma.account.findUniqueOrThrow({
    select: { movedToId: true, alsoKnownAs: true, updatedAt: true },
    where: { id },
  });
}

const batchSize = 200;
const mutesPerBatch = 5_000;

/**
 * Makes local followers of the account follow the target instead, each in a transaction of its own, so that a retry
 * resumes with the same `moveId`. Nothing happens within 7 days of another move. Mutes and hidden boosts come along.
 * The caller has verified that the target lists the account as an alias.
 */
export async function moveFollowers(account: Account, target: Account, moveId: string): Promise<void> {
  await transactWithPrisma((tx) => setMovedTo(tx, account.id, target.id));
  if (!(await mayMove(db, account.id, moveId))) return;
  for (let last: number | null = 0; last !== null; )
    last = (await copyMutes(db, account.id, target.id, last, mutesPerBatch))[0]!.last;
  const list = (after: number, limit: number) => listLocalFollowers(account.id, after, limit);
  for await (const followers of readInBatches({ size: batchSize }, list, ({ followerId }) => Number(followerId)))
    for (const { followerId, showsBoosts } of followers) {
      // A block may forbid the follow, and the target may be the follower itself.
      await followLike(Number(followerId), target.id, showsBoosts).catch(ignoreRefusal);
      await unfollow(Number(followerId), account.id);
    }
}

async function followLike(followerId: number, targetId: number, showsBoosts: boolean): Promise<void> {
  await follow(followerId, targetId);
  if (!showsBoosts) await hideBoosts(followerId, targetId);
}

const listLocalFollowers = (followeeId: number, after: number, limit: number) =>
  prisma().follow.findMany({
    select: { followerId: true, showsBoosts: true },
    where: {
      followeeId,
      followerId: { gt: after },
      follower: { host: '', deletedAt: null, suspendedAt: null },
    },
    orderBy: { followerId: 'asc' },
    take: limit,
  });
