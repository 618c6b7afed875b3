/** Serialises collections and their entries. */
import { z } from '@hono/zod-openapi';
import type { Collection } from '../../domain/collections/collections.ts';
import type { CollectionItem } from '../../domain/collections/items.ts';
import { eventableType } from '../../http/eventable-schema.ts';
import { id } from '../../http/ids.ts';
import { visibility } from '../../http/input/visibility.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { mediumOutput, toMediumOutput } from './medium.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';
import { timestamp } from './timestamp.ts';

export const collectionOutput = namedSchema(
  'collection_output',
  z.object({
    ...{ id, name: z.string(), description: z.string(), visibility },
    url: z.string(),
    uri: z.string(),
    cover: z
      .union([mediumOutput, z.null()])
      .openapi({ description: 'The chosen picture, or a picture of the first item that has one' }),
    items_count: z.int().min(0).openapi({ description: 'Items that the caller may see' }),
    followers_count: z.int().min(0),
    following: z.boolean().openapi({ description: 'Whether the caller follows it' }),
    created_at: timestamp,
    updated_at: timestamp,
    account: accountOutput.openapi({ description: 'The owner' }),
  }),
  {
    ...{ id: 2, name: 'Friday pizza', description: 'What we bake when friends come', visibility: 'public' },
    url: 'https://cook.example/@ann/collections/2',
    uri: 'https://cook.example/users/3/collections/2',
    cover: schemaExample(mediumOutput),
    ...{ items_count: 7, followers_count: 3, following: false },
    created_at: '2026-05-01T16:20:00.000Z',
    updated_at: '2026-05-02T17:40:00.000Z',
    account: schemaExample(accountOutput),
  },
);

export function toCollectionOutput(collection: Collection): z.output<typeof collectionOutput> {
  const { iri, url, itemsCount, followersCount, following, createdAt, updatedAt, cover } = collection;
  return {
    id: collection.id,
    name: collection.name,
    description: collection.description,
    visibility: collection.visibility,
    url,
    uri: iri,
    cover: cover && toMediumOutput(cover),
    items_count: itemsCount,
    followers_count: followersCount,
    following,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    account: toAccountOutput(collection.account),
  };
}

export const collectionItemOutput = namedSchema(
  'collection_item_output',
  z.object({
    id: id.openapi({ description: 'Id of the entry. The id of the item is in `object`.' }),
    type: eventableType,
    note: z.string().openapi({ description: 'What the owner of the collection says about it' }),
    added_at: timestamp,
    account: accountOutput.openapi({ description: 'The author of the item' }),
    object: shortEventableOutput,
  }),
  {
    ...{ id: 6, type: 'recipe', note: 'With the sauce from last time', added_at: '2026-05-02T17:40:00.000Z' },
    account: schemaExample(accountOutput),
    object: schemaExample(shortEventableOutput),
  },
);

export function toCollectionItemOutput(item: CollectionItem): z.output<typeof collectionItemOutput> {
  const object = toShortEventable(item.object);
  const { id, note, addedAt } = item;
  return {
    id,
    type: object.type,
    note,
    added_at: addedAt.toISOString(),
    account: object.account,
    object,
  };
}
