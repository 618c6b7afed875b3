/** Writes the ingredients, steps and step links of an item. */
import { deleteParts, insertIngredients, insertSteps } from '../../db/sql/items.ts';
import { toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';

export async function writeParts(
  tx: Tx,
  eventableId: number,
  { ingredients, steps }: { ingredients: IngredientDraft[]; steps: StepDraft[] },
): Promise<void> {
  if (ingredients.length > 0) {
    await insertIngredients(tx, eventableId, toJson(ingredients.map(toIngredientRow)));
  }
  if (steps.length > 0) {
    await insertSteps(tx, eventableId, toJson(steps.map(toStepRow)), toJson(toLinkRows(steps)));
  }
}

/** Replaces the lists that are given and leaves the others. */
export async function replaceParts(
  tx: Tx,
  eventableId: number,
  { ingredients, steps }: { ingredients?: IngredientDraft[]; steps?: StepDraft[] },
): Promise<void> {
  await deleteParts(tx, eventableId, ingredients !== undefined, steps !== undefined);
  await writeParts(tx, eventableId, { ingredients: ingredients ?? [], steps: steps ?? [] });
}

export const toQuantityColumns = ({
  quantity,
  quantityMax,
}: Pick<IngredientDraft, 'quantity' | 'quantityMax'>) => ({
  quantity_num: quantity?.numerator,
  quantity_den: quantity?.denominator,
  quantity_max_num: quantityMax?.numerator,
  quantity_max_den: quantityMax?.denominator,
});

const toIngredientRow = (ingredient: IngredientDraft, position: number) => ({
  position,
  name: ingredient.name,
  ...toQuantityColumns(ingredient),
  unit: ingredient.unit,
  note: ingredient.note,
  group_name: ingredient.group,
  optional: ingredient.optional,
  scalable: ingredient.scalable,
  original_text: ingredient.originalText,
});

const toStepRow = (step: StepDraft, position: number) => ({
  position,
  name: step.name,
  content: step.content,
  content_html: renderMarkdown(step.content),
  duration: step.duration,
  ingredient_positions: step.ingredientPositions,
});

const toLinkRows = (steps: StepDraft[]) =>
  steps.flatMap((step, stepPosition) =>
    step.links.map((link, position) => ({
      step_position: stepPosition,
      position,
      target_id: 'id' in link.target ? link.target.id : null,
      target_iri: 'iri' in link.target ? link.target.iri : null,
      serving: link.serving,
    })),
  );
