/** Defines jobs as plain data, from which enqueueing, workers and operator lists are derived. */
import type { z } from 'zod';

/** Separate queues keep slow jobs from delaying the others. */
export const queueNames = [
  'inbox',
  'delivery',
  'timeline',
  'fetch',
  'upload',
  'media',
  'migration',
  'maintenance',
] as const;
export type QueueName = (typeof queueNames)[number];

export interface JobDefinition<Name extends string, Payload> {
  name: Name;
  queue: QueueName;
  /** Ids and IRIs only, never keys, tokens or text. Validated when enqueued and again when run. */
  payload: z.ZodType<Payload>;
  /** Seconds to wait after the first, second … error. The last value repeats. */
  retry: number[];
  /** Waiting jobs with the same key are merged into one. */
  dedupe?: (payload: Payload) => string;
  /** Short and frequent: new jobs may share a dispatch, so that the queue costs less than the work. */
  isBatched?: true;
}

export function job<const Name extends string, Payload>(
  name: Name,
  definition: Omit<JobDefinition<Name, Payload>, 'name'>,
): JobDefinition<Name, Payload> {
  return { name, ...definition };
}

/** A job is quarantined after this many errors. */
export const maxErrors = 10;
/** A job is quarantined after this many crashes of its process. */
export const maxCrashes = 5;
/** Or after this many, if the process or a child of it was killed for want of memory. */
export const maxMemoryKills = 2;
