/** Input of collections and shopping lists. */
import { z } from '@hono/zod-openapi';
import { namedSchema } from '../schema.ts';
import {
  integer,
  line,
  nullAsUndefined,
  omitUndefined,
  positive,
  text,
  visibility as visibilities,
  withDefault,
  wrapped,
} from './fields.ts';

// Defines the input of collections and their entries

const name = line(100);
const description = withDefault(text(10_000), '').optional();
const visibility = visibilities
  .optional()
  .openapi({ description: '`private`: only the owner. `unlisted`: anyone who knows its id or link' });
const coverId = z
  .int()
  .min(1)
  .nullable()
  .optional()
  .openapi({ description: 'A picture of the caller. Null: a picture of the first item that has one' });
export const maxNoteLength = 2_000;
const maxOrdered = 1_000;

export const newCollection = wrapped(
  'collection',
  namedSchema(
    'collection_create_input',
    z.object({ name, description, visibility, cover_id: coverId }).transform((input) => ({
      name: input.name,
      description: input.description ?? '',
      visibility: input.visibility ?? ('private' as const),
      coverId: input.cover_id ?? null,
    })),
    { name: 'Friday pizza', description: 'What we bake when friends come', visibility: 'public' },
  ),
);

export const collectionChanges = wrapped(
  'collection',
  namedSchema(
    'collection_input',
    z
      .object({
        name: name.optional(),
        description,
        visibility,
        cover_id: coverId,
        item_ids: z.array(z.int().min(1)).max(maxOrdered).optional().openapi({
          description: 'Ids of items in the collection, which come first, in this order. The others follow.',
        }),
      })
      .transform(({ cover_id, item_ids, ...input }) =>
        omitUndefined({ ...input, coverId: cover_id, itemIds: item_ids }),
      ),
    { name: 'Pizza nights', visibility: 'public', item_ids: [9, 4] },
  ),
);

export const entryChanges = wrapped(
  'item',
  namedSchema(
    'collection_item_input',
    z.object({
      note: withDefault(text(maxNoteLength), '').optional(),
      position: integer(1).optional().openapi({ description: '1 for the first item' }),
    }),
    { note: 'With the sauce from last time', position: 1 },
  ),
);

// Defines the input of shopping lists

const maxRecipes = 20;

export const shoppingRecipes = namedSchema(
  'shopping_list_recipes_input',
  z.object({
    recipes: z
      .array(z.object({ id: z.int().min(1), serving: nullAsUndefined(positive).optional() }))
      .min(1)
      .max(maxRecipes),
  }),
  { recipes: [{ id: 9, serving: 6 }] },
);

export const shoppingLine = namedSchema('shopping_list_line_input', z.object({ text: line(200) }), {
  text: '2 l milk',
});

export const shoppingItemChanges = namedSchema('shopping_list_item_input', z.object({ checked: z.boolean() }), {
  checked: true,
});
