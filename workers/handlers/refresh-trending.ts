/** Recomputes the trends. */
import { refreshTrends } from '../../src/domain/trending/trending.ts';
import type { Handlers } from '../handler.ts';

export const refreshTrending: Handlers['refresh-trending'] = async () => {
  await refreshTrends();
  return 'done';
};
