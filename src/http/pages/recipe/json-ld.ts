/** The recipe as schema.org/Recipe, as search engines want it (developers.google.com/search/docs/appearance/structured-data/recipe). */
import { html, raw } from 'hono/html';
import type { Ingredient, Medium, Recipe, Step } from '../../../domain/eventables/eventable.ts';
import { lineOf } from '../../../domain/recipes/line.ts';
import { config } from '../../../lib/config.ts';
import { toDuration } from '../../../lib/duration.ts';
import { excerpt, textOf } from '../../../lib/html.ts';
import { pictureUrls } from '../../output/picture.ts';
import { homeOf, nameOf } from '../parts/person.ts';
import { servingText } from './steps.ts';

/** `pictures` are the recipe's own, or where it has none those of dishes made after it. */
export function recipeJsonLd(recipe: Recipe, url: string, pictures: Pick<Medium, 'key'>[]) {
  const { name, account, publishedAt, updatedAt, tags, contentHtml, locale, sourceUrl } = recipe;
  const description = excerpt(textOf(contentHtml), 1_000);
  const images = pictures.slice(0, 4).map(({ key }) => pictureUrls(key).medium);
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name,
    url,
    mainEntityOfPage: url,
    ...(images.length > 0 && { image: images }),
    author: { '@type': 'Person', name: nameOf(account), url: new URL(homeOf(account), config.baseUrl).href },
    datePublished: publishedAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    ...(description && { description }),
    ...times(recipe),
    recipeYield: servingText(recipe.serving, recipe.servingType),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    recipeIngredient: recipe.ingredients.map(ingredientText),
    recipeInstructions: recipe.steps.flatMap((step) => instruction(step, url)),
    ...(locale !== 'und' && { inLanguage: locale }),
    ...(sourceUrl && { isBasedOn: sourceUrl }),
  };
}

const ingredientText = (ingredient: Ingredient) => ingredient.originalText ?? lineOf(ingredient);

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

function instruction({ name, contentHtml, position }: Step, url: string) {
  const text = textOf(contentHtml).trim() || name;
  if (!text) return [];
  return [{ '@type': 'HowToStep', ...(name && { name }), text, url: `${url}#step-${position + 1}` }];
}

/** Nothing in it ends the element or begins a comment. */
export function jsonLdElement(value: object) {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return html`<script type="application/ld+json">${raw(json)}</script>`;
}
