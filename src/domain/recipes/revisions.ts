/** Reads what a recipe said before its edits. */
import {
  type RevisionRow,
  selectRevision,
  selectRevisions,
  selectRevisionsAscending,
  selectRevisionsToExport,
} from '../../db/sql/revisions.ts';
import { db } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { WrittenRevision } from '../../recipe-import/potluck-item.ts';
import type { RecipePart, RecipeState } from '../../recipe-import/recipe-state.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { getOfType } from '../items/read.ts';
import { compareRecipes, type Difference } from './difference/difference.ts';

export interface RevisionSummary {
  /** Ids increase with time. */
  id: number;
  /** When the author replaced this state by the next one. */
  editedAt: Date;
  /** The parts that the edit changed. */
  changes: RecipePart[];
}

export interface Revision {
  id: number;
  editedAt: Date;
  state: RecipeState;
  /** The next revision that the viewer may see. Null if that is the recipe as it is. */
  nextId: number | null;
  /** What the edit changed. */
  difference: Difference;
}

/** Lists the states before each edit, newest first unless the page says otherwise. Throws not_found. */
export async function listRevisions(
  recipeId: number,
  viewer: Viewer,
  page: Page,
): Promise<RevisionSummary[]> {
  await getOfType('recipe', recipeId, viewer);
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? selectRevisionsAscending : selectRevisions;
  const rows = await list(db, viewer.accountId, viewer.host, recipeId, above, below, page.limit);
  return inOrder(rows.map(toSummary), page);
}

const toSummary = ({ changes, ...row }: RevisionRow): RevisionSummary => ({
  ...row,
  changes: changes as RecipePart[],
});

/** Throws not_found, also for a revision of another recipe and one that the viewer may not see. */
export async function getRevision(recipeId: number, id: number, viewer: Viewer): Promise<Revision> {
  const { locale } = await getOfType('recipe', recipeId, viewer);
  const [row] = await selectRevision(db, viewer.accountId, viewer.host, recipeId, id);
  if (!row) throw notFound();
  const [state, next] = [row.state as RecipeState, row.next as RecipeState];
  const difference = compareRecipes(state, next, locale);
  return { id: row.id, editedAt: row.editedAt, state, nextId: row.nextId, difference };
}

/** Lists all of them, the oldest first. Only for the author's archive. */
export async function listRevisionsToExport(recipeId: number): Promise<WrittenRevision[]> {
  const rows = await selectRevisionsToExport(db, recipeId);
  return rows.map(
    ({ editedAt, ...row }) => ({ ...row, editedAt: editedAt.toISOString() }) as WrittenRevision,
  );
}
