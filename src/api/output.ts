/** What answers say of accounts, items and pictures, in any section. */
import { z } from '@hono/zod-openapi';
import type { AccountCard } from '../domain/accounts/account.ts';
import type { FilterMatch } from '../domain/filters/filters.ts';
import type { RelatedAccount } from '../domain/interactions/follow.ts';
import type { Eventable, EventableType, Medium, Ratings } from '../domain/items/eventable.ts';
import type { ItemSummary, Quote } from '../domain/items/read.ts';
import { type BakingMedium, meanRating } from '../domain/recipes/related.ts';
import { defaultAvatarUrls, pictureUrls } from '../http/media.ts';
import { id, type PagedResponse, type PageQuery, toPage } from '../http/pagination.ts';
import { eventableType, namedSchema, schemaExample, visibility } from '../http/schema.ts';
import { config } from '../lib/config.ts';
import { folders } from '../lib/iris.ts';

// Defines timestamps in responses: RFC 3339 in UTC with milliseconds

export const timestamp = z.iso.datetime({ precision: 3 });

// Serialises pictures

export const mediumOutput = namedSchema(
  'medium_output',
  z.object({
    id,
    description: z.string().openapi({ description: 'Alt text' }),
    created_at: timestamp,
    original: z.url(),
    medium: z.url(),
    small: z.url(),
    content_type: z.string(),
    width: z.int().min(0),
    height: z.int().min(0),
    blurhash: z.string(),
  }),
  {
    id: 31,
    description: 'Dough, doubled in its bowl',
    created_at: '2026-05-02T17:40:00.000Z',
    original: 'https://cook.example/media/Zk3v9QpL/original',
    medium: 'https://cook.example/media/Zk3v9QpL/medium',
    small: 'https://cook.example/media/Zk3v9QpL/small',
    content_type: 'image/webp',
    width: 1600,
    height: 1200,
    blurhash: 'LGF5]+Yk^6#M@-5c,1J5@[or[Q6.',
  },
);
type MediumOutput = z.output<typeof mediumOutput>;

export function toMediumOutput(medium: Medium): MediumOutput {
  return {
    id: medium.id,
    description: medium.description,
    created_at: medium.createdAt.toISOString(),
    ...pictureUrls(medium.key),
    content_type: medium.contentType,
    width: medium.width,
    height: medium.height,
    blurhash: medium.blurhash ?? '',
  };
}

// Serialises accounts

export const accountOutput = namedSchema(
  'account_output',
  z.object({
    id,
    username: z.string().openapi({ description: 'The handle without its host' }),
    name: z.string(),
    summary: z.string(),
    summary_html: z.string(),
    instance: z
      .string()
      .openapi({ description: 'Host of the account’s server, with its port unless that is the default' }),
    url: z.string(),
    uri: z.string(),
    avatar: z.object({
      original: z.url(),
      medium: z.url(),
      small: z.url(),
      description: z.string().nullable(),
      blurhash: z.string().nullable(),
    }),
    state: z.enum(['unknown', 'loading', 'loaded']),
    following_count: z.int().min(0),
    followers_count: z.int().min(0),
    like_id: z.int().min(0).openapi({ description: 'Id of the like in a list of likes, otherwise 0' }),
  }),
  {
    id: 3,
    username: 'ann',
    name: 'Ann',
    instance: 'cook.example',
    summary: 'Sourdough, *slowly*.',
    summary_html: '<p>Sourdough, <em>slowly</em>.</p>',
    url: 'https://cook.example/@ann',
    uri: 'https://cook.example/users/3',
    avatar: {
      original: 'https://cook.example/media/b8xq2tYw/original',
      medium: 'https://cook.example/media/b8xq2tYw/medium',
      small: 'https://cook.example/media/b8xq2tYw/small',
      description: 'Ann, floury to the elbows',
      blurhash: 'LKO2?U%2Tw=w]~RBVZRi};RPxuwH',
    },
    state: 'loaded',
    following_count: 12,
    followers_count: 48,
    like_id: 0,
  },
);
type AccountOutput = z.output<typeof accountOutput>;

export function toAccountOutput(account: AccountCard, likeId = 0): AccountOutput {
  return {
    id: account.id,
    username: account.username,
    name: account.name || account.username,
    summary: account.summary,
    summary_html: account.summaryHtml,
    instance: account.host || config.host,
    url: account.url ?? account.iri ?? '',
    uri: account.iri ?? '',
    avatar: toAvatar(account),
    state: account.state,
    following_count: account.followingCount,
    followers_count: account.followersCount,
    like_id: likeId,
  };
}

const defaultAvatar = { ...defaultAvatarUrls, description: null, blurhash: null };

