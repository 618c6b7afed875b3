/** Follows and unfollows hashtags. New public items with a followed hashtag enter the home timeline. */
import { countOtherTagFollows, deleteTagFollow, insertTagFollow, lockTagFollows } from '../../db/sql/tags.ts';
import { transact } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

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
