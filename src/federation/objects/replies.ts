/** Renders the replies collection of an item, with an inline first page. */
import type { JsonObject } from '../json-ld/json.ts';

/** A reply that everybody may see, and its id, by which pages continue. */
export interface ReplyIri {
  id: number;
  iri: string;
}

/** GoToSocial and Mastodon read replies from the object itself, so it lists the first of them. */
export const maxInlineReplies = 20;

/** `replies` are the first ones, oldest first. Fewer than `size` are all there are. */
export const toReplies = (
  itemIri: string,
  totalItems: number,
  replies: ReplyIri[],
  size = maxInlineReplies,
): JsonObject => ({
  id: repliesIri(itemIri),
  type: 'Collection',
  totalItems,
  first: toRepliesPage(itemIri, 0, replies, size),
});

/** `after` is the id of the last reply of the page before, or 0. */
export function toRepliesPage(itemIri: string, after: number, replies: ReplyIri[], size: number): JsonObject {
  const last = replies.length < size ? undefined : replies.at(-1);
  return {
    id: `${repliesIri(itemIri)}?after=${after}`,
    type: 'CollectionPage',
    partOf: repliesIri(itemIri),
    ...(last && { next: `${repliesIri(itemIri)}?after=${last.id}` }),
    items: replies.map(({ iri }) => iri),
  };
}

const repliesIri = (itemIri: string): string => `${itemIri}/replies`;
