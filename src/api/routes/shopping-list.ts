/** Reads and changes the caller's shopping list. */
import { z } from '@hono/zod-openapi';
import { viewerOf } from '../../domain/accounts/viewer.ts';
import { addLine, addRecipes } from '../../domain/shopping/add.ts';
import {
  checkItem,
  clearShoppingList,
  removeCheckedItems,
  removeItem,
  removeRecipe,
} from '../../domain/shopping/change.ts';
import { getShoppingList } from '../../domain/shopping/list.ts';
import { shareList, unshareList } from '../../domain/shopping/share.ts';
import { idParams, pathId } from '../../http/ids.ts';
import { shoppingItemChanges, shoppingLine, shoppingRecipes } from '../../http/input/shopping-list.ts';
import { type Route, type RouteCall, route } from '../../http/route.ts';
import { shoppingListOutput, toShoppingListOutput } from '../output/shopping-list.ts';

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
      'Amounts of the same food are added if their units can be converted with certainty. Ingredients are copies: a later change of the recipe does not change the list.',
    scope: 'read',
    rule,
    status: 200,
    response: shoppingListOutput,
    handler: show,
  }),
  route({
    method: 'post',
    path: '/shopping_list/recipes',
    summary: 'Add recipes to the shopping list, scaled to a number of servings',
    details:
      'Without `serving`, the amounts are as written. Adding a recipe again replaces its ingredients. At most 50 recipes and 1,000 ingredients.',
    scope: 'write',
    rule,
    body: shoppingRecipes,
    status: 201,
    response: shoppingListOutput,
    errors: ['not_found', 'validation_failed'],
    create: ({ caller, body }) =>
      addRecipes({ ...viewerOf(caller.accountId), accountId: caller.accountId }, body.recipes),
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
    status: 204,
    response: null,
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
    status: 201,
    response: shoppingListOutput,
    create: ({ caller, body }) => addLine(caller.accountId, body.text),
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
    status: 204,
    response: null,
    handler: ({ caller, params, body }) => checkItem(caller.accountId, params.line_id, body.checked),
  }),
  route({
    method: 'delete',
    path: '/shopping_list/lines/{line_id}',
    summary: 'Remove an item from the shopping list',
    scope: 'write',
    rule,
    params: itemParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => removeItem(caller.accountId, params.line_id),
  }),
  route({
    method: 'delete',
    path: '/shopping_list/checked',
    summary: 'Remove all ticked items, and recipes of which everything is ticked',
    scope: 'write',
    rule,
    status: 204,
    response: null,
    handler: ({ caller }) => removeCheckedItems(caller.accountId),
  }),
  route({
    method: 'delete',
    path: '/shopping_list',
    summary: 'Remove everything from the shopping list',
    scope: 'write',
    rule,
    status: 204,
    response: null,
    handler: ({ caller }) => clearShoppingList(caller.accountId),
  }),
  route({
    method: 'post',
    path: '/shopping_list/share',
    summary: 'Share the shopping list by a link, with which anyone may read it and tick items',
    details: 'The link is in `share_url`. A list that is shared already keeps its link.',
    scope: 'write',
    rule,
    status: 201,
    response: shoppingListOutput,
    create: ({ caller }) => shareList(caller.accountId),
    handler: show,
  }),
  route({
    method: 'delete',
    path: '/shopping_list/share',
    summary: 'Revoke the link of the shopping list',
    scope: 'write',
    rule,
    status: 204,
    response: null,
    handler: ({ caller }) => unshareList(caller.accountId),
  }),
];
