/** Search. */
import { z } from '@hono/zod-openapi';
import type { Eventable, EventableType } from '../../domain/eventables/eventable.ts';
import { search } from '../../domain/search.ts';
import { eventableKinds } from '../../lib/iris.ts';
import { line } from '../input/fields.ts';
import { flag } from '../input/flag.ts';
import { typeName } from '../input/type-name.ts';
import { accountOutput, toAccountOutput } from '../output/account.ts';
import { bakingOutput, toBakingOutput } from '../output/baking.ts';
import { preparationOutput, toPreparationOutput } from '../output/preparation.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';
import { statusOutput, toStatusOutput } from '../output/status.ts';
import { pageFields } from '../page.ts';
import { route } from '../route.ts';
import { exampleOf, shape } from '../shape.ts';

const kind = z
  .union([z.literal('account'), z.literal('Account').transform(() => 'account' as const), typeName])
  .optional()
  .openapi({
    type: 'string',
    enum: ['account', ...eventableKinds],
    description: 'Only of this kind',
    example: 'recipe',
  });

const ofType = <Type extends EventableType>(type: Type, items: Eventable[]) =>
  items.filter((item): item is Extract<Eventable, { type: Type }> => item.type === type);

export const getSearch = route({
  method: 'get',
  path: '/search',
  summary: 'Accounts and items by words, address or URL; `resolve` asks other servers for the latter two',
  details: 'With `resolve` the answer may take seconds; what another server does not tell is not found.',
  scope: 'read',
  rule: 'public items, the caller’s own, and private ones of accounts they follow',
  query: z.object({
    q: line(200).openapi({
      description: 'Words, an address such as `@bo@elsewhere.example`, or a URL',
      example: 'pizza',
    }),
    type: kind,
    resolve: flag.openapi({ description: 'Look an address or URL up on other servers' }),
    limit: pageFields.limit,
  }),
  status: 200,
  answer: shape(
    'search_output',
    z.object({
      accounts: z.array(accountOutput),
      recipes: z.array(recipeOutput),
      preparations: z.array(preparationOutput),
      bakings: z.array(bakingOutput),
      statuses: z.array(statusOutput),
    }),
    { accounts: [], recipes: [exampleOf(recipeOutput)], preparations: [], bakings: [], statuses: [] },
  ),
  handler: async ({ caller, query: { q, type, resolve, limit } }) => {
    const found = await search(caller.accountId, { query: q, type: type ?? null, resolve, limit });
    return {
      accounts: found.accounts.map((account) => toAccountOutput(account)),
      recipes: ofType('recipe', found.items).map(toRecipeOutput),
      preparations: ofType('preparation', found.items).map(toPreparationOutput),
      bakings: ofType('baking', found.items).map(toBakingOutput),
      statuses: ofType('status', found.items).map(toStatusOutput),
    };
  },
});
