/** Follows, blocks, mutes or saves what an entry of a list names. */
import { prisma } from '../../../db/client.ts';
import type { DueEntry } from '../../../db/sql/imports.ts';
import { DomainError, explain } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import type { Account } from '../../accounts/account.ts';
import { lookUpAccount } from '../../accounts/lookup.ts';
import { block } from '../../interactions/block.ts';
import { blockDomain } from '../../interactions/block-domain.ts';
import { follow } from '../../interactions/follow.ts';
import { hideBoosts, mute } from '../../interactions/mute.ts';
import { addBookmark } from './bookmarks.ts';

export type EntryResult =
  | { outcome: 'added' | 'existing' }
  | { outcome: 'failed'; reason: string }
  /** Its server was asked, and has not answered. */
  | { outcome: null };

type AddTo = (accountId: number, target: Account, entry: DueEntry) => Promise<'added' | 'existing'>;

const addAccount: Record<'follow' | 'block' | 'mute', AddTo> = {
  follow: async (accountId, { id }, { option: showsBoosts }) => {
    const known =
      (await prisma().follow.count({ where: { followerId: accountId, followeeId: id } })) +
      (await prisma().followRequest.count({ where: { requesterId: accountId, targetId: id } }));
    if (known > 0) return 'existing';
    await follow(accountId, id);
    if (!showsBoosts) await hideBoosts(accountId, id);
    return 'added';
  },
  block: async (accountId, { id }) => {
    if ((await prisma().block.count({ where: { blockerId: accountId, blockedId: id } })) > 0)
      return 'existing';
    await block(accountId, id);
    return 'added';
  },
  mute: async (accountId, { id }, { option: notifications }) => {
    if ((await prisma().mute.count({ where: { muterId: accountId, mutedId: id } })) > 0) return 'existing';
    await mute(accountId, id, { notifications, seconds: null });
    return 'added';
  },
};

async function addDomain(accountId: number, { value }: DueEntry): Promise<'added' | 'existing'> {
  const host = URL.parse(`https://${value}/`)?.host ?? value;
  if ((await prisma().accountDomainBlock.count({ where: { accountId, host } })) > 0) return 'existing';
  await blockDomain(accountId, value);
  return 'added';
}

/** Idempotent. `isLastTry`: the result is not null. */
export async function addEntry(accountId: number, entry: DueEntry, isLastTry: boolean): Promise<EntryResult> {
  try {
    const result = await add(accountId, entry, isLastTry);
    if (result !== null) return typeof result === 'string' ? { outcome: result } : result;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code !== 'unavailable') return { outcome: 'failed', reason: reasonOf(error) };
  }
  return isLastTry ? { outcome: 'failed', reason: t('migration.no-answer') } : { outcome: null };
}

function add(accountId: number, entry: DueEntry, isLastTry: boolean) {
  if (entry.kind === 'bookmark') return addBookmark(accountId, entry);
  return entry.kind === 'domain'
    ? addDomain(accountId, entry)
    : addNamedAccount(accountId, { ...entry, kind: entry.kind }, isLastTry);
}

const reasonOf = (error: DomainError) =>
  error.code === 'not_found' ? t('migration.not-found') : explain(error);

async function addNamedAccount(
  accountId: number,
  entry: DueEntry & { kind: keyof typeof addAccount },
  isLastTry: boolean,
) {
  const account = await lookUpAccount(entry.value);
  const isUnknown = account.host !== '' && account.state === 'unknown';
  // Blocks and mutes also count for an account whose server is away.
  if (isUnknown && !(isLastTry && entry.kind !== 'follow')) return null;
  return addAccount[entry.kind](accountId, account, entry);
}
