/** What preparations and bakings share: a recipe cooked on a day. */
import type { Baking, Preparation } from '../../domain/eventables/eventable.ts';
import { escapeHtml } from '../../lib/html.ts';
import { dateOf, iriOf, type JsonObject, member, type Reading, refused, understood } from '../json.ts';
import { POTLUCK } from '../terms.ts';
import { type CommonReading, toCommon } from './common.ts';
import { readDescription, readName } from './description.ts';
import { readParts, toParts } from './parts.ts';
import { nothingCooked, type RemoteObject } from './remote-object.ts';
import { type Addressed, toObjectLink } from './tags.ts';

/** The recipe that was cooked, as far as it is known here. */
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
    name: item.name,
    additionalType: cookedTypes[item.type],
    ...toCommon(item, {
      html: htmlOf(item, recipe?.url ?? recipeIri, linkText),
      // What is for followers is not for the recipe's author as such.
      alsoAddressed: recipe && item.visibility !== 'private' ? [recipe.author] : [],
      tags: recipeIri === null ? [] : [toObjectLink(recipeIri, linkText)],
    }),
    description: item.contentHtml,
    ...toParts(item),
    startTime: item.preparedAt.toISOString(),
    ...(recipeIri !== null && { isBasedOn: recipeIri }),
  };
}

function htmlOf({ name, contentHtml }: Baking | Preparation, href: string | null, linkText: string): string {
  const link = href === null ? '' : `<p><a href="${escapeHtml(href)}">${escapeHtml(linkText)}</a></p>`;
  return `<p><strong>${escapeHtml(name)}</strong></p>${contentHtml}${link}`;
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
    ...nothingCooked,
    ...common,
    ...description,
    ...readParts(json),
    type,
    name,
    spoilerText: '',
    preparedAt: dateOf(member(json, 'startTime')) ?? common.publishedAt,
    recipeIri: iriOf(member(json, 'isBasedOn')),
  });
}
