/** Reads complete items and writes their own row. */
import type { EventableKind } from '../../../lib/iris.ts';
import { statement } from '../../statement.ts';
import {
  accountColumns,
  collectionIdsColumn,
  detailColumns,
  detailsColumn,
  eventableColumns,
  mediaColumn,
  originalColumn,
  privateNoteColumn,
  recipeIriColumn,
  viewerColumns,
} from './columns.ts';
import { responseVersion } from './versions.ts';
import { statementPerViewer } from './viewer-variants.ts';
import { type ViewerVariant, visible } from './visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

const rational = (column: string) =>
  `CASE WHEN i.${column}_num IS NOT NULL THEN json_build_object('numerator', i.${column}_num, 'denominator', i.${column}_den) END`;

/** Selects complete items. The caller adds at least `visible()`. */
export const fullItemSelectFor = (variant: ViewerVariant, ...more: string[]): string => `
  SELECT ${[...more, eventableColumns('e', '', variant)]}, ${accountColumns('a', 'account.')}, ${viewerColumns('e', '', variant)}, ${mediaColumn('e', 10)}, ${detailsColumn('e')},
    ${originalColumn('e', variant)}, ${recipeIriColumn('e', variant)}, ${collectionIdsColumn('e', variant)}, ${privateNoteColumn('e', variant)},
    (SELECT r.type FROM eventable r WHERE r.id = e.in_reply_to_id) AS "inReplyToType",
    (SELECT coalesce(json_agg(json_build_object('accountId', ma.id, 'iri', ma.iri, 'handle', ma.handle, 'url', ma.url) ORDER BY ma.id), '[]')
     FROM mention m JOIN account ma ON ma.id = m.account_id WHERE m.eventable_id = e.id) AS mentions,
    CASE WHEN e.type = 'status' THEN '[]'::json ELSE
    (SELECT coalesce(json_agg(json_build_object(
       'id', i.id, 'position', i.position, 'name', i.name, 'quantity', ${rational('quantity')},
       'quantityMax', ${rational('quantity_max')}, 'unit', i.unit, 'note', i.note, 'group', i.group_name,
       'optional', i.optional, 'scalable', i.scalable, 'originalText', i.original_text) ORDER BY i.position), '[]')
     FROM ingredient i WHERE i.eventable_id = e.id) END AS ingredients,
    CASE WHEN e.type = 'status' THEN '[]'::json ELSE
    (SELECT coalesce(json_agg(json_build_object(
       'id', s.id, 'position', s.position, 'name', s.name, 'content', s.content, 'contentHtml', s.content_html,
       'duration', s.duration, 'ingredientPositions', s.ingredient_positions) ORDER BY s.position), '[]')
     FROM step s WHERE s.eventable_id = e.id) END AS steps,
    CASE WHEN e.type = 'status' THEN '[]'::json ELSE
    (SELECT coalesce(json_agg(json_build_object(
       'stepId', l.step_id, 'id', t.id, 'type', t.type, 'name', coalesce(t.name, ''), 'slug', t.slug,
       'accountId', t.account_id, 'url', coalesce(t.url, t.iri, l.target_iri), 'iri', coalesce(t.iri, l.target_iri),
       'serving', l.serving) ORDER BY l.step_id, l.position), '[]')
     FROM step_link l LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = l.target_id
     WHERE l.source_id = e.id AND (t.id IS NULL OR ${visible('t', 'ta', '$1', variant)})) END AS links
  FROM eventable e JOIN account a ON a.id = e.account_id`;

export const fullItemSelect = fullItemSelectFor('any');

export const selectEventable = statementPerViewer<Row, [id: number]>(
  'select_eventable',
  (variant) =>
    `${fullItemSelectFor(variant, responseVersion(variant))} WHERE e.id = $3 AND ${visible('e', 'a', '$1', variant)}`,
);

export const selectEventableByIri = statement<Row, [...Viewer, iri: string]>(
  'select_eventable_by_iri',
  `${fullItemSelect} WHERE e.iri = $3 AND ${visible()}`,
);

export const selectRecipeBySlug = statementPerViewer<Row, [accountId: number, slug: string]>(
  'select_recipe_by_slug',
  (variant) => `${fullItemSelectFor(variant, responseVersion(variant))}
   WHERE e.account_id = $3 AND e.slug = $4 AND e.type = 'recipe' AND ${visible('e', 'a', '$1', variant)}`,
);

const ownItems = (direction: 'ASC' | 'DESC') => `
  ${fullItemSelect} WHERE e.account_id = $3 AND e.type = $4::eventable_type AND e.id > $5 AND e.id < $6 AND ${visible()}
    AND ($8::publication[] IS NULL OR e.publication = ANY($8))
  ORDER BY e.id ${direction} LIMIT $7`;

type OwnItems = [
  ...Viewer,
  accountId: number,
  type: string,
  above: number,
  below: number,
  limit: number,
  publications: string[] | null,
];

export const listEventablesOf = statement<Row, OwnItems>('list_eventables_of', ownItems('DESC'));
export const listEventablesOfAscending = statement<Row, OwnItems>(
  'list_eventables_of_ascending',
  ownItems('ASC'),
);

export const selectType = statement<{ type: EventableKind }, [id: number]>(
  'select_type',
  `SELECT type FROM eventable WHERE id = $1`,
);

/** Returns those of the items that the viewer may see. */
export const selectVisibleIds = statement<
  { id: number; type: string; account_id: number },
  [...Viewer, ids: number[]]
