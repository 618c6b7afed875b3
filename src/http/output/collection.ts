/** A collection and its entries as the API shows them. */
import { z } from '@hono/zod-openapi';
import type { Collection } from '../../domain/collections/collection.ts';
import type { CollectionItem } from '../../domain/collections/items.ts';
import { id } from '../ids.ts';
import { exampleOf, shape } from '../shape.ts';
import { accountOutput } from './account.ts';
import { eventableType } from './eventable-type.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';

export const collectionOutput = shape(
  'collection_output',
  z.object({ id, name: z.string(), description: z.string() }),
  { id: 2, name: 'Friday pizza', description: 'What we bake when friends come' },
);

export const toCollectionOutput = ({ id, name, description }: Collection) => ({ id, name, description });

export const collectionItemOutput = shape(
  'collection_item_output',
  z.object({
    id: id.openapi({ description: 'Of the entry; that of the item is in `object`' }),
    type: eventableType,
    account: accountOutput.openapi({ description: 'The author of the item' }),
    object: shortEventableOutput,
  }),
  {
    ...{ id: 6, type: 'recipe' },
    account: exampleOf(accountOutput),
    object: exampleOf(shortEventableOutput),
  },
);

export function toCollectionItemOutput(item: CollectionItem): z.output<typeof collectionItemOutput> {
  const object = toShortEventable(item.object);
  return { id: item.id, type: object.type, account: object.account, object };
}
