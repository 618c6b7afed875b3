/** Validates and writes the ingredients and steps of local items. */
import { countIngredients } from '../../db/sql/items.ts';
import type { Tx } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import {
  ingredientLength,
  maxIngredientText,
  maxStepText,
  stepLength,
  takeWithin,
} from '../../recipe-import/recipe-size.ts';
import { replaceParts, writeParts } from './parts.ts';
import { checkPositions, resolveLocalLinks } from './step-links.ts';

/** Throws validation_failed for too much text, links to items that the author may not see and unknown ingredient positions. */
export async function createParts(
  tx: Tx,
  accountId: number,
  eventableId: number,
  { ingredients, steps }: { ingredients: IngredientDraft[]; steps: StepDraft[] },
): Promise<void> {
  checkPositions(steps, ingredients.length);
  checkSize({ ingredients, steps });
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
  checkSize({ ingredients, steps });
  const resolved = steps && (await resolveLocalLinks(tx, accountId, steps));
  await replaceParts(tx, eventableId, { ingredients, steps: resolved });
}

/** Throws validation_failed when the ingredients, or the steps, have too much text together. */
export function checkSize({
  ingredients = [],
  steps = [],
}: {
  ingredients?: IngredientDraft[];
  steps?: Pick<StepDraft, 'name' | 'content'>[];
}): void {
  if (takeWithin(ingredients, ingredientLength, maxIngredientText).length < ingredients.length)
    throw invalid('ingredients', t('errors.longer-together', { max: maxIngredientText }));
  if (takeWithin(steps, stepLength, maxStepText).length < steps.length)
    throw invalid('steps', t('errors.longer-together', { max: maxStepText }));
}
