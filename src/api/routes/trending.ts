/** Lists trending items and accounts. */
import { z } from '@hono/zod-openapi';
import { withQuotes } from '../../domain/items/quotes.ts';
import { listTrendingItems, listTrendingLocalAccounts } from '../../domain/trending/trending.ts';
import { rankedQuery, toRankedPage, withExtraRow } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toFilteredRankedPage } from '../filtered-page.ts';
import { accountOutput, toAccountOutput } from '../output/account.ts';
import { cookedOutputs, toCookedOutput } from '../output/cooked.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';
import { statusOutput, toStatusOutput } from '../output/status.ts';

const rule = 'anyone. Items of accounts that block the viewer, or are blocked, are left out';

const getTrendingRecipes = route({
  method: 'get',
  path: '/recommendations/trending/recipe',
  summary: 'List trending recipes',
  details:
    'The score counts each like of the last 7 days once, each boost twice and each time cooked three times. It decreases with age and is updated regularly.',
  scope: 'public',
  rule,
  query: rankedQuery,
  status: 200,
  response: z.array(recipeOutput),
  handler: async (call) =>
    toFilteredRankedPage(
      await listTrendingItems('recipe', call.viewer, withExtraRow(call.query)),
      call,
      toRecipeOutput,
    ),
});

const getTrendingPreparations = route({
  method: 'get',
  path: '/recommendations/trending/preparation',
  summary: 'List trending preparations',
  details:
    'The score counts each like of the last 7 days once and each boost twice. It decreases with age and is updated regularly.',
  scope: 'public',
  rule,
  query: rankedQuery,
  status: 200,
  response: z.array(cookedOutputs.preparation),
  handler: async (call) =>
    toFilteredRankedPage(
      await listTrendingItems('preparation', call.viewer, withExtraRow(call.query)),
      call,
      toCookedOutput,
    ),
});

const getTrendingStatuses = route({
  method: 'get',
  path: '/recommendations/trending/status',
  summary: 'List trending statuses',
  details:
    'The score counts each like of the last 7 days once and each boost twice. It decreases with age and is updated regularly.',
  scope: 'public',
  rule,
  query: rankedQuery,
  status: 200,
  response: z.array(statusOutput),
  handler: async (call) => {
    const statuses = await listTrendingItems('status', call.viewer, withExtraRow(call.query));
    return toFilteredRankedPage(await withQuotes(statuses, call.viewer), call, toStatusOutput);
  },
});

const getTrendingAccounts = route({
  method: 'get',
  path: '/recommendations/trending/account',
  summary: 'List trending local accounts',
  details: 'Ranked by new followers of the last 7 days and the scores of their items.',
  scope: 'public',
  rule: 'anyone. Accounts that block the viewer, or are blocked, are left out',
  query: rankedQuery,
  status: 200,
  response: z.array(accountOutput),
  handler: async (call) =>
    toRankedPage(await listTrendingLocalAccounts(call.viewer, withExtraRow(call.query)), call, (account) =>
      toAccountOutput(account),
    ),
});

export const trending = [
  getTrendingRecipes,
  getTrendingPreparations,
  getTrendingStatuses,
  getTrendingAccounts,
];
