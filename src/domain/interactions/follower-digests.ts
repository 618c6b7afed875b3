/** Synchronises followers with another server (FEP-8fcf). */
import { listFollowersOn, selectFollowerDigests } from '../../db/sql/follows.ts';
import { lockPairs, mintSource } from '../../db/sql/ledger.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { type Account, findAccountByIri, isLocal } from '../accounts/account.ts';
import { acceptFollows, endAndClose, isFollowing } from './follow.ts';

const nobody = '0'.repeat(64);
/** Maximum number of unknown follows to undo at once. */
const maxRemoved = 200;

/** Hexadecimal digests by host; this server has the empty name. */
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
      await lockPairs(tx, [id], [accountId]);
      await endAndClose(tx, id, accountId);
    });
  }

  const known = new Set(ours.map(({ iri }) => iri));
  for (const iri of [...theirs].filter((each) => !known.has(each)).slice(0, maxRemoved)) {
    const member = await findAccountByIri(iri);
    if (!member || !isLocal(member)) continue;
    await acceptOrTakeBack(member, accountId);
  }
}

async function acceptOrTakeBack({ id }: Account, followeeId: number): Promise<void> {
  const follow = { followerId: id, followeeId };
  await transact(async (tx) => {
    await lockPairs(tx, [id], [followeeId]);
    await acceptFollows(tx, [follow]);
    if (await isFollowing(tx, follow)) return;
    const subject = { accountId: id, targetId: followeeId, eventableId: null };
    const sourceId = await mintSource(tx, 'follow', subject, { undone: true });
    await recordFact(tx, { fact: 'follow.deleted', sourceId });
  });
}
