/** Converts serving, ingredients and steps to and from schema.org terms. */
import type { Ingredient, Step } from '../../domain/items/eventable.ts';
import { formatIngredient } from '../../domain/recipes/text.ts';
import { servingText } from '../../domain/recipes/write.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import {
  ingredientLength,
  maxIngredientText,
  maxStepText,
  stepLength,
  takeWithin,
} from '../../recipe-import/recipe-size.ts';
import { readServing } from '../../recipe-import/serving.ts';
import { type JsonObject, member, stringOf } from '../json-ld/json.ts';
import { readIngredientList, toSupply } from './ingredient.ts';
import { limits } from './remote-object.ts';
import { readServingCount, readStepList, toInstruction } from './step.ts';

export interface RecipeFields {
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

export const toRecipeFields = ({ serving, servingType, ingredients, steps }: PartsOfItem): JsonObject => ({
  recipeYield: servingText(serving, servingType),
  serving,
  ...(servingType !== null && { servingType }),
  recipeIngredient: ingredients.map((each) => formatIngredient(each)),
  supply: ingredients.map((ingredient) => toSupply(ingredient)),
  recipeInstructions: steps.map(toInstruction),
});

/** Prefers our own terms over `recipeYield`. The default serving is 1. Both lists end where they get too long. */
export function readRecipeFields(json: JsonObject): RecipeFields {
  const ingredients = takeWithin(readIngredientList(json), ingredientLength, maxIngredientText);
  const steps = takeWithin(readStepList(json, ingredients.length), stepLength, maxStepText);
  return { ...readYield(json), ingredients, steps };
}

function readYield(json: JsonObject): Pick<RecipeFields, 'serving' | 'servingType'> {
  const serving = readServingCount(member(json, 'serving'));
  if (serving !== null) {
    const servingType = stringOf(member(json, 'servingType'), limits.servingType);
    return {
      serving,
      servingType: servingType && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(servingType) ? servingType : null,
    };
  }
  return readServing(member(json, 'recipeYield')) ?? { serving: 1, servingType: null };
}