function toAvatar(account: AccountCard): AccountOutput['avatar'] {
  if (!account.avatarKey) return defaultAvatar;
  return {
    ...pictureUrls(account.avatarKey),
    description: account.avatarDescription,
    blurhash: account.avatarBlurhash,
  };
}

// Serialises a picture together with the item it shows

export const extendedMediumOutput = namedSchema(
  'extended_medium_output',
  mediumOutput.extend({
    eventable_type: eventableType,
    eventable_id: id,
    recipe_id: id,
    prepared_at: timestamp,
    account: accountOutput,
  }),
  {
    ...schemaExample(mediumOutput),
    eventable_type: 'baking',
    eventable_id: 21,
    recipe_id: 9,
    prepared_at: '2026-05-02T18:00:00.000Z',
    account: schemaExample(accountOutput),
  },
);

export function toExtendedMedium(medium: BakingMedium): z.output<typeof extendedMediumOutput> {
  return {
    ...toMediumOutput(medium),
    eventable_type: medium.eventableType,
    eventable_id: medium.eventableId,
    recipe_id: medium.recipeId,
    prepared_at: medium.preparedAt.toISOString(),
    account: toAccountOutput(medium.account),
  };
}

// Serialises pages of accounts, with the id of the follow, block, like or boost as cursor

interface ListRequest {
  query: PageQuery;
  url: string;
}

export const toAccountPage = (accounts: RelatedAccount[], request: ListRequest): PagedResponse<AccountOutput> =>
  toPage(accounts, request, relationOf, ({ account }) => toAccountOutput(account));

/** Sets `like_id` to the id of each like. */
export const toLikerPage = (accounts: RelatedAccount[], request: ListRequest): PagedResponse<AccountOutput> =>
  toPage(accounts, request, relationOf, ({ account, relationId }) => toAccountOutput(account, relationId));

const relationOf = ({ relationId }: RelatedAccount) => relationId;

// Serialises which filters of the caller match an item

const filterResultOutput = namedSchema(
  'filter_result_output',
  z.object({
    filter: z.object({ id, title: z.string(), action: z.enum(['warn', 'hide']) }),
    keyword_matches: z.array(z.string()).openapi({ description: 'The phrases that occur in the item' }),
  }),
  { filter: { id: 3, title: 'Fish', action: 'warn' }, keyword_matches: ['anchovies'] },
);

const filteredField = z.array(filterResultOutput).optional().openapi({
  description: 'In lists, the caller’s filters that match the item. Absent if there are none.',
});

export const toFilterResults = (matches: FilterMatch[]): z.output<typeof filterResultOutput>[] =>
  matches.map(({ filter, keywordMatches }) => ({ filter, keyword_matches: keywordMatches }));

/** The field of an item, if a filter matches it. */
export const toFiltered = (matches: FilterMatch[]) =>
  matches.length === 0 ? {} : { filtered: toFilterResults(matches) };

// Serialises ratings

export const stars = z
  .int()
  .min(1)
  .max(5)
  .nullable()
  .openapi({ description: 'Stars of a preparation or baking for its recipe. Null for none' });

export const ratingsOutput = z
  .object({
    count: z.int().min(0),
    mean: z.number().min(1).max(5).nullable().openapi({ description: 'One decimal. Null without ratings' }),
  })
  .openapi({
    description:
      'How accounts that cooked the recipe rated it. Each counts once, with its newest public rating, and the ' +
      'author does not count',
  });

export const toRatingsOutput = (ratings: Ratings): z.output<typeof ratingsOutput> => ({
  count: ratings.ratingCount,
  mean: meanRating(ratings),
});

// Serialises items of any type in one flat form, for lists

export const shortEventableOutput = namedSchema(
  'short_eventable_output',
  z.object({
    id,
    type: eventableType,
    name: z.string(),
    slug: z.string(),
    content: z.string(),
    content_html: z.string(),
    locale: z.string(),
    visibility,
    sensitive: z.boolean(),
    spoiler_text: z.string(),
    url: z.string(),
    uri: z.string(),
    media: z.array(mediumOutput).max(4),
    likes_count: z.int().min(0),
    boosts_count: z.int().min(0),
    liked: z.boolean(),
    boosted: z.boolean(),
    recipe_id: id.nullable(),
    prepared_at: timestamp.nullable(),
    rating: stars,
    in_reply_to_id: id.nullable(),
    quote_uri: z.string().nullable().openapi({ description: 'The item that a status quotes' }),
    created_at: timestamp,
    published_at: timestamp,
    edited_at: timestamp.nullable().openapi({ description: 'Null if it was not edited' }),
    account: accountOutput,
    filtered: filteredField,
  }),
  {
    id: 9,
    type: 'recipe',
    name: 'Pizza dough',
    slug: 'pizza-dough',
    locale: 'en',
    visibility: 'public',
    sensitive: false,
    spoiler_text: '',
    content: 'Two days in the cold do the work.',
    content_html: '<p>Two days in the cold do the work.</p>',
    url: 'https://cook.example/@ann/recipes/pizza-dough',
    uri: 'https://cook.example/users/3/recipes/9',
    media: [schemaExample(mediumOutput)],
    likes_count: 3,
    boosts_count: 1,
    liked: true,
    boosted: false,
    recipe_id: null,
    prepared_at: null,
    rating: null,
    in_reply_to_id: null,
    quote_uri: null,
    created_at: '2026-05-01T16:20:00.000Z',
    published_at: '2026-05-01T16:20:00.000Z',
    edited_at: null,
    account: schemaExample(accountOutput),
  },
);

