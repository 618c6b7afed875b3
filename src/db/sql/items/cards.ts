/** Reads pages of item cards, each with one statement. */
import { statement } from '../../statement.ts';
import { cardColumns, mediaColumn, summaryColumns, viewerColumns } from './columns.ts';
import { unmuted } from './unmuted.ts';
import { listed, visible } from './visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

export const itemCardColumns = `${summaryColumns('e')}, e.prep_time AS "prepTime", e.cook_time AS "cookTime", e.total_time AS "totalTime", e.rest_time AS "restTime", e.tags, ${cardColumns('a', 'account.')}, ${viewerColumns('e')}, ${mediaColumn('e', 4)}`;

/** Public recipes of local, discoverable accounts. */
export const selectNewestRecipes = statement<Row, [...Viewer, limit: number]>(
  'select_newest_recipes',
  `SELECT ${itemCardColumns}
   FROM event ev JOIN eventable e ON e.id = ev.eventable_id JOIN account a ON a.id = e.account_id
   WHERE ev.action = 'create' AND ev.local AND e.type = 'recipe' AND e.visibility = 'public' AND a.discoverable
     AND ${listed()} AND ${unmuted()} AND ${visible()}
   ORDER BY ev.id DESC LIMIT $3`,
);

type CursorRange = [above: number, below: number, limit: number];

/** Without drafts, direct messages and replies. */
const itemsOf = (direction: 'ASC' | 'DESC') => `
  SELECT ${itemCardColumns} FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE e.account_id = $3 AND e.type = ANY($4::eventable_type[]) AND e.id > $5 AND e.id < $6
    AND e.publication = 'published' AND e.visibility <> 'direct' AND e.in_reply_to_iri IS NULL AND ${visible()}
  ORDER BY e.id ${direction} LIMIT $7`;

type OfAccount = [...Viewer, accountId: number, types: string[], ...CursorRange];

export const selectItemCardsOf = statement<Row, OfAccount>('select_item_cards_of', itemsOf('DESC'));
export const selectItemCardsOfAscending = statement<Row, OfAccount>(
  'select_item_cards_of_ascending',
  itemsOf('ASC'),
);

/** Returns the items in the order of the ids. */
export const selectCardsByIds = statement<Row, [...Viewer, ids: number[]]>(
  'select_cards_by_ids',
  `SELECT ${itemCardColumns} FROM unnest($3::bigint[]) WITH ORDINALITY AS requested (id, place)
     JOIN eventable e ON e.id = requested.id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} ORDER BY requested.place`,
);
