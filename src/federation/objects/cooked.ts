/** Preparations, bakings and statuses as objects. */
import type { Baking, Preparation, Status } from '../../domain/items/eventable.ts';
import type { Quote } from '../../domain/items/read.ts';
import { starText } from '../../domain/recipes/related.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import {
  dateOf,
  iriOf,
  type JsonObject,
  member,
  naturalText,
  POTLUCK,
  type Reading,
  refused,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import { type CommonReading, readBody, readDescription, readName, toCommon, toSource } from './common-fields.ts';
import {
  type Addressed,
  isSent,
  readOwnPictures,
  readQuote,
  readWarning,
  toObjectLink,
  toQuote,
  toQuoteFallback,
  toQuoteLink,
  toSummary,
} from './parts.ts';
import { readRating, readRecipeFields, toRating, toRecipeFields } from './recipe.ts';
import { emptyRecipeFields, limits, type RemoteObject } from './remote-object.ts';

// Converts cooked items: the fields that preparations and bakings share

/** The recipe that was cooked, if it is stored here. */
export interface CookedRecipe {
  name: string;
  url: string | null;
  author: Addressed;
}

export const cookedTypes = { baking: `${POTLUCK}Baking`, preparation: `${POTLUCK}Preparation` } as const;

/** A post with its photos, a link to the recipe and a mention of the recipe's author. */
function toCooked(item: Baking | Preparation, recipe: CookedRecipe | null): JsonObject {
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

function htmlOf({ name, rating, contentHtml }: Baking | Preparation, href: string | null, linkText: string): string {
  const link = href === null ? '' : `<p><a href="${escapeHtml(href)}">${escapeHtml(linkText)}</a></p>`;
  const stars = rating === null ? '' : `<p>${starText(rating)}</p>`;
  return `<p><strong>${escapeHtml(name)}</strong></p>${stars}${contentHtml}${link}`;
}

function readCooked(type: 'baking' | 'preparation', json: JsonObject, common: CommonReading): Reading<RemoteObject> {
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

// Converts bakings to and from ActivityPub objects

export const toBaking = (baking: Baking, recipe: CookedRecipe | null): JsonObject => toCooked(baking, recipe);

export const readBaking = (json: JsonObject, common: CommonReading): Reading<RemoteObject> =>
  readCooked('baking', json, common);

// Converts statuses to Notes, and reads all other supported objects as statuses

/** The author of the parent is mentioned, so that their server notifies them. */
export function toStatus(status: Status, parentAuthor: Addressed | null, quote: Quote | null): JsonObject {
  const quoted = isSent(quote) ? status.quoteIri : null;
  return {
    id: status.iri,
    type: 'Note',
    ...(status.spoilerText !== '' && { summary: toSummary(status.spoilerText) }),
    ...toCommon(status, {
      html: quoted === null ? status.contentHtml : toQuoteFallback(quoted) + status.contentHtml,
      alsoAddressed: parentAuthor ? [parentAuthor] : [],
      tags: quoted === null ? [] : [toQuoteLink(quoted)],
    }),
    source: toSource(status.content),
    sensitive: status.sensitive,
    ...(status.inReplyToIri !== null && { inReplyTo: status.inReplyToIri }),
    ...(quote && quoted !== null && toQuote(quoted, quote)),
  };
}

export function readStatus(json: JsonObject, common: CommonReading): Reading<RemoteObject> {
  const types = typesOf(json);
  const media = [...readOwnPictures(json, types), ...common.media].slice(0, limits.media);
  const quote = readQuote(json);
  const body = readBody(json, types, { withoutQuoteFallback: quote.quoteIri !== null });

  if (common.inReplyToIri !== null && isVote(json, types, media.length)) return refused('is a vote in a poll');
  if (body.contentHtml === '' && media.length === 0 && quote.quoteIri === null) return refused('is empty');

  return understood({
    ...emptyRecipeFields,
    ...common,
    ...body,
    ...quote,
    media,
    type: 'status',
    spoilerText: readWarning(json, common),
  });
}

/** A vote is a Note with a name and no content. */
const isVote = (json: JsonObject, types: string[], pictures: number): boolean =>
  types.includes('Note') && pictures === 0 && !naturalText(json, 'content') && naturalText(json, 'name') !== null;

// Converts preparations to and from ActivityPub objects

export const toPreparation = (preparation: Preparation, recipe: CookedRecipe | null): JsonObject =>
  toCooked(preparation, recipe);

export const readPreparation = (json: JsonObject, common: CommonReading): Reading<RemoteObject> =>
  readCooked('preparation', json, common);
