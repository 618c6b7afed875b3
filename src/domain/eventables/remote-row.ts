/** An item of another server as the row that is stored of it. */
import type { RemoteItem } from './remote-item.ts';

/** What it points at, as far as that is here. */
export interface Pointers {
  in_reply_to_id?: number;
  recipe_id: number | null;
  forked_from_id: number | null;
}

export const toNewRow = (item: RemoteItem, pointers: Pointers) => ({
  ...toRow(item, pointers),
  type: item.type,
  account_id: item.authorId,
  iri: item.iri,
  publication: 'published',
  created_at: new Date(),
  published_at: noLaterThanNow(item.publishedAt),
});

/** What a later version changes. */
export const toRow = (item: RemoteItem, pointers: Pointers) => ({
  ...pointers,
  url: item.url,
  visibility: item.visibility,
  name: item.name,
  content: item.content,
  content_html: item.contentHtml,
  locale: item.locale,
  serving: item.serving,
  serving_type: item.servingType,
  prepared_at: item.preparedAt,
  recipe_iri: item.recipeIri,
  forked_from_iri: item.forkedFromIri,
  in_reply_to_iri: item.inReplyToIri,
  context_iri: item.contextIri ?? null,
  ...toCounts(item),
  sensitive: item.sensitive,
  spoiler_text: item.spoilerText,
  source_url: item.sourceUrl,
  prep_time: item.prepTime,
  cook_time: item.cookTime,
  tags: item.tags,
  updated_at: noLaterThanNow(item.updatedAt ?? item.publishedAt),
  fetched_at: new Date(),
});

/** What it does not say now it may have said before. */
const toCounts = ({ counts }: RemoteItem) => ({
  ...(counts?.likes != null && { remote_likes_count: counts.likes }),
  ...(counts?.boosts != null && { remote_boosts_count: counts.boosts }),
  ...(counts?.replies != null && { remote_replies_count: counts.replies }),
});

export const noLaterThanNow = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));

export const toMediaRows = ({ media }: RemoteItem) =>
  media.map(({ contentType, ...medium }) => ({ ...medium, content_type: contentType }));
