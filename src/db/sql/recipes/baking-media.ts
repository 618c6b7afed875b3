/** Reads the pictures of what was cooked from a recipe. */
import { statement } from '../../statement.ts';
import { cardColumns, isDisplayable } from '../items/columns.ts';
import { visible } from '../items/visibility.ts';

type Row = Record<string, unknown>;

const ofCooked = (types: string, direction: 'ASC' | 'DESC') => `
  SELECT m.id, m.key, m.state, m.description, m.content_type AS "contentType", m.width, m.height, m.blurhash,
    m.remote_url AS "remoteUrl", m.created_at AS "createdAt",
    e.id AS "eventableId", e.type AS "eventableType", e.recipe_id AS "recipeId", e.prepared_at AS "preparedAt",
    ${cardColumns('a', 'account.')}
  FROM medium m JOIN eventable e ON e.id = m.eventable_id JOIN account a ON a.id = e.account_id
  WHERE e.recipe_id = $3 AND e.type IN (${types}) AND ${isDisplayable('m')} AND m.id > $4 AND m.id < $5 AND ${visible()}
  ORDER BY m.id ${direction} LIMIT $6`;

/** A page of what a viewer may see of a recipe. */
export type RecipeCursorRange = [
  viewerId: number | null,
  host: string | null,
  recipeId: number,
  above: number,
  below: number,
  limit: number,
];

export const selectBakingMedia = statement<Row, RecipeCursorRange>(
  'select_baking_media',
  ofCooked("'baking'", 'DESC'),
);
export const selectBakingMediaAscending = statement<Row, RecipeCursorRange>(
  'select_baking_media_ascending',
  ofCooked("'baking'", 'ASC'),
);
export const selectCookedMedia = statement<Row, RecipeCursorRange>(
  'select_cooked_media',
  ofCooked("'baking', 'preparation'", 'DESC'),
);
