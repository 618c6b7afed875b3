/** Jobs that follow from what a member does on a page, soon or after a while. */
import { z } from 'zod';
import { job } from './define.ts';

const id = z.number().int().positive();
/** Retry delays in seconds. */
const retry = [1, 5, 15, 60, 300];

export const memberJobs = {
  /** Adds the newest events of a newly followed account to the home timeline of the follower. */
  backfillHome: job('backfill-home', {
    queue: 'timeline',
    payload: z.object({ followerId: id, followeeId: id }),
    retry,
  }),
  /** Deletes an item that was trashed some seconds ago, unless it was restored. `version` is its version in the trash. */
  deleteTrashedItem: job('delete-trashed-item', {
    queue: 'timeline',
    payload: z.object({ eventableId: id, version: z.number().int() }),
    retry,
  }),
} as const;
