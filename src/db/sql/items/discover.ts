/** Reads the rows of the front page, each with one statement on an index of its own. */
import { statement } from '../../statement.ts';
import { itemCardColumns } from './cards.ts';
import { isDisplayable } from './columns.ts';
import { unmuted } from './unmuted.ts';
import { listed, visible } from './visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

const hasPicture = `EXISTS (SELECT 1 FROM medium p WHERE p.eventable_id = e.id AND ${isDisplayable('p')})`;
/** On the front page, even of those who may see it, nothing is shown that hides behind a warning. */
const isForFrontPage = `e.visibility = 'public' AND NOT e.sensitive AND a.discoverable AND ${listed()} AND ${unmuted()} AND ${visible()}`;

/**
 * The recipe with a picture that most people cooked in the last 7 days. Among equals, the trending one. Only the first
 * 300 are looked at, which bounds the time and makes PostgreSQL begin with them.
 */
export const selectMostCookedRecipe = statement<Row, Viewer>(
  'select_most_cooked_recipe',
  `SELECT ${itemCardColumns}
   FROM (SELECT eventable_id, cooks_count, score FROM eventable_trend WHERE type = 'recipe'
         ORDER BY cooks_count DESC, score DESC, eventable_id DESC LIMIT 300) AS t
     JOIN eventable e ON e.id = t.eventable_id JOIN account a ON a.id = e.account_id
   WHERE ${hasPicture} AND ${isForFrontPage}
   ORDER BY t.cooks_count DESC, t.score DESC, t.eventable_id DESC LIMIT 1`,
);

/** The newest recipes that take at most 30 minutes. The conditions on `s` are those of the index recipe_search_quick_public. */
export const selectNewestQuickRecipes = statement<Row, [...Viewer, limit: number]>(
  'select_newest_quick_recipes',
  `SELECT ${itemCardColumns}
   FROM recipe_search s JOIN eventable e ON e.id = s.eventable_id JOIN account a ON a.id = e.account_id
   WHERE s.total_time <= 1800 AND s.visibility = 'public' AND a.indexable AND ${isForFrontPage}
   ORDER BY s.seq DESC LIMIT $3`,
);

/** The newest cooked items of local accounts with a picture, among the last 300 of all servers, which bounds the time. */
export const selectNewestCookedItems = statement<Row, [...Viewer, limit: number]>(
  'select_newest_cooked_items',
  `SELECT ${itemCardColumns}
   FROM (SELECT id, published_at AS cooked_at FROM eventable WHERE recipe_id IS NOT NULL AND published_at <= now()
         ORDER BY published_at DESC LIMIT 300) AS latest
     JOIN eventable e ON e.id = latest.id JOIN account a ON a.id = e.account_id
   WHERE e.publication = 'published' AND a.host = '' AND ${hasPicture} AND ${isForFrontPage}
   ORDER BY latest.cooked_at DESC, e.id DESC LIMIT $3`,
);
