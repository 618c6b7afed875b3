/** Ingredients and steps that our own people hand in: checked against what there is, then written. */
import { countIngredients } from '../../db/sql/parts.ts';
import type { Tx } from '../../db/transaction.ts';
import type { IngredientDraft, StepDraft } from './draft.ts';
import { replaceParts, writeParts } from './parts.ts';
import { checkPositions, settleLinks } from './step-links.ts';

/** Throws validation_failed on links to what the author may not see, and on ingredients that are not there. */
export async function createParts(
  tx: Tx,
  accountId: number,
  eventableId: number,
  { ingredients, steps }: { ingredients: IngredientDraft[]; steps: StepDraft[] },
): Promise<void> {
  checkPositions(steps, ingredients.length);
  await writeParts(tx, eventableId, { ingredients, steps: await settleLinks(tx, accountId, steps) });
}

/** A list given replaces the list; one left out stays. Throws as above. */
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
  const settled = steps && (await settleLinks(tx, accountId, steps));
  await replaceParts(tx, eventableId, { ingredients, steps: settled });
}
