/** Recipe drafts for tests. */
import { emptyDetails } from '../../src/db/recipe-details.ts';
import type { RecipeDraft } from '../../src/recipe-import/draft.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';

export const pizzaDough: RecipeDraft = {
  name: 'Pizza dough',
  description: 'A **good** dough.',
  serving: 4,
  servingType: 'servings',
  visibility: 'public',
  locale: 'en',
  ingredients: ['250 g flour, sifted', '1/3 cup water', '1-2 pinches salt'].map((line) => parseIngredientLine(line)),
  steps: [
    { name: '', content: 'Mix *gently*.', duration: 1800, ingredientPositions: [0, 1], links: [] },
    { name: 'Rest', content: 'Wait.', duration: null, ingredientPositions: [], links: [] },
  ],
  tags: ['dough'],
  sourceUrl: null,
  prepTime: 600,
  cookTime: null,
  details: emptyDetails,
};
