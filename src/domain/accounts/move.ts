/** Accounts that move to another (FEP-7628): ours go and say so, and the followers here of any that goes follow it. */
import { randomUUID } from 'node:crypto';
import { listFollowersHere, setMovedTo, setAliases as writeAliases } from '../../db/sql/moves.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { follow, unfollow } from '../follows.ts';
import { type Account, getAccount } from './account.ts';
import { announceActor } from './announce.ts';
import { fetchNow } from './fetch-now.ts';

/** Whoever holds one of these may make its followers follow this account. Throws validation_failed on `aliases`. */
export async function setAliases(accountId: number, names: string[]): Promise<void> {
  const known = await Promise.all(names.map((name) => fetchNow(name, 'aliases')));
  const others = known.filter(({ id }) => id !== accountId).map(({ iri }) => iri!);
  await transact(async (tx) => {
    const [changed] = await writeAliases(tx, accountId, [...new Set(others)]);
    if (changed) await announceActor(tx, accountId);
  });
}

/**
 * The account publishes nothing more; its followers everywhere are asked to follow the other one, which must name it
 * among its aliases. Throws validation_failed on `target`.
 */
export async function moveAway(accountId: number, name: string): Promise<void> {
  const [account, target] = await Promise.all([getAccount(accountId), fetchNow(name, 'target')]);
  const iri = account.iri!;
  if (target.id === accountId) throw invalid('target', 'must be another account');
  if (!target.alsoKnownAs.includes(iri)) throw invalid('target', `must have ${iri} among its aliases first`);

  await transact(async (tx) => {
    await setMovedTo(tx, accountId, target.id);
    await announceActor(tx, accountId);
    const activity = iris.activity(accountId, randomUUID());
    const targetIri = target.iri!;
    await enqueue(tx, jobs.sendActivity, { verb: 'Move', activity, accountId, targetIri });
    await enqueue(tx, jobs.moveFollowers, { accountId, targetIri });
  });
}

/** It publishes again; followers who went do not come back by themselves. */
export async function moveBack(accountId: number): Promise<void> {
  await transact(async (tx) => {
    const [changed] = await setMovedTo(tx, accountId, null);
    if (changed) await announceActor(tx, accountId);
  });
}

const batchSize = 200;

/**
 * Everybody here who follows the account follows the target in its stead, each in a transaction of their own, so that it
 * may be done again after a crash. The target was seen to name the account among its aliases.
 */
export async function moveFollowers(account: Account, target: Account): Promise<void> {
  await setMovedTo(db, account.id, target.id);
  for (let after = 0; ; ) {
    const followers = await listFollowersHere(db, account.id, after, batchSize);
    for (const { id } of followers) {
      await follow(id, target.id).catch(ignoreRefusal);
      await unfollow(id, account.id);
    }
    if (followers.length < batchSize) return;
    after = followers.at(-1)!.id;
  }
}

/** A block between the two, or the target following its old self. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
}
