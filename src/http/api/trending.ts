/** Trends, best first. */
import { z } from '@hono/zod-openapi';
import { trendingAccounts, trendingItems } from '../../domain/trending.ts';
import { accountOutput, toAccountOutput } from '../output/account.ts';
import { preparationOutput, toPreparationOutput } from '../output/preparation.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';
import { statusOutput, toStatusOutput } from '../output/status.ts';
import { rankedQuery } from '../page.ts';
import { route } from '../route.ts';

const rule = 'public items of accounts with no block between them and the viewer';

const getTrendingRecipes = route({
  method: 'get',
  path: '/recommendations/trending/recipe',
  summary: 'Recipes liked, boosted and cooked these days',
  details:
    'Likes, boosts twice and cooking three times, of the last 7 days, weighed by age; computed from time to time.',
  scope: 'public',
  rule,
  query: rankedQuery,
  status: 200,
  answer: z.array(recipeOutput),
  handler: async ({ viewer, query }) => (await trendingItems('recipe', viewer, query)).map(toRecipeOutput),
});

const getTrendingPreparations = route({
  method: 'get',
  path: '/recommendations/trending/preparation',
  summary: 'Preparations liked and boosted these days',
  details: 'Likes, and boosts twice, of the last 7 days, weighed by age; computed from time to time.',
  scope: 'public',
  rule,
  query: rankedQuery,
  status: 200,
  answer: z.array(preparationOutput),
  handler: async ({ viewer, query }) =>
    (await trendingItems('preparation', viewer, query)).map(toPreparationOutput),
});

const getTrendingStatuses = route({
  method: 'get',
  path: '/recommendations/trending/status',
  summary: 'Statuses liked and boosted these days',
  details: 'Likes, and boosts twice, of the last 7 days, weighed by age; computed from time to time.',
  scope: 'public',
  rule,
  query: rankedQuery,
  status: 200,
  answer: z.array(statusOutput),
  handler: async ({ viewer, query }) => (await trendingItems('status', viewer, query)).map(toStatusOutput),
});

const getTrendingAccounts = route({
  method: 'get',
  path: '/recommendations/trending/account',
  summary: 'Accounts of this server that won followers, likes and boosts these days',
  details: 'By followers won in the last 7 days and the scores of their items.',
  scope: 'public',
  rule: 'accounts with no block between them and the viewer',
  query: rankedQuery,
  status: 200,
  answer: z.array(accountOutput),
  handler: async ({ viewer, query }) =>
    (await trendingAccounts(viewer, query)).map((account) => toAccountOutput(account)),
});

export const trending = [
  getTrendingRecipes,
  getTrendingPreparations,
  getTrendingStatuses,
  getTrendingAccounts,
];
