/** Defines what a revision of a recipe keeps: its words and amounts, without pictures and links. */
import type { RecipeDetails } from '../db/recipe-details.ts';
import type { IngredientDraft, StepDraft } from './draft.ts';

/** Fields without a value are absent. */
export type StateDetails = Partial<RecipeDetails> & {
  serving: number;
  servingType?: string;
  /** Seconds. */
  prepTime?: number;
  /** Seconds. */
  cookTime?: number;
  sourceUrl?: string;
};

export interface RecipeState {
  name: string;
  /** Markdown. */
  description: string;
  ingredients: IngredientDraft[];
  steps: Pick<StepDraft, 'name' | 'content' | 'duration'>[];
  details: StateDetails;
}

/** The parts of a recipe whose changes a revision names. */
export const recipeParts = ['name', 'description', 'ingredients', 'steps', 'details'] as const;
export type RecipePart = (typeof recipeParts)[number];
