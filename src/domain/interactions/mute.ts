/** Mutes and unmutes accounts, and hides their boosts. Nobody else learns of it. */
import {
  countOtherMutes,
  deleteMute,
  lockMutes,
  updateShowsBoosts,
  upsertMute,
} from '../../db/sql/blocks.ts';
import { replaceHiddenBoosts } from '../../db/sql/timelines.ts';
import { transact } from '../../db/transaction.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { getAccount } from '../accounts/account.ts';

/** Ten years. */
export const maxMuteSeconds = 315_360_000;
export const maxMutes = 5_000;

export interface MuteOptions {
  /** Also hides its notifications. */
  notifications: boolean;
  /** Null for no end. */
  seconds: number | null;
}

/** Replaces an earlier mute. Follows stay. Throws not_found, and validation_failed for oneself or too many mutes. */
export async function mute(
  muterId: number,
  mutedId: number,
  { notifications, seconds }: MuteOptions,
): Promise<void> {
  if (muterId === mutedId) throw invalid('base', t('errors.cannot-mute-yourself'));
  await transact(async (tx) => {
    if ((await getAccount(mutedId, tx)).deletedAt) throw notFound();
    await lockMutes(tx, muterId);
    const [others] = await countOtherMutes(tx, muterId, mutedId);
    if (others!.count >= maxMutes) throw invalid('base', t('errors.too-many-mutes', { maxMutes }));
    await upsertMute(tx, muterId, mutedId, notifications, seconds);
    await replaceHiddenBoosts(tx, muterId, mutedId);
  });
}

/** Nothing happens without a mute. Throws not_found. */
export async function unmute(muterId: number, mutedId: number): Promise<void> {
  await transact(async (tx) => {
    await getAccount(mutedId, tx);
    await deleteMute(tx, muterId, mutedId);
  });
}

/** Throws not_found, and validation_failed unless the account is followed or asked. */
export const hideBoosts = (followerId: number, followeeId: number): Promise<void> =>
  transact(async (tx) => {
    await getAccount(followeeId, tx);
    const changed = await updateShowsBoosts(tx, followerId, followeeId, false);
    if (changed.length === 0) throw invalid('base', t('errors.not-followed'));
    await replaceHiddenBoosts(tx, followerId, followeeId);
  });

/** Nothing happens if they are not hidden. Throws not_found. */
export const showBoosts = (followerId: number, followeeId: number): Promise<void> =>
  transact(async (tx) => {
    await getAccount(followeeId, tx);
    await updateShowsBoosts(tx, followerId, followeeId, true);
  });
