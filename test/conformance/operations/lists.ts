/** Contract operations on timelines and trends. */
import type { Operation } from '../operation.ts';
import { account, event, list, preparation, trendingRecipe, trendingStatus } from '../shapes.ts';

const trend = (kind: string, shape: Parameters<typeof list>[0]): Operation => ({
  method: 'GET',
  path: `/recommendations/trending/${kind}`,
  status: 200,
  shape: list(shape),
  eventually: true,
});

export const lists: Operation[] = [
  { method: 'GET', path: '/accounts/{ann}/timeline', status: 200, shape: list(event) },
  { method: 'GET', path: '/timeline', as: 'bo', status: 200, shape: list(event), eventually: true },
  trend('recipe', trendingRecipe),
  trend('preparation', preparation),
  trend('status', trendingStatus),
  trend('account', account),
];
