/** Whether another server knows the same followers as we do, and what to do where it does not (FEP-8fcf). */
import { randomUUID } from 'node:crypto';
import { lockPair } from '../db/sql/blocks.ts';
import { listFollowersOn, selectFollowerDigests } from '../db/sql/follower-digests.ts';
import { selectFollow } from '../db/sql/relations.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { iris } from '../lib/iris.ts';
import { type Account, findAccountByIri, isLocal } from './accounts/account.ts';
import { acceptFollow } from './follow-answers.ts';
import { dissolve } from './follows.ts';

const nobody = '0'.repeat(64);
/** Of followers that we know nothing of so many are taken back at once. */
const mostTakenBack = 200;

/** In hexadecimal, by host; ours has the empty name. */
export async function followerDigests(accountId: number): Promise<(host: string) => string> {
  const rows = await selectFollowerDigests(db, accountId);
  const byHost = new Map(rows.map(({ host, bits }) => [host, toHex(bits)]));
  return (host) => byHost.get(host) ?? nobody;
}

const toHex = (bits: string) => BigInt(`0b${bits}`).toString(16).padStart(64, '0');

export const membersFollowing = (accountId: number) => listFollowersOn(db, accountId, '');

/**
 * `theirs` are all the members here that an account's server takes for its followers, `ours` those that were before that
 * was asked. Follows it does not know end here; those we do not know are granted if they were asked for, else taken back there.
 */
export async function repairFollowers(
  accountId: number,
  ours: { id: number; iri: string }[],
  theirs: Set<string>,
): Promise<void> {
  for (const { id, iri } of ours) {
    if (theirs.has(iri)) continue;
    await transact(async (tx) => {
      await lockPair(tx, id, accountId);
      await dissolve(tx, id, accountId);
    });
  }

  const known = new Set(ours.map(({ iri }) => iri));
  for (const iri of [...theirs].filter((each) => !known.has(each)).slice(0, mostTakenBack)) {
    const member = await findAccountByIri(iri);
    if (!member || !isLocal(member)) continue;
    await acceptFollow(accountId, { followerId: member.id });
    await takeBack(member, accountId);
  }
}

async function takeBack({ id }: Account, followeeId: number): Promise<void> {
  await transact(async (tx) => {
    await lockPair(tx, id, followeeId);
    if ((await selectFollow(tx, id, followeeId)).length > 0) return;
    await enqueue(tx, jobs.sendActivity, {
      verb: 'UndoFollow',
      activity: iris.activity(id, randomUUID()),
      accountId: id,
      targetId: followeeId,
      followIri: iris.activity(id, randomUUID()),
    });
  });
}
