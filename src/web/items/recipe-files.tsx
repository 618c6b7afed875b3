/** Recipes as JSON-LD in pages, and as downloads: Cooklang, schema.org JSON, and a zip of the JSON with the pictures. */
import { Hono } from 'hono';
import { raw } from 'hono/html';
import { creditOf } from '../../db/recipe-details.ts';
import type { Medium, Recipe, Step } from '../../domain/items/eventable.ts';
import { mediumName } from '../../domain/migration/archive/layout.ts';
import { exactItem, itemFileContext, writePicture } from '../../domain/migration/archive/write.ts';
import { toCooklang } from '../../domain/recipes/cooklang.ts';
import { addressedLinks } from '../../domain/recipes/fields.ts';
import { type Review, toSchemaRating, toSchemaRatings } from '../../domain/recipes/related.ts';
import { toSchemaOrg } from '../../domain/recipes/write.ts';
import { pictureUrls } from '../../http/media.ts';
import { streamZip } from '../../lib/archive/zip.ts';
import { config } from '../../lib/config.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { exactKey } from '../../recipe-import/potluck-item.ts';
import { nameOf, profileUrl } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { canonicalUrl } from '../components/item-page.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { getRecipeFromPath } from './item-from-path.ts';

interface Download {
  recipe: Recipe;
  url: string;
  readerId: number | null;
  /** Without an ending. */
  name: string;
}

interface Format {
  type: string;
  write: (download: Download) => string | Promise<ReadableStream<Uint8Array>>;
}

const formats = {
  cook: { type: 'text/plain; charset=utf-8', write: writeCooklang },
  json: { type: 'application/ld+json; charset=utf-8', write: ({ recipe, ...rest }) => writeJson(recipe, rest) },
  zip: { type: 'application/zip', write: writeZip },
} satisfies Record<string, Format>;

export const recipeFiles = new Hono().get(
  '/:name{@[^/]+}/recipes/:file{[^/.]+\\.(?:cook|json|zip)}',
  pageHandler(show),
);

async function show(visitor: Visitor): Promise<Response> {
  const { c, viewer, session } = visitor;
  const file = c.req.param('file')!;
  const dot = file.lastIndexOf('.');
  const name = file.slice(0, dot);
  const recipe = await getRecipeFromPath(visitor, name);
  const { type, write }: Format = formats[file.slice(dot + 1) as keyof typeof formats];
  const download = { recipe, url: canonicalUrl(recipe, pathOf(recipe)), readerId: viewer.accountId, name };
  return new Response(c.req.method === 'HEAD' ? null : await write(download), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file)}`,
      'cache-control': session ? 'private, no-store' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-robots-tag': 'noindex',
      vary: 'Cookie',
    },
  });
}

/** The author's own file does not name itself as the source. */
function writeCooklang({ recipe, url, readerId }: Download): string {
  const isOwn = readerId === recipe.account.id;
  return toCooklang(recipe, {
    origin: isOwn ? null : { source: url, author: nameOf(recipe.account) },
    pictures: recipe.media.map(({ key }) => pictureUrls(key).original),
  });
}

const writeJson = (recipe: Recipe, options: Parameters<typeof toJsonFile>[1]): string =>
  `${JSON.stringify(toJsonFile(recipe, options), null, 2)}\n`;

/** A picture that is gone is left out. */
async function writeZip({ recipe, url, readerId, name }: Download): Promise<ReadableStream<Uint8Array>> {
  return streamZip(async (zip) => {
    const pictures: { file: string; description: string }[] = [];
    for (const { key, description } of recipe.media)
      if (await writePicture(key, zip)) pictures.push({ file: mediumName(key), description });
    await zip.add(`${name}.json`, [Buffer.from(writeJson(recipe, { url, readerId, pictures }))]);
  });
}

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
