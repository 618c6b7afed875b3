/** Hashtags. */
import {
  countOtherTagFollows,
  deleteTagFollow,
  insertTagFollow,
  lockTagFollows,
  selectFollowedTags,
  selectTags,
  type TagRow,
} from '../../db/sql/tags.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { normaliseHashtag } from '../../lib/text.ts';
import type { Viewer } from '../accounts/account.ts';

// Reads hashtags: how much they are used, and which ones an account follows

export type Tag = TagRow;

/** More uses are not counted. */
export const maxUses = 1_000;

/** Accepts any spelling. Throws not_found for text without letters and digits; every other text is a tag. */
export function getTagName(text: string): string {
  const tag = normaliseHashtag(text);
  if (tag === '') throw notFound();
  return tag;
}

/** `name` is normalised. */
export async function getTag(name: string, { accountId }: Viewer): Promise<Tag> {
  const [tag] = await selectTags(db, accountId, [name], maxUses);
  return tag!;
}

/** In alphabetical order. */
export async function listFollowedTagNames(accountId: number): Promise<string[]> {
  return (await selectFollowedTags(db, accountId)).map(({ tag }) => tag);
}

/** In alphabetical order. */
export async function listFollowedTags(accountId: number): Promise<Tag[]> {
  return selectTags(db, accountId, await listFollowedTagNames(accountId), maxUses);
}

// Follows and unfollows hashtags. New public items with a followed hashtag enter the home timeline.

export const maxFollowedTags = 100;

/** `tag` is normalised. Following again changes nothing. Throws validation_failed for more than 100. */
export async function followTag(accountId: number, tag: string): Promise<void> {
  await transact(async (tx) => {
    await lockTagFollows(tx, accountId);
    const [others] = await countOtherTagFollows(tx, accountId, tag);
    if (others!.count >= maxFollowedTags)
      throw invalid('base', t('errors.too-many-followed-hashtags', { maxFollowedTags }));
    await insertTagFollow(tx, accountId, tag);
  });
}

/** Items that entered the home timeline only for this hashtag leave it. No effect if it is not followed. */
export async function unfollowTag(accountId: number, tag: string): Promise<void> {
  await transact((tx) => deleteTagFollow(tx, accountId, tag));
}
