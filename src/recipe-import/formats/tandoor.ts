/** Reads recipes of Tandoor, in which ingredients belong to steps. */
import type { IngredientDraft } from '../draft.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { readNutritionText } from '../nutrition-text.ts';
import {
  fromMarkdown,
  minutes,
  nutritionNode,
  readLine,
  readNames,
  readNodes,
  toIngredient,
  withIngredients,
} from './recipe-fields.ts';

export function isTandoor(node: Node): boolean {
  return (
    !('@type' in node) && Array.isArray(node.steps) && node.steps.some((step) => isNode(step) && 'instruction' in step)
  );
}

export function readTandoor(node: Node): ImportedRecipe | null {
  const steps = readNodes(node, 'steps');
  let group: string | null = null;
  const perStep = steps.map((step) => {
    const title = readLine(step, 'name');
    if (title) group = title;
    return readNodes(step, 'ingredients').map((each) => {
      if (each.is_header === true) {
        group = readLine(each, 'note') || group;
        return null;
      }
      return readIngredient(each, group);
    });
  });
  const taken = perStep.map((each) => each.filter((ingredient) => ingredient !== null));

  const read = withIngredients(
    {
      name: node.name,
      description: node.description,
      recipeYield: [node.servings, readLine(node, 'servings_text')].filter(Boolean).join(' ') || undefined,
      recipeInstructions: steps.map((step, at) => ({
        '@type': 'HowToStep',
        name: readLine(step, 'name'),
        text: instructionOf(step, perStep[at]!),
        timeRequired: minutes(step.time),
      })),
      keywords: readNames(node, 'keywords'),
      nutrition: nutritionOf(node),
      prepTime: minutes(node.working_time),
      cookTime: minutes(node.waiting_time),
      isBasedOn: node.source_url,
    },
    taken.flat(),
  );
  if (read && taken.flat().length <= 200 && read.draft.steps.length === steps.length) linkSteps(read, taken);
  return read;
}

const readIngredient = (each: Node, group: string | null): IngredientDraft | null =>
  toIngredient({
    amount: each.no_amount === true ? '' : each.amount,
    unit: readLine(each, 'unit'),
    name: readLine(each, 'food'),
    note: readLine(each, 'note'),
    original: readLine(each, 'original_text'),
    group,
  });

const TEMPLATE = /\{\{([^{}]{0,100})\}\}/g;

/** Puts the ingredients and numbers to which a template refers in its place. */
function instructionOf(step: Node, ingredients: (IngredientDraft | null)[]): unknown {
  if (typeof step.instruction !== 'string') return '';
  const text = step.instruction.slice(0, 50_000).replace(TEMPLATE, (_, expression: string) => {
    const at = /^\s*ingredients\[(\d{1,3})\]/.exec(expression)?.[1];
    if (at !== undefined) return ingredients[Number(at)]?.originalText ?? '';
    return /^\s*scale\((\d{1,6}(?:\.\d{1,3})?)\)/.exec(expression)?.[1] ?? '';
  });
  return fromMarkdown(text.replace(/ {2,}/g, ' ').trim());
}

function nutritionOf(node: Node): Node | undefined {
  const stated = node.nutrition;
  const properties = readNodes(node, 'properties').map(lineOfProperty).join('\n');
  if (!isNode(stated)) return properties === '' ? undefined : { ...readNutritionText(properties) };
  return nutritionNode({
    calories: stated.calories,
    fatContent: stated.fats,
    carbohydrateContent: stated.carbohydrates,
    proteinContent: stated.proteins,
  });
}

/** Newer versions state them as properties with a name and a unit of their own. */
function lineOfProperty(property: Node): string {
  const type = isNode(property.property_type) ? property.property_type : {};
  return `${readLine(type, 'name')}: ${readLine(property, 'property_amount')} ${readLine(type, 'unit')}`;
}

function linkSteps(read: ImportedRecipe, perStep: IngredientDraft[][]): void {
  let from = 0;
  for (const [at, step] of read.draft.steps.entries()) {
    step.ingredientPositions = perStep[at]!.map((_, position) => from + position);
    from += perStep[at]!.length;
  }
}
