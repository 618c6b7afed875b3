/** Lists and counts preparations and bakings. */
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

/** Changes how often a recipe was cooked, drafts not counted. Ignores a null id. */
export const addToCookedCount = statement<never, [recipeId: number | null, by: number]>(
  'add_to_cooked_count',
  `UPDATE eventable SET cooked_count = greatest(0, cooked_count + $2::int) WHERE id = $1`,
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
