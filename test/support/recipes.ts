/** Drafts to begin with. */
import type { RecipeDraft } from '../../src/domain/eventables/draft.ts';
import { parseIngredientLine } from '../../src/domain/recipes/reading/ingredient-line.ts';

export const pizzaDough: RecipeDraft = {
  name: 'Pizza dough',
  description: 'A **good** dough.',
  serving: 4,
  servingType: 'servings',
  visibility: 'public',
  locale: 'en',
  ingredients: ['250 g flour, sifted', '1/3 cup water', '1-2 pinches salt'].map((line) =>
    parseIngredientLine(line),
  ),
  steps: [
    { name: '', content: 'Mix *gently*.', duration: 1800, ingredientPositions: [0, 1], links: [] },
    { name: 'Rest', content: 'Wait.', duration: null, ingredientPositions: [], links: [] },
  ],
  tags: ['dough'],
  sourceUrl: null,
  prepTime: 600,
  cookTime: null,
};
