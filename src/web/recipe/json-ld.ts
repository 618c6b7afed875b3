/** Builds the schema.org/Recipe data for search engines (developers.google.com/search/docs/appearance/structured-data/recipe). */
import { html, raw } from 'hono/html';
import type { Medium, Recipe } from '../../domain/items/eventable.ts';
import { toSchemaOrg } from '../../domain/recipes/schema-org.ts';
import { pictureUrls } from '../../http/media-url.ts';
import { config } from '../../lib/config.ts';
import { excerpt } from '../../lib/html/html.ts';
import { nameOf, profileUrl } from '../components/account.ts';

/** `pictures` are those of the recipe or of its bakings. Without any, `image` is omitted: Google forbids pictures of anything else. */
export function recipeJsonLd(recipe: Recipe, url: string, pictures: Pick<Medium, 'key'>[]) {
  const { account, publishedAt, updatedAt } = recipe;
  const { description, recipeInstructions, ...rest } = toSchemaOrg(recipe);
  const images = pictures.slice(0, 4).map(({ key }) => pictureUrls(key).medium);
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    url,
    mainEntityOfPage: url,
    ...(images.length > 0 && { image: images }),
    author: {
      '@type': 'Person',
      name: nameOf(account),
      url: new URL(profileUrl(account), config.baseUrl).href,
    },
    datePublished: publishedAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    ...rest,
    ...(description && { description: excerpt(description, 1_000) }),
    recipeInstructions: recipeInstructions.map(({ position, ...step }) => ({
      ...step,
      url: `${url}#step-${position}`,
    })),
  };
}

/** Escapes characters that could end the element or start a comment. */
export function jsonLdElement(value: object) {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return html`<script type="application/ld+json">${raw(json)}</script>`;
}