>(
  'select_visible_ids',
  `SELECT e.id, e.type, e.account_id FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.id = ANY($3::bigint[]) AND ${visible()}`,
);

/** Finds visible local items by IRI or page URL. */
export const selectVisibleAt = statement<
  { id: number; type: EventableKind; url: string },
  [...Viewer, urls: string[]]
>(
  'select_visible_at',
  `SELECT e.id, e.type, requested.url
   FROM unnest($3::text[]) AS requested (url)
     JOIN account a ON a.id = (SELECT account_id FROM eventable WHERE iri = requested.url)
       OR a.handle = split_part(split_part(requested.url, '/@', 2), '/', 1)
     JOIN eventable e ON e.account_id = a.id AND requested.url IN (e.iri, e.url)
   WHERE ${visible()}`,
);

/** The fields of an item that every operation checks first. */
export interface ItemHeader {
  id: number;
  type: string;
  iri: string | null;
  account_id: number;
  author_iri: string | null;
  author_host: string;
  visibility: 'public' | 'unlisted' | 'private' | 'direct';
  publication: 'draft' | 'published' | 'trashed';
  in_reply_to_id: number | null;
  context_iri: string | null;
  quote_iri: string | null;
  recipe_id: number | null;
  updated_at: Date;
}

export const headerSelect = `
  SELECT e.id, e.type, e.iri, e.account_id, a.iri AS author_iri, a.host AS author_host, e.visibility, e.publication,
    e.in_reply_to_id, e.context_iri, e.quote_iri, e.recipe_id, e.updated_at
  FROM eventable e JOIN account a ON a.id = e.account_id`;

export const selectItemHeader = statement<ItemHeader, [...Viewer, id: number]>(
  'select_item_header',
  `${headerSelect} WHERE e.id = $3 AND ${visible()}`,
);

/** Locks the owner's item until the transaction ends. Returns no row for a trashed one. */
export const lockItemOfOwner = statement<ItemHeader, [accountId: number, id: number, type: string]>(
  'lock_item_of_owner',
  `${headerSelect} WHERE e.id = $2 AND e.account_id = $1 AND e.type = $3::eventable_type AND e.publication <> 'trashed'
   FOR UPDATE OF e`,
);

export const lockItemByIri = statement<ItemHeader, [iri: string]>(
  'lock_item_by_iri',
  `${headerSelect} WHERE e.iri = $1 FOR UPDATE OF e`,
);

export const nextEventableId = statement<{ id: number }, []>(
  'next_eventable_id',
  `SELECT nextval(pg_get_serial_sequence('eventable', 'id'))::bigint AS id`,
);

/** The columns that an insert writes. */
export const writtenColumns = [
  'type',
  'account_id',
  'iri',
  'url',
  'publication',
  'visibility',
  'slug',
  'name',
  'content',
  'content_html',
  'locale',
  'serving',
  'serving_type',
  'prepared_at',
  'rating',
  'recipe_id',
  'recipe_iri',
  'forked_from_id',
  'forked_from_iri',
  'in_reply_to_id',
  'in_reply_to_iri',
  'context_iri',
  'quote_iri',
  'remote_likes_count',
  'remote_boosts_count',
  'remote_replies_count',
  'sensitive',
  'spoiler_text',
  'source_url',
  'as_article',
  'prep_time',
  'cook_time',
  ...Object.keys(detailColumns),
  'tags',
  'hashtags',
  'created_at',
  'published_at',
  'updated_at',
  'edited_at',
  'fetched_at',
];

/** `row` is JSON with column names; a null `id` creates one. Returns nothing if the IRI exists already. */
export const insertEventable = statement<{ id: number }, [id: number | null, row: string]>(
  'insert_eventable',
  `INSERT INTO eventable (id, ${writtenColumns.join(', ')})
   SELECT coalesce($1, nextval('eventable_id_seq')), ${writtenColumns.map((name) => `r.${name}`).join(', ')}
   FROM jsonb_populate_record(NULL::eventable, $2::jsonb) r
   ON CONFLICT (iri) DO NOTHING RETURNING id`,
);

const immutable = new Set(['type', 'account_id', 'iri', 'created_at', 'slug', 'publication']);

/** SQL assignments from row `r` for the columns that are keys of the JSON; the others stay. */
export const assignmentsFrom = (json: string): string =>
  `version = e.version + 1, ${writtenColumns
    .filter((name) => !immutable.has(name))
    .map((name) => `${name} = CASE WHEN ${json} ? '${name}' THEN r.${name} ELSE e.${name} END`)
    .join(', ')}`;

export const updateEventable = statement<never, [id: number, row: string]>(
  'update_eventable',
  `UPDATE eventable e SET ${assignmentsFrom('$2::jsonb')}
   FROM jsonb_populate_record(NULL::eventable, $2::jsonb) r WHERE e.id = $1`,
);

export const deleteEventable = statement<{ media_keys: string[] }, [id: number]>(
  'delete_eventable',
  `WITH pictures AS (DELETE FROM medium WHERE eventable_id = $1 RETURNING key)
   DELETE FROM eventable WHERE id = $1
   RETURNING (SELECT coalesce(array_agg(key), '{}') FROM pictures) AS media_keys`,
);

export const selectIdsByIri = statement<{ id: number; iri: string; type: string }, [iris: string[]]>(
  'select_ids_by_iri',
  `SELECT id, iri, type FROM eventable WHERE iri = ANY($1)`,
);
