/** Reads a recipe in Tandoor's format, in which ingredients belong to steps. */
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { readLine, readNodes, toIngredient, withIngredients } from './foreign-fields.ts';

export function isTandoor(node: Node): boolean {
  return (
    !('@type' in node) &&
    Array.isArray(node.steps) &&
    node.steps.some((step) => isNode(step) && 'instruction' in step)
  );
}

export function readTandoor(node: Node): ImportedRecipe | null {
  const steps = readNodes(node, 'steps');
  let group: string | null = null;
  const perStep = steps.map((step) => {
    const title = readLine(step, 'name');
    if (title) group = title;
    return readNodes(step, 'ingredients').flatMap((each) => {
      const note = readLine(each, 'note');
      if (each.is_header === true) {
        group = note || group;
        return [];
      }
      const amount = each.no_amount === true ? '' : each.amount;
      const original = readLine(each, 'original_text');
      return (
        toIngredient({
          amount,
          unit: readLine(each, 'unit'),
          name: readLine(each, 'food'),
          note,
          original,
          group,
        }) ?? []
      );
    });
  });

  const read = withIngredients(
    {
      name: node.name,
      description: node.description,
      recipeYield: [node.servings, readLine(node, 'servings_text')].filter(Boolean).join(' ') || undefined,
      recipeInstructions: steps.map((step, at) => ({
        '@type': 'HowToStep',
        name: readLine(step, 'name'),
        text: lineOrText(step.instruction),
        timeRequired: minutes(step.time),
        position: at,
      })),
      keywords: readNodes(node, 'keywords').map((each) => readLine(each, 'name', 'label')),
      prepTime: minutes(node.working_time),
      cookTime: minutes(node.waiting_time),
      isBasedOn: node.source_url,
    },
    perStep.flat(),
  );
  if (read && perStep.flat().length <= 200 && read.draft.steps.length === steps.length)
    linkSteps(read, perStep);
  return read;
}

function linkSteps(read: ImportedRecipe, perStep: unknown[][]): void {
  let from = 0;
  read.draft.steps.forEach((step, at) => {
    step.ingredientPositions = perStep[at]!.map((_, position) => from + position);
    from += perStep[at]!.length;
  });
}

/** Removes template placeholders, which refer to ingredients by number. */
const lineOrText = (value: unknown) =>
  typeof value === 'string' ? value.replace(/\{\{[^{}]{0,100}\}\}/g, '').trim() : '';

const minutes = (value: unknown) =>
  typeof value === 'number' && value > 0 ? `PT${Math.round(value)}M` : undefined;
