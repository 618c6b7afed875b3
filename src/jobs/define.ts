/** What a job is: inert data, from which enqueueing, working and the operator's lists are derived. */
import type { z } from 'zod';

/** Separate queues keep a slow kind of work from delaying the others. */
export const queueNames = [
  'inbox',
  'delivery',
  'timeline',
  'fetch',
  'media',
  'moving',
  'maintenance',
] as const;
export type QueueName = (typeof queueNames)[number];

export interface JobDefinition<Name extends string, Payload> {
  name: Name;
  queue: QueueName;
  /** Ids and IRIs only: never keys, tokens or text. Parsed when enqueued and again when worked. */
  payload: z.ZodType<Payload>;
  /** Seconds to wait after the first, second … error; the last repeats. */
  retry: number[];
  /** Of several waiting jobs with one key, one is enough. */
  dedupe?: (payload: Payload) => string;
}

export function job<const Name extends string, Payload>(
  name: Name,
  definition: Omit<JobDefinition<Name, Payload>, 'name'>,
): JobDefinition<Name, Payload> {
  return { name, ...definition };
}

/** A job that failed this often is set aside for the operator. */
export const maxErrors = 10;
/** A job during which the process died this often is set aside too. */
export const maxCrashes = 5;
