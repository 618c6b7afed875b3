/** Lists and publishes preparations and bakings. */
import { statement } from '../../statement.ts';
import { fullItemSelect } from '../items/eventables.ts';
import { visible } from '../items/visibility.ts';

type Row = Record<string, unknown>;

const ownCooked = (direction: 'ASC' | 'DESC') => `
  ${fullItemSelect}
  WHERE e.account_id = $3 AND e.type = $4::eventable_type AND e.id > $5 AND e.id < $6 AND ${visible()}
    AND ($8::timestamptz IS NULL OR e.prepared_at >= $8) AND ($9::timestamptz IS NULL OR e.prepared_at < $9)
    AND ($10::publication[] IS NULL OR e.publication = ANY($10))
  ORDER BY e.id ${direction} LIMIT $7`;

/** `from` is inclusive, `until` exclusive; null means no bound. */
type OwnCookedParams = [
  viewerId: number | null,
  host: string | null,
  accountId: number,
  type: string,
  above: number,
  below: number,
  limit: number,
  from: Date | null,
  until: Date | null,
  publications: string[] | null,
];

export const listCooked = statement<Row, OwnCookedParams>('list_cooked', ownCooked('DESC'));
export const listCookedAscending = statement<Row, OwnCookedParams>('list_cooked_ascending', ownCooked('ASC'));

/** Returns how often the item was published, including this time. */
export const selectGeneration = statement<{ generation: number }, [id: number]>(
  'select_generation',
  `SELECT generation FROM eventable WHERE id = $1`,
);

export const publishEventable = statement<
  never,
  [id: number, iri: string, url: string, visibility: string | null, at: Date]
>(
  'publish_eventable',
  `UPDATE eventable SET publication = 'published', iri = $2, url = $3, visibility = coalesce($4::visibility, visibility),
     published_at = $5, updated_at = $5, edited_at = NULL, version = version + 1
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
     notices AS (DELETE FROM notification WHERE eventable_id = $1),
     trend AS (DELETE FROM eventable_trend WHERE eventable_id = $1)
   UPDATE eventable SET publication = 'draft', iri = NULL, url = NULL, generation = generation + 1,
     published_at = created_at, updated_at = now(), likes_count = 0, boosts_count = 0, version = version + 1
   WHERE id = $1`,
);

/** Locks a recipe that the viewer may see against deletion until the transaction ends. */
export const lockVisibleRecipe = statement<
  { id: number },
  [viewerId: number | null, host: string | null, id: number]
>(
  'lock_visible_recipe',
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = $3 AND e.type = 'recipe' AND ${visible()} FOR KEY SHARE OF e`,
);
