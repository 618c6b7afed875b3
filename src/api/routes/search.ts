/** Searches accounts and items. */
import { z } from '@hono/zod-openapi';
import { unfiltered } from '../../domain/accounts/viewer.ts';
import { applyFilters, type FilterResults } from '../../domain/filters/apply.ts';
import type { Eventable, EventableType } from '../../domain/items/eventable.ts';
import { type WithQuote, withQuotes } from '../../domain/items/quotes.ts';
import { isName } from '../../domain/search/resolve-name.ts';
import { search } from '../../domain/search/search.ts';
import { booleanQuery } from '../../http/input/boolean-query.ts';
import { eventableTypeInput } from '../../http/input/eventable-type.ts';
import { line } from '../../http/input/fields.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { pageFields } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { eventableKinds } from '../../lib/iris.ts';
import { accountOutput, toAccountOutput } from '../output/account.ts';
import { collectionOutput, toCollectionOutput } from '../output/collection.ts';
import { cookedOutputs, toCookedOutput } from '../output/cooked.ts';
import { toFiltered } from '../output/filtered.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';
import { statusOutput, toStatusOutput } from '../output/status.ts';

const kind = z
  .union([z.literal('account'), z.literal('Account').transform(() => 'account' as const), eventableTypeInput])
  .optional()
  .openapi({
    type: 'string',
    enum: ['account', ...eventableKinds],
    description: 'Only results of this type',
    example: 'recipe',
  });

type ItemOfType<Type extends EventableType> = Extract<WithQuote<Eventable>, { type: Type }>;

const listByType =
  (items: WithQuote<Eventable>[], results: FilterResults) =>
  <Type extends EventableType, Output>(type: Type, toOutput: (item: ItemOfType<Type>) => Output): Output[] =>
    items
      .filter((item): item is ItemOfType<Type> => item.type === type && !results.hides(item))
      .map((item) => ({ ...toOutput(item), ...toFiltered(results.of(item)) }));

export const getSearch = route({
  method: 'get',
  path: '/search',
  summary: 'Search accounts and items by words, address or URL',
  details: 'With `resolve`, an address or URL is looked up on its server, which may take seconds.',
  scope: 'read',
  rule: 'any account. Finds public items, the caller’s own, and private items of accounts the caller follows',
  query: z.object({
    q: line(200).openapi({
      description: 'Words, an address such as `@bo@other.example`, or a URL',
      example: 'pizza',
    }),
    type: kind,
    resolve: booleanQuery.openapi({ description: 'Look up an address or URL on other servers' }),
    limit: pageFields.limit,
  }),
  status: 200,
  response: namedSchema(
    'search_output',
    z.object({
      accounts: z.array(accountOutput),
      recipes: z.array(recipeOutput),
      preparations: z.array(cookedOutputs.preparation),
      bakings: z.array(cookedOutputs.baking),
      statuses: z.array(statusOutput),
      collections: z.array(collectionOutput).openapi({ description: 'Found by URL only' }),
    }),
    {
      ...{
        accounts: [],
        recipes: [schemaExample(recipeOutput)],
        preparations: [],
        bakings: [],
        statuses: [],
      },
      collections: [],
    },
  ),
  handler: async ({ caller, viewer, query: { q, type, resolve, limit } }) => {
    const found = await search(caller.accountId, { query: q, type: type ?? null, resolve, limit });
    const items = await withQuotes(found.items, viewer);
    // People who ask for an item by its address want to see it.
    const lists = isName(q) ? unfiltered(viewer) : viewer;
    const results = await applyFilters(items, lists, 'public');
    const ofType = listByType(items, results);
    return {
      accounts: found.accounts.map((account) => toAccountOutput(account)),
      recipes: ofType('recipe', toRecipeOutput),
      preparations: ofType('preparation', toCookedOutput),
      bakings: ofType('baking', toCookedOutput),
      statuses: ofType('status', toStatusOutput),
      collections: found.collections.map(toCollectionOutput),
    };
  },
});