export function toShortEventable(item: ItemSummary): z.output<typeof shortEventableOutput> {
  return {
    id: item.id,
    type: item.type,
    name: item.type === 'status' ? '' : item.name,
    slug: item.slug ?? '',
    content: item.content,
    content_html: item.contentHtml,
    locale: item.locale,
    visibility: item.visibility,
    sensitive: item.sensitive,
    spoiler_text: item.spoilerText,
    url: item.url ?? item.iri ?? '',
    uri: item.iri ?? '',
    media: item.media.map(toMediumOutput),
    likes_count: item.likesCount,
    boosts_count: item.boostsCount,
    liked: item.liked,
    boosted: item.boosted,
    recipe_id: item.recipeId,
    prepared_at: item.preparedAt?.toISOString() ?? null,
    rating: item.rating,
    in_reply_to_id: item.inReplyToId,
    quote_uri: item.quoteIri,
    created_at: item.createdAt.toISOString(),
    published_at: item.publishedAt.toISOString(),
    edited_at: item.editedAt?.toISOString() ?? null,
    account: toAccountOutput(item.account),
  };
}

// Serialises quotes

const quoteOutput = namedSchema(
  'quote_output',
  z.object({
    state: z
      .enum(['pending', 'accepted', 'rejected', 'revoked'])
      .openapi({ description: 'Whether the author of the quoted item approves' }),
    object: z.union([shortEventableOutput, z.null()]).openapi({
      description:
        'Null unless the quote is accepted and the viewer may see the item. Null also if its author is muted, or ' +
        'limited and not followed',
    }),
  }),
  { state: 'accepted', object: schemaExample(shortEventableOutput) },
);
type QuoteOutput = z.output<typeof quoteOutput>;

/** Null for a status that quotes nothing. */
export const quoteField = z.union([quoteOutput, z.null()]);

export const toQuoteOutput = (quote: Quote | null): QuoteOutput | null =>
  quote && { state: quote.state, object: quote.item && toShortEventable(quote.item) };

// Serialises the fields that all four types of items share

export const commonFields = {
  id,
  locale: z.string(),
  visibility,
  url: z.string(),
  uri: z.string(),
  tags: z.array(z.string()),
  account: accountOutput,
  media: z.array(mediumOutput),
  likes_count: z.int().min(0),
  boosts_count: z.int().min(0),
  liked: z.boolean(),
  boosted: z.boolean(),
  collection_ids: z.array(id).openapi({ description: 'The viewer’s own collections that contain the item' }),
  created_at: timestamp,
  published_at: timestamp,
  edited_at: timestamp.nullable().openapi({ description: 'Null if it was not edited' }),
  filtered: filteredField,
};
type Common = z.output<z.ZodObject<typeof commonFields>>;

export const commonExample = (type: EventableType, id: number): Common => ({
  id,
  locale: 'en',
  visibility: 'public',
  tags: ['pizza'],
  url: `https://cook.example/@ann/${folders[type]}/${id}`,
  uri: `https://cook.example/users/3/${folders[type]}/${id}`,
  account: schemaExample(accountOutput),
  media: [schemaExample(mediumOutput)],
  likes_count: 3,
  boosts_count: 1,
  liked: true,
  boosted: false,
  collection_ids: [2],
  created_at: '2026-05-01T16:20:00.000Z',
  published_at: '2026-05-01T16:20:00.000Z',
  edited_at: null,
});

export function toCommon(item: Eventable): Common {
  return {
    id: item.id,
    locale: item.locale,
    visibility: item.visibility,
    url: item.url ?? item.iri ?? '',
    uri: item.iri ?? '',
    tags: item.tags,
    account: toAccountOutput(item.account),
    media: item.media.map(toMediumOutput),
    likes_count: item.likesCount,
    boosts_count: item.boostsCount,
    liked: item.liked,
    boosted: item.boosted,
    collection_ids: item.collectionIds,
    created_at: item.createdAt.toISOString(),
    published_at: item.publishedAt.toISOString(),
    edited_at: item.editedAt?.toISOString() ?? null,
  };
}
