/** Converts a recipe to schema.org/Recipe for search engines and other programs. */
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html/html.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import type { Recipe, Step } from '../items/eventable.ts';
import { formatIngredient } from './ingredient-text.ts';

/** Contains the recipe's own fields, without URL, author and pictures. */
export function toSchemaOrg(recipe: Recipe) {
  const { name, tags, contentHtml, locale, ingredients, steps } = recipe;
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
    ...detailsOf(recipe),
    ...sourceOf(recipe),
  };
}

/** Rest time and difficulty have no property in schema.org. */
function detailsOf({ name, details }: Recipe) {
  const { category, cuisine, diet, equipment, nutrition, videoUrl } = details;
  return {
    ...(category.length > 0 && { recipeCategory: category }),
    ...(cuisine.length > 0 && { recipeCuisine: cuisine }),
    ...(diet.length > 0 && { suitableForDiet: diet.map((each) => `https://schema.org/${each}`) }),
    ...(equipment.length > 0 && { tool: equipment.map((each) => ({ '@type': 'HowToTool', name: each })) }),
    ...(Object.keys(nutrition).length > 0 && {
      nutrition: { '@type': 'NutritionInformation', ...nutrition },
    }),
    ...(videoUrl && { video: { '@type': 'VideoObject', name, contentUrl: videoUrl } }),
  };
}

function sourceOf({ sourceUrl, details: { credit } }: Recipe) {
  if (!credit) return sourceUrl ? { isBasedOn: sourceUrl } : {};
  const { name, url, site } = credit;
  return {
    isBasedOn: {
      '@type': 'Recipe',
      ...(sourceUrl && { url: sourceUrl }),
      ...(name && { author: { '@type': 'Person', name, ...(url && { url }) } }),
      ...(site && { publisher: { '@type': 'Organization', name: site } }),
    },
  };
}

/** States prepTime and cookTime only if both are known. */
function times(recipe: Recipe) {
  const { prepTime, cookTime, details } = recipe;
  const total = totalTimeOf({ prepTime, cookTime, ...details });
  if (total === null) return {};
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
