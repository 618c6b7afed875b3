/** What a cook hands in about something they made. */
import type { IngredientDraft, StepDraft, Visibility } from '../eventables/draft.ts';

export interface CookedDraft {
  name: string;
  preparedAt: Date;
  /** The recipe cooked. */
  recipeId: number | null;
  /** Integer > 0. */
  serving: number;
  /** Lower-case slug of at most 30 characters; that of the recipe when null. */
  servingType: string | null;
  /** Markdown. */
  description: string;
  /** BCP 47, or null to let the server decide. */
  locale: string | null;
  visibility: Visibility;
  /** Those of the recipe, scaled, when null; so the steps. */
  ingredients: IngredientDraft[] | null;
  steps: StepDraft[] | null;
  tags: string[];
  /** Pictures uploaded before, in the order in which they are shown. */
  mediaIds?: number[];
}

/** A key left out stays as it is. */
export type CookedChanges = Partial<
  Omit<CookedDraft, 'ingredients' | 'steps'> & { ingredients: IngredientDraft[]; steps: StepDraft[] }
>;
