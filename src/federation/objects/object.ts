/** Converts items to and from ActivityPub objects. */
import type { Baking, Eventable, EventableType, Preparation, Status } from '../../domain/items/eventable.ts';
import type { Quote } from '../../domain/items/read.ts';
import { starText } from '../../domain/recipes/related.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import {
  dateOf,
  iriOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  naturalText,
  POTLUCK,
  type Reading,
  refused,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import {
  type CommonReading,
  readBody,
  readCommon,
  readDescription,
  readName,
  toCommon,
  toSource,
} from './common-fields.ts';
import {
  type Addressed,
  isSent,
  type ReplyIri,
  readOwnPictures,
  readQuote,
  readWarning,
  toObjectLink,
  toQuote,
  toQuoteFallback,
  toQuoteLink,
  toReplies,
  toSummary,
} from './parts.ts';
import {
  isSchemaRecipe,
  readRating,
  readRecipe,
  readRecipeFields,
  toRating,
  toRecipe,
  toRecipeFields,
} from './recipe.ts';
import { emptyRecipeFields, limits, type ReadOptions, type RemoteObject } from './remote-object.ts';

const cookedTypes = { baking: `${POTLUCK}Baking`, preparation: `${POTLUCK}Preparation` } as const;
const bakingNames = [cookedTypes.baking, 'potluck:Baking'];
const preparationNames = [cookedTypes.preparation, 'potluck:Preparation'];
const statusTypes = ['Note', 'Article', 'Page', 'Question', 'Image', 'Video', 'Audio', 'Event', 'Document'];

/** The recipe that was cooked, if it is stored here. */
export interface CookedRecipe {
  name: string;
  url: string | null;
  author: Addressed;
}

/** What an object says about other objects. */
export interface Related {
  /** The recipe that was cooked. */
  recipe?: CookedRecipe | null;
  /** The author of the parent post. */
  answered?: Addressed | null;
  /** What a status quotes. */
  quote?: Quote | null;
  /** The first public replies, at most `maxInlineReplies`. */
  replies?: ReplyIri[];
}

/** Returns an object without `@context`. */
export function toObject(item: Eventable, related: Related = {}): JsonObject {
  const { replies = [] } = related;
  return { ...toItem(item, related), replies: toReplies(item.iri!, item.repliesCount, replies) };
}

function toItem(item: Eventable, { recipe = null, answered = null, quote = null }: Related): JsonObject {
  switch (item.type) {
    case 'recipe':
      return toRecipe(item);
    case 'preparation':
    case 'baking':
      return toCooked(item, recipe);
    case 'status':
      return toStatus(item, answered, quote);
  }
}

/** Never throws. The caller must check that author and object have the same origin. */
export function readObject(json: unknown, options: ReadOptions = {}): Reading<RemoteObject> {
  if (!isObject(json)) return refused('is not an object');

  const kind = kindOf(json);
  if (kind === null) return refused(`has the unsupported type ${typesOf(json).join(', ') || '(none)'}`);

  const common = readCommon(json, options);
  if (!common.ok) return common;

  // Only a status can be direct.
  return readItem(common.value.visibility === 'direct' ? 'status' : kind, json, common.value);
}

function readItem(kind: EventableType, json: JsonObject, common: CommonReading): Reading<RemoteObject> {
  switch (kind) {
    case 'recipe':
      return readRecipe(json, common);
    case 'preparation':
    case 'baking':
      return readCooked(kind, json, common);
    case 'status':
      return readStatus(json, common);
  }
}

function kindOf(json: JsonObject): EventableType | null {
  const types = [...listOf(member(json, 'type')), ...listOf(member(json, 'additionalType'))].filter(
    (type) => typeof type === 'string',
  );
  if (types.some((type) => bakingNames.includes(type))) return 'baking';
  if (types.some((type) => preparationNames.includes(type))) return 'preparation';
  if (types.some(isSchemaRecipe)) return 'recipe';
  return typesOf(json).some((type) => statusTypes.includes(type)) ? 'status' : null;
}

// Converts preparations and bakings

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

// Converts statuses to Notes, and reads all other supported objects as statuses

/** The author of the parent is mentioned, so that their server notifies them. */
function toStatus(status: Status, parentAuthor: Addressed | null, quote: Quote | null): JsonObject {
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

function readStatus(json: JsonObject, common: CommonReading): Reading<RemoteObject> {
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
