/** Compares two states of a recipe, or a fork with its original. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RecipeState, StateDetails } from '../../../recipe-import/recipe-state.ts';
import type { Recipe } from '../../items/eventable.ts';
import { compareDetails, type DetailChange } from './details.ts';
import { compareIngredients, type IngredientChange } from './ingredients.ts';
import { compareSteps, type StepChange } from './steps.ts';
import { type WordChange, wordComparison } from './words.ts';

export interface Difference {
  name: WordChange[];
  description: WordChange[];
  /** All ingredients, also unchanged ones. */
  ingredients: IngredientChange[];
  /** All steps, also unchanged ones. */
  steps: StepChange[];
  /** Only those that differ. */
  details: DetailChange[];
}

/** Characters of the states that were compared. A difference takes about as much memory as they do. */
const maxCachedCharacters = 4_000_000;
const cache = new LRUCache<string, Difference>({ maxSize: maxCachedCharacters });

/** `locale` is the language of the later one, by which ingredients are read. Do not change what it returns. */
export function compareRecipes(before: RecipeState, after: RecipeState, locale: string): Difference {
  const states = JSON.stringify([before, after, locale]);
  const key = hash('sha256', states, 'base64');
  const difference = cache.get(key) ?? compare(before, after, locale);
  cache.set(key, difference, { size: states.length });
  return difference;
}

function compare(before: RecipeState, after: RecipeState, locale: string): Difference {
  const compareWords = wordComparison();
  return {
    name: compareWords(before.name, after.name),
    ingredients: compareIngredients(before.ingredients, after.ingredients, locale, compareWords),
    steps: compareSteps(before.steps, after.steps, compareWords),
    description: compareWords(before.description, after.description),
    details: compareDetails(before.details, after.details),
  };
}

export const isEmptyDifference = ({ name, description, ingredients, steps, details }: Difference): boolean =>
  [...name, ...description, ...ingredients, ...steps].every(({ change }) => change === 'same') &&
  details.length === 0;

/** Links and pictures are left out. */
export function toState(recipe: Recipe): RecipeState {
  const { name, content, ingredients, steps, serving, servingType, prepTime, cookTime, sourceUrl } = recipe;
  const present = Object.entries({ servingType, prepTime, cookTime, sourceUrl, ...recipe.details });
  return {
    name,
    description: content,
    ingredients: ingredients.map(({ id: _, position: __, ...ingredient }) => ingredient),
    steps: steps.map((step) => ({ name: step.name, content: step.content, duration: step.duration })),
    details: {
      ...(Object.fromEntries(present.filter(([, value]) => value !== null)) as Omit<StateDetails, 'serving'>),
      serving,
    },
  };
}
