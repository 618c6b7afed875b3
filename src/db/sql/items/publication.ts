/** Statements that publish drafts and turn published items back into drafts. */
import { statement } from '../../statement.ts';

/** `generation` is how often the item was published, including this time. */
export const selectUnpublished = statement<
  { generation: number; slug: string | null; name: string },
  [id: number]
>('select_unpublished', `SELECT generation, slug, name FROM eventable WHERE id = $1`);

/** Gives the draft its addresses. Only recipes have a slug. */
export const publishEventable = statement<
  never,
  [id: number, iri: string, url: string, slug: string | null, visibility: string | null, at: Date]
>(
  'publish_eventable',
  `UPDATE eventable SET publication = 'published', iri = $2, url = $3, slug = $4, visibility = coalesce($5::visibility, visibility),
     published_at = $6, updated_at = $6, edited_at = NULL, version = version + 1
   WHERE id = $1`,
);

/** Turns the item into a draft and deletes everything that refers to it. The next publication gets a new IRI. */
export const unpublishEventable = statement<never, [id: number]>(
  'unpublish_eventable',
  `WITH likes AS (DELETE FROM "like" WHERE eventable_id = $1),
     boosts AS (DELETE FROM boost WHERE eventable_id = $1),
     sources AS (DELETE FROM source_activity WHERE eventable_id = $1),
     pins AS (DELETE FROM pin WHERE eventable_id = $1),
     items AS (DELETE FROM collection_item WHERE eventable_id = $1),
     events AS (DELETE FROM event WHERE eventable_id = $1),
     revisions AS (DELETE FROM revision WHERE eventable_id = $1),
     notices AS (DELETE FROM notification WHERE eventable_id = $1),
     trend AS (DELETE FROM eventable_trend WHERE eventable_id = $1)
   UPDATE eventable SET publication = 'draft', iri = NULL, url = NULL, generation = generation + 1,
     published_at = created_at, updated_at = now(), likes_count = 0, boosts_count = 0, revisions_count = 0, version = version + 1
   WHERE id = $1`,
);
