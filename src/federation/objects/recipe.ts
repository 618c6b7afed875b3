/** Converts recipes to and from ActivityPub objects with schema.org terms. */
import type { Recipe } from '../../domain/items/eventable.ts';
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html/html.ts';
import { parseDuration } from '../../recipe-import/duration.ts';
import { readTags } from '../../recipe-import/recipe-details.ts';
import { DEFAULT_SERVING_TYPE } from '../../recipe-import/serving.ts';
import {
  iriOf,
  irisOf,
  type JsonObject,
  member,
  type Reading,
  refused,
  stringOf,
  understood,
} from '../json-ld/json.ts';
import { SCHEMA_RECIPE } from '../json-ld/terms.ts';
import { type CommonReading, toCommon } from './common-fields.ts';
import { readDescription, readName } from './description.ts';
import { toAggregateRating } from './rating.ts';
import { readDetails, toDetails } from './recipe-details.ts';
import { readRecipeFields, toRecipeFields } from './recipe-fields.ts';
import { recipeHtml } from './recipe-html.ts';
import { emptyRecipeFields, limits, type RemoteObject } from './remote-object.ts';
import { toSource } from './source.ts';
import { firstSentences, readWarning, toSummary } from './summary.ts';

export function toRecipe(recipe: Recipe): JsonObject {
  const { forkedFromIri, sourceUrl, prepTime, cookTime } = recipe;
  const sources = [...new Set([forkedFromIri, sourceUrl])].filter((each) => each !== null);

  return {
    id: recipe.iri,
    ...typeOf(recipe),
    additionalType: SCHEMA_RECIPE,
    ...toCommon(recipe, { html: recipeHtml(recipe) }),
    description: recipe.contentHtml,
    descriptionSource: toSource(recipe.content),
    ...toRecipeFields(recipe),
    ...(prepTime !== null && { prepTime: toDuration(prepTime) }),
    ...(cookTime !== null && { cookTime: toDuration(cookTime) }),
    ...toDetails(recipe.details),
    ...(recipe.ratingCount > 0 && { aggregateRating: toAggregateRating(recipe) }),
    ...(sources.length > 0 && { isBasedOn: sources }),
    ...(forkedFromIri !== null && { forkedFrom: forkedFromIri }),
    ...(sourceUrl !== null && { sourceUrl }),
  };
}

/** Other servers fold a Note behind its `name` or `summary`, so it has neither. */
function typeOf({ name, contentHtml, asArticle }: Recipe): JsonObject {
  if (!asArticle) return { type: 'Note', 'schema:name': name };

  const summary = firstSentences(textOf(contentHtml));
  return { type: 'Article', name, ...(summary !== '' && { summary: toSummary(summary) }) };
}

export function readRecipe(json: JsonObject, common: CommonReading): Reading<RemoteObject> {
  const description = readDescription(json);
  const name = readName(json, description);
  if (name === null) return refused('recipe has no name');

  const parts = readRecipeFields(json);
  const forkedFromIri = iriOf(member(json, 'forkedFrom'));
  const sources = irisOf(member(json, 'isBasedOn')).filter((iri) => iri !== forkedFromIri);
  return understood({
    ...emptyRecipeFields,
    ...common,
    ...description,
    ...parts,
    type: 'recipe',
    name,
    tags: common.tags.length > 0 ? common.tags : readKeywords(json),
    spoilerText: readWarning(json),
    servingType: parts.servingType ?? DEFAULT_SERVING_TYPE,
    forkedFromIri,
    sourceUrl: iriOf(member(json, 'sourceUrl')) ?? sources[0] ?? null,
    prepTime: parseDuration(stringOf(member(json, 'prepTime'), 100)),
    cookTime: parseDuration(stringOf(member(json, 'cookTime'), 100)),
    details: readDetails(json),
  });
}

function readKeywords(json: JsonObject): string[] {
  return readTags({ keywords: stringOf(member(json, 'keywords'), limits.html) ?? '' }).slice(0, limits.tags);
}
