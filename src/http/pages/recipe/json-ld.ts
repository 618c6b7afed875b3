/** The recipe as schema.org/Recipe, as search engines want it (developers.google.com/search/docs/appearance/structured-data/recipe). */
import { html, raw } from 'hono/html';
import type { Medium, Recipe } from '../../../domain/eventables/eventable.ts';
import { schemaOrgOf } from '../../../domain/recipes/schema-org.ts';
import { config } from '../../../lib/config.ts';
import { excerpt } from '../../../lib/html.ts';
import { pictureUrls } from '../../output/picture.ts';
import { homeOf, nameOf } from '../parts/person.ts';

/**
 * `pictures` are the recipe's own, or where it has none those of dishes made after it. Without either there is no `image`:
 * Google wants one that shows the dish and shows the recipe as a plain result else; a made-up one would break its rules.
 */
export function recipeJsonLd(recipe: Recipe, url: string, pictures: Pick<Medium, 'key'>[]) {
  const { account, publishedAt, updatedAt } = recipe;
  const { description, recipeInstructions, ...words } = schemaOrgOf(recipe);
  const images = pictures.slice(0, 4).map(({ key }) => pictureUrls(key).medium);
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    url,
    mainEntityOfPage: url,
    ...(images.length > 0 && { image: images }),
    author: { '@type': 'Person', name: nameOf(account), url: new URL(homeOf(account), config.baseUrl).href },
    datePublished: publishedAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    ...words,
    ...(description && { description: excerpt(description, 1_000) }),
    recipeInstructions: recipeInstructions.map(({ position, ...step }) => ({
      ...step,
      url: `${url}#step-${position}`,
    })),
  };
}

/** Nothing in it ends the element or begins a comment. */
export function jsonLdElement(value: object) {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return html`<script type="application/ld+json">${raw(json)}</script>`;
}
