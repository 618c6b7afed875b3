/** Defines the input for preparations and bakings. */
import type { IngredientDraft, StepDraft, Visibility } from '../../recipe-import/draft.ts';

export interface CookedDraft {
  name: string;
  preparedAt: Date;
  /** The recipe cooked. */
  recipeId: number | null;
  /** Integer > 0. */
  serving: number;
  /** Lower-case slug of at most 30 characters; null takes the recipe's. */
  servingType: string | null;
  /** Stars, 1 to 5. */
  rating?: number | null;
  /** Markdown. */
  description: string;
  /** BCP 47, or null to let the server decide. */
  locale: string | null;
  /** Null takes the recipe's. */
  visibility: Visibility | null;
  /** Null copies the recipe's ingredients, scaled; likewise the steps. */
  ingredients: IngredientDraft[] | null;
  steps: StepDraft[] | null;
  tags: string[];
  /** Uploaded pictures, in display order. */
  mediaIds?: number[];
}

/** Missing keys stay unchanged. */
export type CookedChanges = Partial<
  Omit<CookedDraft, 'ingredients' | 'steps' | 'visibility'> & {
    ingredients: IngredientDraft[];
    steps: StepDraft[];
    visibility: Visibility;
  }
>;
