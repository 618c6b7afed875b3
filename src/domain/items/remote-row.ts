/** Converts a remote item to its database row. */
import { normaliseHashtags } from '../../lib/hashtag.ts';
import { toDetailColumns } from './detail-columns.ts';
import type { RemoteItem } from './remote-item.ts';

/** Ids of the known items that it points to. */
export interface TargetIds {
  in_reply_to_id?: number;
  recipe_id: number | null;
  forked_from_id: number | null;
}

export const toNewRow = (item: RemoteItem, targetIds: TargetIds) => ({
  ...toRow(item, targetIds),
  type: item.type,
  account_id: item.authorId,
  iri: item.iri,
  publication: 'published',
  created_at: new Date(),
  published_at: notAfterNow(item.publishedAt),
});

/** The columns that an update changes. */
export const toRow = (item: RemoteItem, targetIds: TargetIds) => ({
  ...targetIds,
  url: item.url,
  visibility: item.visibility,
  name: item.name,
  content: item.content,
  content_html: item.contentHtml,
  locale: item.locale,
  serving: item.serving,
  serving_type: item.servingType,
  prepared_at: item.preparedAt,
  rating: item.rating,
  recipe_iri: item.recipeIri,
  forked_from_iri: item.forkedFromIri,
  in_reply_to_iri: item.inReplyToIri,
  context_iri: item.contextIri ?? null,
  quote_iri: item.quoteIri ?? null,
  ...toCounts(item),
  sensitive: item.sensitive,
  spoiler_text: item.spoilerText,
  source_url: item.sourceUrl,
  prep_time: item.prepTime,
  cook_time: item.cookTime,
  ...toDetailColumns(item.details),
  tags: item.tags,
  hashtags: normaliseHashtags([...item.tags, ...(item.hashtags ?? [])]),
  updated_at: notAfterNow(item.updatedAt ?? item.publishedAt),
  edited_at: editedAt(item),
  fetched_at: new Date(),
});

/** PeerTube sets `updated` of a new comment some milliseconds after `published`. */
const minEditDelayMs = 1_000;

const editedAt = ({ publishedAt, updatedAt }: RemoteItem): Date | null =>
  updatedAt !== null && updatedAt.getTime() - publishedAt.getTime() >= minEditDelayMs
    ? notAfterNow(updatedAt)
    : null;

/** Leaves out counts that are not stated, so that earlier ones stay. */
const toCounts = ({ counts }: RemoteItem) => ({
  ...(counts?.likes != null && { remote_likes_count: counts.likes }),
  ...(counts?.boosts != null && { remote_boosts_count: counts.boosts }),
  ...(counts?.replies != null && { remote_replies_count: counts.replies }),
});

export const notAfterNow = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));

export const toMediaRows = ({ media }: RemoteItem) =>
  media.map(({ contentType, ...medium }) => ({ ...medium, content_type: contentType }));
