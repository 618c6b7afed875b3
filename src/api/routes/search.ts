/** Searches accounts and items. */
import { z } from '@hono/zod-openapi';
import type { Eventable, EventableType } from '../../domain/items/eventable.ts';
import { withQuotes } from '../../domain/items/quotes.ts';
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

const ofType = <Type extends EventableType>(type: Type, items: Eventable[]) =>
  items.filter((item): item is Extract<Eventable, { type: Type }> => item.type === type);

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
    return {
      accounts: found.accounts.map((account) => toAccountOutput(account)),
      recipes: ofType('recipe', found.items).map(toRecipeOutput),
      preparations: ofType('preparation', found.items).map(toCookedOutput),
      bakings: ofType('baking', found.items).map(toCookedOutput),
      statuses: (await withQuotes(ofType('status', found.items), viewer)).map(toStatusOutput),
      collections: found.collections.map(toCollectionOutput),
    };
  },
});
