/** Lists the jobs that keep the stored data small and up to date. */
import { z } from 'zod';
import { job } from './define.ts';
import { quick } from './retry-delays.ts';

export const maintenanceJobs = {
  /** Deletes old remote items that nobody here has to do with, a batch after the other. */
  pruneRemoteItems: job('prune-remote-items', {
    queue: 'maintenance',
    payload: z.object({
      /** The batch begins above this id. */
      after: z.number().int().min(0),
    }),
    retry: quick,
    dedupe: () => '',
  }),
  /** Recomputes the trends. */
  refreshTrending: job('refresh-trending', {
    queue: 'maintenance',
    payload: z.object({}),
    retry: quick,
    dedupe: () => '',
  }),
} as const;
