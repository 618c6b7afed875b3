/** Defines the input of shopping lists. */
import { z } from '@hono/zod-openapi';
import { namedSchema } from '../named-schema.ts';
import { line, nullAsUndefined, positive } from './fields.ts';

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

export const shoppingItemChanges = namedSchema(
  'shopping_list_item_input',
  z.object({ checked: z.boolean() }),
  { checked: true },
);
