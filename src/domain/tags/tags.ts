/** Reads hashtags: how much they are used, and which ones an account follows. */
import { selectFollowedTags, selectTags, type TagRow } from '../../db/sql/tags.ts';
import { db } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import { normaliseHashtag } from '../../lib/hashtag.ts';
import type { Viewer } from '../accounts/viewer.ts';

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
