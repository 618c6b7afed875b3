/** Builds the JSON file of a recipe: schema.org for other programs, and the exact recipe for Potluck. */
import type { Recipe } from '../../domain/items/eventable.ts';
import { exactItem, itemFileContext } from '../../domain/migration/archive/write.ts';
import { config } from '../../lib/config.ts';
import { textOf } from '../../lib/html/html.ts';
import { creditOf } from '../../recipe-import/details.ts';
import { exactKey } from '../../recipe-import/potluck-item.ts';
import { nameOf, profileUrl } from '../components/account.ts';
import { recipeJsonLd } from './json-ld.ts';

/** Names the author and the address of the recipe as its source, unless the reader wrote it. */
export function toJsonFile(recipe: Recipe, url: string, readerId: number | null): object {
  const { account, details, iri, sourceUrl, contentHtml } = recipe;
  const description = textOf(contentHtml).trim();
  const exact = exactItem(recipe, []);
  const author = new URL(profileUrl(account), config.baseUrl).href;
  const credit = details.credit ?? creditOf(nameOf(account), author, account.host || config.host);
  return {
    ...recipeJsonLd(recipe, url, recipe.media, []),
    '@context': itemFileContext,
    ...(description && { description }),
    [exactKey]: {
      ...exact,
      ...(iri && { origin: iri }),
      // The pictures are not in the file.
      media: [],
      ...(readerId !== account.id && { sourceUrl: sourceUrl ?? url, details: { ...details, credit } }),
    },
  };
}
