/** Reads the revisions of a recipe that a viewer may see. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';
import { recipeState } from './state.ts';

type Viewer = [accountId: number | null, host: string | null];

/** Each revision with the next state that the viewer may see. The author sees all of them. */
const shown = `
  SELECT v.id, v.edited_at AS "editedAt", v.state,
    coalesce(lead(v.state) OVER later, ${recipeState('e')}) AS next, lead(v.id) OVER later AS "nextId"
  FROM revision v JOIN eventable e ON e.id = v.eventable_id JOIN account a ON a.id = e.account_id
  WHERE e.id = $3 AND e.type = 'recipe' AND ${visible()}
    AND (e.account_id = $1::bigint OR is_as_open(v.visibility, e.visibility))
  WINDOW later AS (ORDER BY v.id)`;

export interface RevisionRow {
  id: number;
  editedAt: Date;
  /** The keys of the state that differ from the next one. */
  changes: string[];
}

const list = (direction: 'ASC' | 'DESC') => `
  SELECT id, "editedAt", ARRAY(
    SELECT key FROM unnest(ARRAY['name', 'description', 'ingredients', 'steps', 'details']) WITH ORDINALITY AS part (key, place)
    WHERE shown.state -> key IS DISTINCT FROM shown.next -> key ORDER BY place) AS changes
  FROM (${shown}) AS shown WHERE id > $4 AND id < $5 ORDER BY id ${direction} LIMIT $6`;

type CursorRange = [...Viewer, recipeId: number, above: number, below: number, limit: number];

export const selectRevisions = statement<RevisionRow, CursorRange>('select_revisions', list('DESC'));
export const selectRevisionsAscending = statement<RevisionRow, CursorRange>(
  'select_revisions_ascending',
  list('ASC'),
);

/** `nextId` is null if the next state is the recipe as it is. */
export const selectRevision = statement<
  { id: number; editedAt: Date; state: unknown; next: unknown; nextId: number | null },
  [...Viewer, recipeId: number, id: number]
>('select_revision', `SELECT id, "editedAt", state, next, "nextId" FROM (${shown}) AS shown WHERE id = $4`);

/** All revisions of an account's recipes, the oldest first, for its archive. */
export const selectRevisionsToExport = statement<
  { visibility: string; state: unknown; editedAt: Date },
  [eventableId: number]
>(
  'select_revisions_to_export',
  `SELECT visibility::text AS visibility, state, edited_at AS "editedAt" FROM revision WHERE eventable_id = $1 ORDER BY id`,
);
