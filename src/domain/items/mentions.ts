/** Finds the accounts that a text mentions, and looks up those that are not known. */
import { takeFromFetchBudget } from '../../db/sql/jobs.ts';
import type { Executor } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { findMentions } from '../../lib/markdown.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { type Account, findAccountByHandle, normaliseHandle } from '../accounts/account.ts';
import { discover } from '../accounts/discover.ts';
import { findRecentLookUp } from '../accounts/recent-look-up.ts';

const maxMentions = 20;
/** Look-ups that one post may cause. */
const maxLookUps = 10;
/** Look-ups that the posts of one author may cause within an hour. */
const maxHourlyLookUps = 60;

/** Accounts by the handle used in the text. */
export type Mentioned = ReadonlyMap<string, Account>;

export async function findMentioned(on: Executor, content: string): Promise<Map<string, Account>> {
  const found = new Map<string, Account>();
  for (const handle of handlesIn(content)) {
    const account = await findByHandle(handle, on);
    if (account && !account.deletedAt) found.set(handle, account);
  }
  return found;
}

/** Also returns accounts in state `unknown`, which a job is fetching. Throws for a direct post that nobody would receive. */
export async function lookUpMentioned(
  tx: Tx,
  { authorId, content, visibility }: { authorId: number; content: string; visibility: Visibility },
): Promise<Mentioned> {
  const mentioned = await findMentioned(tx, content);
  const handles = handlesIn(content);
  // Sorted, so that two posts wait for each other's look-ups in the same order.
  const unknown = handles.filter((handle) => isUnknown(handle, mentioned.get(handle))).toSorted();
  let mayLookUp = true;
  for (const handle of unknown.slice(0, maxLookUps)) {
    mayLookUp = mayLookUp && (await countLookUp(tx, authorId));
    const account = mayLookUp ? await lookUp(tx, handle) : null;
    if (account) mentioned.set(handle, account);
  }
  if (visibility === 'direct' && handles.length > 0 && mentioned.size === 0) {
    if (!mayLookUp) throw invalid('content', t('errors.too-many-new-mentions'));
    const missing = handles.map((handle) => `@${handle}`).join(', ');
    throw invalid('content', t('errors.mention-not-found', { missing }));
  }
  return mentioned;
}

const handlesIn = (content: string): string[] => findMentions(content).slice(0, maxMentions);

const isUnknown = (handle: string, account: Account | undefined): boolean =>
  account ? account.state === 'unknown' : handle.includes('@');

/** A recent look-up knows whose second handle it is. */
async function findByHandle(handle: string, on: Executor): Promise<Account | null> {
  const account = await findAccountByHandle(handle, on);
  if (account || !handle.includes('@')) return account;
  const found = await findRecentLookUp(normaliseHandle(handle), on);
  return found === 'missing' ? null : found;
}

/** Returns whether the author may cause one more look-up. */
async function countLookUp(tx: Tx, authorId: number): Promise<boolean> {
  const hour = Math.floor(Date.now() / 3_600_000);
  const key = JSON.stringify(['mention-look-ups', authorId, hour]);
  return (await takeFromFetchBudget(tx, key, maxHourlyLookUps)).length > 0;
}

/** Returns null if there is no such account, or if its server is blocked. */
function lookUp(tx: Tx, handle: string): Promise<Account | null> {
  return discover(tx, { handle }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
}
