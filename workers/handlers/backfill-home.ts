/** Adds the newest items of a followed account to the home timeline of a new follower. */
import { backfillHome as backfill } from '../../src/domain/timelines/backfill.ts';
import type { Handlers } from '../handler.ts';

export const backfillHome: Handlers['backfill-home'] = async ({ followerId, followeeId }) => {
  await backfill(followerId, followeeId);
  return 'done';
};
