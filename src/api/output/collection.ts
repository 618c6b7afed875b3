/** Serialises collections and their entries. */
import { z } from '@hono/zod-openapi';
import type { Collection } from '../../domain/collections/collections.ts';
import type { CollectionItem } from '../../domain/collections/items.ts';
import { eventableType } from '../../http/eventable-schema.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput } from './account.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';

export const collectionOutput = namedSchema(
  'collection_output',
  z.object({ id, name: z.string(), description: z.string() }),
  { id: 2, name: 'Friday pizza', description: 'What we bake when friends come' },
);

export const toCollectionOutput = ({ id, name, description }: Collection) => ({ id, name, description });

export const collectionItemOutput = namedSchema(
  'collection_item_output',
  z.object({
    id: id.openapi({ description: 'Id of the entry. The id of the item is in `object`.' }),
    type: eventableType,
    account: accountOutput.openapi({ description: 'The author of the item' }),
    object: shortEventableOutput,
  }),
  {
    ...{ id: 6, type: 'recipe' },
    account: schemaExample(accountOutput),
    object: schemaExample(shortEventableOutput),
  },
);

export function toCollectionItemOutput(item: CollectionItem): z.output<typeof collectionItemOutput> {
  const object = toShortEventable(item.object);
  return { id: item.id, type: object.type, account: object.account, object };
}
