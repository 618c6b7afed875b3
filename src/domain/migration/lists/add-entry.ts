/** Follows, blocks or saves what an entry of a list names. */
import { prisma } from '../../../db/client.ts';
import type { DueEntry } from '../../../db/sql/migration/import-entries.ts';
import { DomainError, explain } from '../../../lib/errors.ts';
import type { Account } from '../../accounts/account.ts';
import { lookUpAccount } from '../../accounts/lookup.ts';
import { block } from '../../interactions/block.ts';
import { follow } from '../../interactions/follow.ts';
import { addBookmark } from './bookmarks.ts';

export type EntryResult =
  | { outcome: 'added' | 'existing' }
  | { outcome: 'failed'; reason: string }
  /** Its server was asked, and has not answered. */
  | { outcome: null };

type AddTo = (accountId: number, target: Account, entry: DueEntry) => Promise<'added' | 'existing'>;

const addAccount: Record<'follow' | 'block', AddTo> = {
  follow: async (accountId, { id }) => {
    const known =
      (await prisma().follow.count({ where: { followerId: accountId, followeeId: id } })) +
      (await prisma().followRequest.count({ where: { requesterId: accountId, targetId: id } }));
    if (known > 0) return 'existing';
    await follow(accountId, id);
    return 'added';
  },
  block: async (accountId, { id }) => {
    if ((await prisma().block.count({ where: { blockerId: accountId, blockedId: id } })) > 0)
      return 'existing';
    await block(accountId, id);
    return 'added';
  },
};

/** Idempotent. `isLastTry`: the result is not null. */
export async function addEntry(accountId: number, entry: DueEntry, isLastTry: boolean): Promise<EntryResult> {
  try {
    const result =
      entry.kind === 'bookmark'
        ? await addBookmark(accountId, entry)
        : await addNamedAccount(accountId, entry, isLastTry);
    if (result !== null) return typeof result === 'string' ? { outcome: result } : result;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code !== 'unavailable') return { outcome: 'failed', reason: reasonOf(error) };
  }
  return isLastTry ? { outcome: 'failed', reason: 'its server did not answer' } : { outcome: null };
}

const reasonOf = (error: DomainError) => (error.code === 'not_found' ? 'was not found' : explain(error));

async function addNamedAccount(accountId: number, entry: DueEntry, isLastTry: boolean) {
  const add = addAccount[entry.kind as keyof typeof addAccount];
  const account = await lookUpAccount(entry.value);
  const isUnknown = account.host !== '' && account.state === 'unknown';
  // A block also counts for an account whose server is away.
  if (isUnknown && !(isLastTry && entry.kind === 'block')) return null;
  return add(accountId, account, entry);
}
