/** Serialises the fields that all four types of items share. */
import { z } from '@hono/zod-openapi';
import type { Eventable, EventableType } from '../../domain/items/eventable.ts';
import { visibility } from '../../http/eventable-schema.ts';
import { id } from '../../http/ids.ts';
import { schemaExample } from '../../http/named-schema.ts';
import { folders } from '../../lib/iris.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { filteredField } from './filtered.ts';
import { mediumOutput, toMediumOutput } from './medium.ts';
import { timestamp } from './timestamp.ts';

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
  ...{ id, locale: 'en', visibility: 'public', tags: ['pizza'] },
  url: `https://cook.example/@ann/${folders[type]}/${id}`,
  uri: `https://cook.example/users/3/${folders[type]}/${id}`,
  account: schemaExample(accountOutput),
  media: [schemaExample(mediumOutput)],
  ...{ likes_count: 3, boosts_count: 1, liked: true, boosted: false, collection_ids: [2] },
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
