/** Serialises shopping lists. */
import { z } from '@hono/zod-openapi';
import { aisles, amountsText, type ShoppingItem } from '../../domain/shopping/items.ts';
import type { ShoppingList, ShoppingRecipe } from '../../domain/shopping/list.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { sharedListUrl } from '../../http/shared-list-url.ts';
import { toDisplay } from '../../recipe-import/quantity.ts';

const recipe = z.object({
  id,
  name: z.string().openapi({ description: 'As it was when it was added' }),
  serving: z.int().min(1),
  serving_type: z.string(),
  available: z
    .boolean()
    .openapi({ description: 'False if the recipe was deleted or hidden. Its ingredients stay on the list' }),
});

const item = z.object({
  id,
  aisle: z.enum(aisles),
  name: z.string(),
  amount: z.string().openapi({ description: 'Text of `amounts`. Empty without an amount' }),
  amounts: z
    .array(
      z.object({
        quantity: z.number().nullable(),
        quantity_max: z.number().nullable(),
        unit: z.string().nullable(),
      }),
    )
    .openapi({ description: 'More than one if they cannot be added with certainty' }),
  optional: z.boolean(),
  checked: z.boolean(),
  recipe_ids: z.array(id),
});

export const shoppingListOutput = namedSchema(
  'shopping_list_output',
  z.object({
    recipes: z.array(recipe),
    items: z.array(item).openapi({ description: 'By aisle. The same food from several recipes is one item' }),
    share_url: z.string().nullable().openapi({ description: 'Null while the list is not shared' }),
  }),
  {
    recipes: [{ id: 9, name: 'Pizza dough', serving: 6, serving_type: 'pizzas', available: true }],
    items: [
      {
        ...{ id: 31, aisle: 'dry goods', name: 'flour', amount: '750 g', optional: false, checked: false },
        ...{ amounts: [{ quantity: 750, quantity_max: null, unit: 'g' }], recipe_ids: [9] },
      },
    ],
    share_url: null,
  },
);

export const toShoppingListOutput = ({
  recipes,
  items,
  shareToken,
}: ShoppingList): z.output<typeof shoppingListOutput> => ({
  recipes: recipes.map(toRecipe),
  items: items.map(toItem),
  share_url: shareToken && sharedListUrl(shareToken),
});

const toRecipe = ({ id: recipeId, name, serving, servingType, page }: ShoppingRecipe) => ({
  ...{ id: recipeId, name, serving, serving_type: servingType },
  available: page !== null,
});

const toItem = (shown: ShoppingItem): z.output<typeof item> => ({
  id: shown.id,
  aisle: shown.aisle,
  name: shown.name,
  amount: amountsText(shown),
  amounts: shown.amounts.map(({ quantity, quantityMax, unit }) => ({
    quantity: quantity && toDisplay(quantity),
    quantity_max: quantityMax && toDisplay(quantityMax),
    unit,
  })),
  optional: shown.optional,
  checked: shown.checked,
  recipe_ids: shown.recipeIds,
});
