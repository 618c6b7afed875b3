/** A recipe in the words of schema.org/Recipe, as search engines and other programs read it. */
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html.ts';
import type { Recipe, Step } from '../eventables/eventable.ts';
import { lineOf } from './line.ts';

/** What stands in the recipe itself: neither where it is, nor who wrote it, nor how it looks. */
export function schemaOrgOf(recipe: Recipe) {
  const { name, tags, contentHtml, locale, sourceUrl, ingredients, steps } = recipe;
  const description = textOf(contentHtml).trim();
  return {
    name,
    ...(description && { description }),
    ...times(recipe),
    recipeYield: servingText(recipe.serving, recipe.servingType),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    recipeIngredient: ingredients.map((each) => each.originalText ?? lineOf(each)),
    recipeInstructions: steps.flatMap(instruction),
    ...(locale !== 'und' && { inLanguage: locale }),
    ...(sourceUrl && { isBasedOn: sourceUrl }),
  };
}

/** Preparing and cooking are told together or not at all. */
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
