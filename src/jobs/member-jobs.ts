/** Jobs that follow from what a member does on a page, soon or after a while. */
import { z } from 'zod';
import { job } from './define.ts';
import { quick } from './retry-delays.ts';

const id = z.number().int().positive();

export const memberJobs = {
  /** Adds the newest events of a newly followed account to the home timeline of the follower. */
  backfillHome: job('backfill-home', {
    queue: 'timeline',
    payload: z.object({ followerId: id, followeeId: id }),
    retry: quick,
  }),
  /** Ends follows between a member and a server that the member blocks. Runs again at `until` (ms since 1970). */
  endFollowsWithHost: job('end-follows-with-host', {
    queue: 'maintenance',
    payload: z.object({ accountId: id, host: z.string(), until: z.number().int() }),
    retry: quick,
  }),
  /** Erases an item that was deleted, and to which too many rows refer for one transaction. */
  eraseItem: job('erase-item', {
    queue: 'maintenance',
    payload: z.object({ eventableId: id }),
    retry: quick,
    dedupe: ({ eventableId }) => `${eventableId}`,
  }),
  /** Deletes an item that was trashed some seconds ago, unless it was restored. `version` is its version in the trash. */
  deleteTrashedItem: job('delete-trashed-item', {
    queue: 'timeline',
    payload: z.object({ eventableId: id, version: z.number().int() }),
    retry: quick,
  }),
} as const;
