/** Serialises items of any type in one flat form, for lists. */
import { z } from '@hono/zod-openapi';
import type { ItemSummary } from '../../domain/items/item-summary.ts';
import { eventableType, visibility } from '../../http/eventable-schema.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { filteredField } from './filtered.ts';
import { mediumOutput, toMediumOutput } from './medium.ts';
import { stars } from './rating.ts';
import { timestamp } from './timestamp.ts';

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
    ...{
      id: 9,
      type: 'recipe',
      name: 'Pizza dough',
      slug: 'pizza-dough',
      locale: 'en',
      visibility: 'public',
    },
    ...{ sensitive: false, spoiler_text: '' },
    content: 'Two days in the cold do the work.',
    content_html: '<p>Two days in the cold do the work.</p>',
    url: 'https://cook.example/@ann/recipes/pizza-dough',
    uri: 'https://cook.example/users/3/recipes/9',
    media: [schemaExample(mediumOutput)],
    ...{ likes_count: 3, boosts_count: 1, liked: true, boosted: false },
    ...{ recipe_id: null, prepared_at: null, rating: null, in_reply_to_id: null, quote_uri: null },
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
