/** What a recipe, preparation or baking consists of, in schema.org's words. */
import type { IngredientDraft, StepDraft } from '../../domain/eventables/draft.ts';
import type { Ingredient, Step } from '../../domain/eventables/eventable.ts';
import { lineOf } from '../../domain/recipes/line.ts';
import { DEFAULT_SERVING_TYPE, readServing } from '../../domain/recipes/reading/serving.ts';
import { type JsonObject, member, stringOf } from '../json.ts';
import { readIngredientList, toSupply } from './ingredient.ts';
import { caps } from './remote-object.ts';
import { readServingCount, readStepList, toInstruction } from './step.ts';

export interface PartsReading {
  serving: number;
  servingType: string | null;
  ingredients: IngredientDraft[];
  steps: StepDraft[];
}

interface PartsOfItem {
  serving: number;
  servingType: string | null;
  ingredients: Ingredient[];
  steps: Step[];
}

export const toParts = ({ serving, servingType, ingredients, steps }: PartsOfItem): JsonObject => ({
  recipeYield: yieldOf(serving, servingType),
  serving,
  ...(servingType !== null && { servingType }),
  recipeIngredient: ingredients.map(lineOf),
  supply: ingredients.map((ingredient) => toSupply(ingredient)),
  recipeInstructions: steps.map(toInstruction),
});

/** As people read it: "4 servings". */
export const yieldOf = (serving: number, servingType: string | null): string =>
  `${serving} ${(servingType ?? DEFAULT_SERVING_TYPE).replaceAll('-', ' ')}`;

/** Our terms where they are given, else what `recipeYield` says; 1 where nothing does. */
export function readParts(json: JsonObject): PartsReading {
  const ingredients = readIngredientList(json);
  return { ...readYield(json), ingredients, steps: readStepList(json, ingredients.length) };
}

function readYield(json: JsonObject): Pick<PartsReading, 'serving' | 'servingType'> {
  const serving = readServingCount(member(json, 'serving'));
  if (serving !== null) {
    const servingType = stringOf(member(json, 'servingType'), caps.servingType);
    return {
      serving,
      servingType: servingType && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(servingType) ? servingType : null,
    };
  }
  return readServing(member(json, 'recipeYield')) ?? { serving: 1, servingType: null };
}
