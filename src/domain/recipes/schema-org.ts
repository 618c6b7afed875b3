/** Converts a recipe to schema.org/Recipe for search engines and other programs. */
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html/html.ts';
import type { Recipe, Step } from '../items/eventable.ts';
import { formatIngredient } from './ingredient-text.ts';

/** Contains the recipe's own fields, without URL, author and pictures. */
export function toSchemaOrg(recipe: Recipe) {
  const { name, tags, contentHtml, locale, sourceUrl, ingredients, steps } = recipe;
  const description = textOf(contentHtml).trim();
  return {
    name,
    ...(description && { description }),
    ...times(recipe),
    recipeYield: servingText(recipe.serving, recipe.servingType),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    recipeIngredient: ingredients.map((each) => each.originalText ?? formatIngredient(each)),
    recipeInstructions: steps.flatMap(instruction),
    ...(locale !== 'und' && { inLanguage: locale }),
    ...(sourceUrl && { isBasedOn: sourceUrl }),
  };
}

/** States prepTime and cookTime only if both are known. */
function times({ prepTime, cookTime }: Recipe) {
  const total = (prepTime ?? 0) + (cookTime ?? 0);
  if (total === 0) return {};
  const both = prepTime !== null && cookTime !== null;
  return {
    ...(both && { prepTime: toDuration(prepTime), cookTime: toDuration(cookTime) }),
    totalTime: toDuration(total),
  };
}

function instruction({ name, contentHtml, position }: Step) {
  const text = textOf(contentHtml).trim() || name;
  if (!text) return [];
  return [{ '@type': 'HowToStep', position: position + 1, ...(name && { name }), text }];
}

export const servingText = (serving: number, type: string | null): string => {
  const word = (type ?? 'servings').replaceAll('-', ' ');
  return `${serving} ${serving === 1 && word === 'servings' ? 'serving' : word}`;
};
