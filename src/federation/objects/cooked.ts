/** Converts cooked items: the fields that preparations and bakings share. */
import type { Baking, Preparation } from '../../domain/items/eventable.ts';
import { starText } from '../../domain/recipes/related.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import {
  dateOf,
  iriOf,
  type JsonObject,
  member,
  type Reading,
  refused,
  understood,
} from '../json-ld/json.ts';
import { POTLUCK } from '../json-ld/terms.ts';
import { type CommonReading, toCommon } from './common-fields.ts';
import { readDescription, readName } from './description.ts';
import { readRating, toRating } from './rating.ts';
import { readRecipeFields, toRecipeFields } from './recipe-fields.ts';
import { emptyRecipeFields, type RemoteObject } from './remote-object.ts';
import { toSource } from './source.ts';
import { readWarning } from './summary.ts';
import { type Addressed, toObjectLink } from './tags.ts';

/** The recipe that was cooked, if it is stored here. */
export interface CookedRecipe {
  name: string;
  url: string | null;
  author: Addressed;
}

export const cookedTypes = { baking: `${POTLUCK}Baking`, preparation: `${POTLUCK}Preparation` } as const;

/** A post with its photos, a link to the recipe and a mention of the recipe's author. */
export function toCooked(item: Baking | Preparation, recipe: CookedRecipe | null): JsonObject {
  const { recipeIri } = item;
  const linkText = recipe?.name || recipeIri || '';

  return {
    id: item.iri,
    type: 'Note',
    'schema:name': item.name,
    additionalType: cookedTypes[item.type],
    ...toCommon(item, {
      html: htmlOf(item, recipe?.url ?? recipeIri, linkText),
      // A followers-only item must not reach the recipe's author unless they follow.
      alsoAddressed: recipe && item.visibility !== 'private' ? [recipe.author] : [],
      tags: recipeIri === null ? [] : [toObjectLink(recipeIri, linkText)],
    }),
    description: item.contentHtml,
    descriptionSource: toSource(item.content),
    ...toRecipeFields(item),
    startTime: item.preparedAt.toISOString(),
    ...(item.rating !== null && { reviewRating: toRating(item.rating) }),
    ...(recipeIri !== null && { isBasedOn: recipeIri }),
  };
}

function htmlOf(
  { name, rating, contentHtml }: Baking | Preparation,
  href: string | null,
  linkText: string,
): string {
  const link = href === null ? '' : `<p><a href="${escapeHtml(href)}">${escapeHtml(linkText)}</a></p>`;
  const stars = rating === null ? '' : `<p>${starText(rating)}</p>`;
  return `<p><strong>${escapeHtml(name)}</strong></p>${stars}${contentHtml}${link}`;
}

export function readCooked(
  type: 'baking' | 'preparation',
  json: JsonObject,
  common: CommonReading,
): Reading<RemoteObject> {
  const description = readDescription(json);
  const name = readName(json, description);
  if (name === null) return refused(`${type} has no name`);

  return understood({
    ...emptyRecipeFields,
    ...common,
    ...description,
    ...readRecipeFields(json),
    type,
    name,
    spoilerText: readWarning(json),
    preparedAt: dateOf(member(json, 'startTime')) ?? common.publishedAt,
    rating: readRating(member(json, 'reviewRating')),
    recipeIri: iriOf(member(json, 'isBasedOn')),
  });
}
