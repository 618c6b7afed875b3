/** Builds the columns of collections, their entries, and who may see a collection. */
import { cardColumns, isDisplayable } from '../items/columns.ts';
import { unblocked, type ViewerVariant, visible } from '../items/visibility.ts';

/** SQL: collection `c` of account `a` is visible for viewer `$1`. A block hides it both ways. */
export const isCollectionVisible = (
  variant?: ViewerVariant,
): string => `(a.suspended_at IS NULL AND a.deleted_at IS NULL
  AND (c.account_id = $1 OR (c.visibility IN ('public', 'unlisted') AND ${unblocked('c.account_id', '$1', variant)})))`;

/** SQL: the entries of a collection. Items of a remote one are listed once this server has them. */
export const entriesOf = (collectionId: string): string => `(
  SELECT i.id, i.eventable_id, i.position, i.note, i.created_at FROM collection_item i
  WHERE i.collection_id = ${collectionId}
  UNION ALL
  SELECT r.id, x.id, r.position, r.note, r.created_at FROM remote_collection_item r JOIN eventable x ON x.iri = r.iri
  WHERE r.collection_id = ${collectionId})`;

const medium = `json_build_object(
  'id', m.id, 'key', m.key, 'state', m.state, 'description', m.description, 'contentType', m.content_type,
  'width', m.width, 'height', m.height, 'blurhash', m.blurhash, 'remoteUrl', m.remote_url, 'createdAt', m.created_at)`;

/** The chosen picture, else the first one of the first visible item that has one. */
const cover = (variant?: ViewerVariant) => `coalesce(
  (SELECT ${medium} FROM medium m LEFT JOIN (eventable e JOIN account ea ON ea.id = e.account_id) ON e.id = m.eventable_id
   WHERE m.id = c.cover_id AND ${isDisplayable('m')} AND (m.eventable_id IS NULL OR ${visible('e', 'ea', '$1', variant)})),
  (SELECT ${medium} FROM ${entriesOf('c.id')} i
     JOIN eventable e ON e.id = i.eventable_id JOIN account ea ON ea.id = e.account_id
     CROSS JOIN LATERAL (
       SELECT * FROM medium p WHERE p.eventable_id = e.id AND ${isDisplayable('p')} ORDER BY p.position, p.id LIMIT 1) m
   WHERE NOT e.sensitive AND ${visible('e', 'ea', '$1', variant)} ORDER BY i.position, i.id LIMIT 1))`;

/** Counts only what the viewer may see, so that the count reveals nothing about other items. */
const itemsCount = (variant?: ViewerVariant) => `(
  SELECT count(*) FROM ${entriesOf('c.id')} i
    JOIN eventable e ON e.id = i.eventable_id JOIN account ea ON ea.id = e.account_id
  WHERE ${visible('e', 'ea', '$1', variant)})`;

/** The columns of collection `c` of account `a`. `$1` and `$2` are those of `visible`. */
export const collectionColumns = (
  variant?: ViewerVariant,
): string => `c.id, c.name, c.description, c.visibility, c.iri, c.url,
  c.cover_id AS "coverId", c.followers_count AS "followersCount", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  ${itemsCount(variant)} AS "itemsCount", ${cover(variant)} AS cover,
  ($1::bigint IS NOT NULL AND EXISTS (
    SELECT 1 FROM collection_follow f WHERE f.collection_id = c.id AND f.account_id = $1)) AS following,
  ${cardColumns('a', 'account.')}`;
