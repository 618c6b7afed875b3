/** Routes on the shopping list. */
import { z } from '@hono/zod-openapi';
import { viewerOf } from '../domain/accounts/account.ts';
import {
  addLine,
  addRecipes,
  aisles,
  checkItem,
  clearShoppingList,
  getShoppingList,
  removeCheckedItems,
  removeItem,
  removeRecipe,
  type ShoppingItem,
  type ShoppingList,
  type ShoppingRecipe,
  shareList,
  unshareList,
} from '../domain/shopping/shopping.ts';
import { amountsText } from '../domain/shopping/sums.ts';
import { shoppingItemChanges, shoppingLine, shoppingRecipes } from '../http/input/collection.ts';
import { id, idParams, pathId, sharedListUrl } from '../http/pagination.ts';
import { type Route, type RouteCall, route } from '../http/route.ts';
import { namedSchema } from '../http/schema.ts';
import { toDisplay } from '../recipe-import/quantity.ts';

// Serialises shopping lists

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

const shoppingListOutput = namedSchema(
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
        id: 31,
        aisle: 'dry goods',
        name: 'flour',
        amount: '750 g',
        optional: false,
        checked: false,
        amounts: [{ quantity: 750, quantity_max: null, unit: 'g' }],
        recipe_ids: [9],
      },
    ],
    share_url: null,
  },
);

const toShoppingListOutput = ({ recipes, items, shareToken }: ShoppingList): z.output<typeof shoppingListOutput> => ({
  recipes: recipes.map(toRecipe),
  items: items.map(toItem),
  share_url: shareToken && sharedListUrl(shareToken),
});

const toRecipe = ({ id: recipeId, name, serving, servingType, page }: ShoppingRecipe) => ({
  id: recipeId,
  name,
  serving,
  serving_type: servingType,
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

// Reads and changes the caller's shopping list

const rule = 'the owner';
const itemParams = z.object({ line_id: pathId });

const show = async ({ caller }: Pick<RouteCall<'read' | 'write', unknown, unknown, unknown>, 'caller'>) =>
  toShoppingListOutput(await getShoppingList(caller.accountId));

export const shoppingList: Route[] = [
  route({
    method: 'get',
    path: '/shopping_list',
    summary: 'Get the caller’s shopping list, merged and sorted by aisle',
    details:
      'Amounts of the same food are added if their units can be converted with certainty. Ingredients are ' +
      'copies: a later change of the recipe does not change the list.',
    scope: 'read',
    rule,
    response: shoppingListOutput,
    handler: show,
  }),
  route({
    method: 'post',
    path: '/shopping_list/recipes',
    summary: 'Add recipes to the shopping list, scaled to a number of servings',
    details:
      'Without `serving`, the amounts are as written. Adding a recipe again replaces its ingredients. At most ' +
      '50 recipes and 1,000 ingredients.',
    scope: 'write',
    rule,
    body: shoppingRecipes,
    response: shoppingListOutput,
    errors: ['not_found', 'validation_failed'],
    create: ({ caller: { accountId }, body }, beforeCommit) =>
      addRecipes({ ...viewerOf(accountId), accountId }, body.recipes, beforeCommit),
    handler: show,
  }),
  route({
    method: 'delete',
    path: '/shopping_list/recipes/{id}',
    summary: 'Remove a recipe and its ingredients from the shopping list',
    details: 'No effect if it is not on the list.',
    scope: 'write',
    rule,
    params: idParams,
    handler: ({ caller, params }) => removeRecipe(caller.accountId, params.id),
  }),
  route({
    method: 'post',
    path: '/shopping_list/lines',
    summary: 'Add a line of text to the shopping list',
    details: 'It is read like an ingredient: `2 l milk` is added to the milk of the recipes.',
    scope: 'write',
    rule,
    body: shoppingLine,
    response: shoppingListOutput,
    create: ({ caller, body }, beforeCommit) => addLine(caller.accountId, body.text, beforeCommit),
    handler: show,
  }),
  route({
    method: 'patch',
    path: '/shopping_list/lines/{line_id}',
    summary: 'Tick or untick an item of the shopping list',
    scope: 'write',
    rule,
    params: itemParams,
    body: shoppingItemChanges,
    handler: ({ caller, params, body }) =>
      checkItem(caller.accountId, { id: params.line_id, checked: body.checked, ageSeconds: 0 }),
  }),
  route({
    method: 'delete',
    path: '/shopping_list/lines/{line_id}',
    summary: 'Remove an item from the shopping list',
    scope: 'write',
    rule,
    params: itemParams,
    handler: ({ caller, params }) => removeItem(caller.accountId, params.line_id),
  }),
  route({
    method: 'delete',
    path: '/shopping_list/checked',
    summary: 'Remove all ticked items, and recipes of which everything is ticked',
    scope: 'write',
    rule,
    handler: ({ caller }) => removeCheckedItems(caller.accountId),
  }),
  route({
    method: 'delete',
    path: '/shopping_list',
    summary: 'Remove everything from the shopping list',
    scope: 'write',
    rule,
    handler: ({ caller }) => clearShoppingList(caller.accountId),
  }),
  route({
    method: 'post',
    path: '/shopping_list/share',
    summary: 'Share the shopping list by a link, with which anyone may read it and tick items',
    details: 'The link is in `share_url`. A list that is shared already keeps its link.',
    scope: 'write',
    rule,
    response: shoppingListOutput,
    create: ({ caller }, beforeCommit) => shareList(caller.accountId, beforeCommit),
    handler: show,
  }),
  route({
    method: 'delete',
    path: '/shopping_list/share',
    summary: 'Revoke the link of the shopping list',
    scope: 'write',
    rule,
    handler: ({ caller }) => unshareList(caller.accountId),
  }),
];
