/** Keeps the former states of published recipes, and tells those who cooked a recipe that it changed. */
import {
  deleteReadChangeNotices,
  deleteSurplusRevisions,
  insertChangeNotices,
  insertRestoredRevisions,
  insertRevision,
  selectRecipeState,
} from '../../db/sql/revisions.ts';
import { toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import type { ArchivedRevision } from '../../recipe-import/potluck-item.ts';

/** Of one recipe, beside its first state. */
const maxRevisions = 100;
const maxRevisionBytes = 2_000_000;

export interface StateBeforeEdit {
  /** JSON of a `RecipeState`. */
  state: string;
  visibility: Visibility;
}

/** Call it after locking the item and before changing it. Null for drafts and for items that are no recipes. */
export async function readStateBeforeEdit(tx: Tx, id: number): Promise<StateBeforeEdit | null> {
  const [found] = await selectRecipeState(tx, id);
  return found ?? null;
}

/** Call it after the recipe and its parts were written. `editedAt` is the time that the author states. */
export async function recordEdit(tx: Tx, id: number, before: StateBeforeEdit | null, editedAt: Date): Promise<void> {
  if (!before) return;
  const [edit] = await insertRevision(tx, id, before.visibility, before.state, editedAt);
  await deleteSurplusRevisions(tx, id, maxRevisions, maxRevisionBytes);
  if (!edit?.cooking_changed) return;
  await deleteReadChangeNotices(tx, id);
  await insertChangeNotices(tx, id, null);
}

/** Notifies nobody. The oldest comes first. */
export async function restoreRevisions(tx: Tx, id: number, revisions: ArchivedRevision[]): Promise<void> {
  if (revisions.length === 0) return;
  const rows = revisions.map(({ editedAt, ...revision }) => ({ ...revision, edited_at: editedAt }));
  await insertRestoredRevisions(tx, id, toJson(rows));
  await deleteSurplusRevisions(tx, id, maxRevisions, maxRevisionBytes);
}
