/** Lists the jobs that carry out what moderators and administrators decide. */
import { z } from 'zod';
import { job } from './define.ts';
import { quick } from './retry-delays.ts';

export const moderationJobs = {
  /** Removes what a suspended remote account left here. */
  removeSuspended: job('remove-suspended', {
    queue: 'maintenance',
    payload: z.object({ accountId: z.number().int().positive() }),
    retry: quick,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Takes the items of suspended accounts out of the counters of other items, and puts those of restored ones back. */
  applySuspensions: job('apply-suspensions', {
    queue: 'maintenance',
    payload: z.object({}),
    retry: quick,
    dedupe: () => '',
  }),
  /** Applies the rule for a server to its accounts, follows and pictures. */
  severDomain: job('sever-domain', {
    queue: 'maintenance',
    payload: z.object({ host: z.string() }),
    retry: quick,
    dedupe: ({ host }) => host,
  }),
  /** Applies the rules for all servers, after many of them changed. */
  applyDomainRules: job('apply-domain-rules', {
    queue: 'maintenance',
    payload: z.object({}),
    retry: quick,
    dedupe: () => '',
  }),
  /** Reads the block lists that this server follows. */
  refreshBlockLists: job('refresh-block-lists', {
    queue: 'maintenance',
    payload: z.object({}),
    retry: quick,
    dedupe: () => '',
  }),
} as const;
