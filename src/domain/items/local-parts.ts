/** Validates and writes the ingredients and steps of local items. */
import { countIngredients } from '../../db/sql/items/parts.ts';
import type { Tx } from '../../db/transaction.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import { replaceParts, writeParts } from './parts.ts';
import { checkPositions, resolveLocalLinks } from './step-links.ts';

/** Throws validation_failed for links to items that the author may not see and for unknown ingredient positions. */
export async function createParts(
  tx: Tx,
  accountId: number,
  eventableId: number,
  { ingredients, steps }: { ingredients: IngredientDraft[]; steps: StepDraft[] },
): Promise<void> {
  checkPositions(steps, ingredients.length);
  await writeParts(tx, eventableId, { ingredients, steps: await resolveLocalLinks(tx, accountId, steps) });
}

/** Replaces the lists that are given and leaves the others. Throws as `createParts` does. */
export async function changeParts(
  tx: Tx,
  accountId: number,
  eventableId: number,
  { ingredients, steps }: { ingredients?: IngredientDraft[]; steps?: StepDraft[] },
): Promise<void> {
  if (steps) {
    const [stored] = ingredients ? [] : await countIngredients(tx, eventableId);
    checkPositions(steps, ingredients?.length ?? stored!.count);
  }
  if (!ingredients && !steps) return;
  const resolved = steps && (await resolveLocalLinks(tx, accountId, steps));
  await replaceParts(tx, eventableId, { ingredients, steps: resolved });
}
