/** Recipes as JSON files and as JSON-LD in pages. */
import { raw } from 'hono/html';
import { creditOf } from '../../db/recipe-details.ts';
import type { Medium, Recipe, Step } from '../../domain/items/eventable.ts';
import { exactItem, itemFileContext } from '../../domain/migration/archive/write.ts';
import { addressedLinks } from '../../domain/recipes/fields.ts';
import { type Review, toSchemaRating, toSchemaRatings } from '../../domain/recipes/related.ts';
import { toSchemaOrg } from '../../domain/recipes/write.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { exactKey } from '../../recipe-import/potluck-item.ts';
import { nameOf, profileUrl } from '../components/account.tsx';

// Builds the schema.org/Recipe data for search engines
// (developers.google.com/search/docs/appearance/structured-data/recipe)

/**
 * `pictures` are those of the recipe or of its bakings. Without any, `image` is omitted: Google forbids pictures of
 * anything else.
 */
export function recipeJsonLd(recipe: Recipe, url: string, pictures: Pick<Medium, 'key'>[], reviews: Review[]) {
  const { account, publishedAt, updatedAt } = recipe;
  const { recipeInstructions, ...rest } = toSchemaOrg(recipe);
  const images = pictures.slice(0, 4).map(({ key }) => pictureUrls(key).medium);
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    url,
    mainEntityOfPage: url,
    ...(images.length > 0 && { image: images }),
    author: personOf(account),
    datePublished: publishedAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    ...rest,
    ...ratingsOf(recipe, reviews),
    recipeInstructions: recipeInstructions.map(({ position, ...step }) => ({
      ...step,
      url: `${url}#step-${position}`,
    })),
  };
}

const personOf = (account: Review['account']) => ({
  '@type': 'Person',
  name: nameOf(account),
  url: new URL(profileUrl(account), config.baseUrl).href,
});

/** Reviews of accounts that do not want to be indexed are left out. */
function ratingsOf(recipe: Recipe, reviews: Review[]) {
  const listed = reviews.filter(({ indexable }) => indexable);
  return {
    ...(recipe.ratingCount > 0 && { aggregateRating: toSchemaRatings(recipe) }),
    ...(listed.length > 0 && { review: listed.map(reviewOf) }),
  };
}

function reviewOf({ account, name, contentHtml, publishedAt, rating }: Review) {
  const text = excerpt(textOf(contentHtml), 1_000);
  return {
    '@type': 'Review',
    author: personOf(account),
    name,
    datePublished: publishedAt.toISOString(),
    reviewRating: toSchemaRating(rating),
    ...(text && { reviewBody: text }),
  };
}

/** Escapes characters that could end the element or start a comment. */
export function jsonLdElement(value: object) {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return <script type="application/ld+json">{raw(json)}</script>;
}

// Builds the JSON file of a recipe: schema.org for other programs, and the exact recipe for Potluck

interface JsonFileOptions {
  url: string;
  readerId: number | null;
  /** Pictures that lie beside the file, and their names there. */
  pictures?: { file: string; description: string }[];
}

/** Names the author and the address of the recipe as its source, unless the reader wrote it. */
export function toJsonFile(recipe: Recipe, { url, readerId, pictures = [] }: JsonFileOptions): object {
  const { account, details, iri, sourceUrl } = recipe;
  const exact = exactItem(recipe, []);
  const author = new URL(profileUrl(account), config.baseUrl).href;
  const credit = details.credit ?? creditOf(nameOf(account), author, account.host || config.host);
  return {
    ...recipeJsonLd(recipe, url, recipe.media, []),
    ...(pictures.length > 0 && { image: pictures.map(({ file }) => file) }),
    '@context': itemFileContext,
    [exactKey]: {
      ...exact,
      ...(iri && { origin: iri }),
      media: pictures,
      steps: recipe.steps.map(exactStep),
      ...(readerId !== account.id && { sourceUrl: sourceUrl ?? url, details: { ...details, credit } }),
    },
  };
}

/** Links keep the addresses that others can follow. */
const exactStep = ({ name, content, duration, ingredientPositions, links }: Step) => ({
  name,
  content,
  duration,
  ingredientPositions,
  links: addressedLinks(links),
});
