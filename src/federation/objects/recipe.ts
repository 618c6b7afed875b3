/** Recipes: articles that say in schema.org's words that they are recipes. */
import type { Recipe } from '../../domain/eventables/eventable.ts';
import { parseDuration } from '../../domain/recipes/reading/duration.ts';
import { readTags } from '../../domain/recipes/reading/recipe-details.ts';
import { DEFAULT_SERVING_TYPE } from '../../domain/recipes/reading/serving.ts';
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html.ts';
import {
  iriOf,
  irisOf,
  type JsonObject,
  member,
  type Reading,
  refused,
  stringOf,
  understood,
} from '../json.ts';
import { SCHEMA_RECIPE } from '../terms.ts';
import { type CommonReading, toCommon } from './common.ts';
import { readDescription, readName } from './description.ts';
import { readParts, toParts } from './parts.ts';
import { recipeHtml } from './recipe-html.ts';
import { caps, nothingCooked, type RemoteObject } from './remote-object.ts';
import { firstSentences, toSummary } from './summary.ts';

export function toRecipe(recipe: Recipe): JsonObject {
  const { forkedFromIri, sourceUrl, prepTime, cookTime } = recipe;
  const basis = [...new Set([forkedFromIri, sourceUrl])].filter((each) => each !== null);

  return {
    id: recipe.iri,
    ...titleOf(recipe),
    additionalType: SCHEMA_RECIPE,
    ...toCommon(recipe, { html: recipeHtml(recipe) }),
    description: recipe.contentHtml,
    ...toParts(recipe),
    ...(prepTime !== null && { prepTime: toDuration(prepTime) }),
    ...(cookTime !== null && { cookTime: toDuration(cookTime) }),
    ...(basis.length > 0 && { isBasedOn: basis }),
    ...(forkedFromIri !== null && { forkedFrom: forkedFromIri }),
    ...(sourceUrl !== null && { sourceUrl }),
  };
}

/** Some servers show only notes well, and take `summary` for a content warning: an author may choose those. */
function titleOf({ name, contentHtml, account }: Recipe): JsonObject {
  if (account.recipesAsNotes) return { type: 'Note', headline: name };

  const summary = firstSentences(textOf(contentHtml));
  return { type: 'Article', name, ...(summary !== '' && { summary: toSummary(summary) }) };
}

export function readRecipe(json: JsonObject, common: CommonReading): Reading<RemoteObject> {
  const description = readDescription(json);
  const name = readName(json, description);
  if (name === null) return refused('recipe has no name');

  const parts = readParts(json);
  const forkedFromIri = iriOf(member(json, 'forkedFrom'));
  const basis = irisOf(member(json, 'isBasedOn')).filter((iri) => iri !== forkedFromIri);
  return understood({
    ...nothingCooked,
    ...common,
    ...description,
    ...parts,
    type: 'recipe',
    name,
    tags: common.tags.length > 0 ? common.tags : readKeywords(json),
    spoilerText: '',
    servingType: parts.servingType ?? DEFAULT_SERVING_TYPE,
    forkedFromIri,
    sourceUrl: iriOf(member(json, 'sourceUrl')) ?? basis[0] ?? null,
    prepTime: parseDuration(stringOf(member(json, 'prepTime'), 100)),
    cookTime: parseDuration(stringOf(member(json, 'cookTime') ?? member(json, 'totalTime'), 100)),
  });
}

function readKeywords(json: JsonObject): string[] {
  return readTags({ keywords: stringOf(member(json, 'keywords'), caps.html) ?? '' }).slice(0, caps.tags);
}
