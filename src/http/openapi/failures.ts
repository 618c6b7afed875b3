/** What can go wrong with a request, as the document tells it: one answer for each status. */
import { z } from '@hono/zod-openapi';
import type { ErrorCode, FieldErrors } from '../../lib/errors.ts';
import { statusOf } from '../errors.ts';

export const errorsShape = z
  .object({
    errors: z.record(z.string(), z.array(z.string())).openapi({
      description: 'Messages by field; under `base` what belongs to none',
    }),
    code: z.enum(Object.keys(statusOf) as ErrorCode[]),
  })
  .openapi('errors');

export interface Failure {
  status: number;
  means: string;
  /** Names of headers that it carries beside those of every answer. */
  headers?: string[];
  examples: Partial<Record<ErrorCode, FieldErrors>>;
}

export const failureOf = {
  malformed: {
    status: 400,
    means: 'The body is not JSON, or nested too deep; or the idempotency key is no key',
    examples: { malformed: { base: ['is not valid JSON in UTF-8'] } },
  },
  unauthorized: {
    status: 401,
    means: 'The access token is missing, wrong, revoked or expired',
    headers: ['WWW-Authenticate'],
    examples: { unauthorized: { base: ['the access token is wrong, revoked or expired'] } },
  },
  forbidden: {
    status: 403,
    means: 'The token lacks the scope, or it is not yours to do',
    headers: ['WWW-Authenticate'],
    examples: {
      insufficient_scope: { base: ['the access token lacks the scope write'] },
      forbidden: { base: ['this belongs to somebody else'] },
    },
  },
  not_found: {
    status: 404,
    means: 'Missing, or not for you to see: the two look the same',
    examples: { not_found: { base: ['not found'] } },
  },
  conflict: {
    status: 409,
    means: 'The idempotency key was used for another request, or its first request is still at work',
    examples: { conflict: { base: ['this key was used for another request'] } },
  },
  too_large: {
    status: 413,
    means: 'The body is too large',
    examples: { too_large: { base: ['is larger than 1048576 bytes'] } },
  },
  unsupported_media_type: {
    status: 415,
    means: 'The body is of another type than told here, or compressed',
    examples: { unsupported_media_type: { base: ['must be application/json, not compressed'] } },
  },
  validation_failed: {
    status: 422,
    means: 'A field is not valid',
    examples: {
      validation_failed: { name: ["can't be blank"], 'ingredients[0].name': ['is too long'] },
    },
  },
  rate_limited: {
    status: 429,
    means: 'Too many requests for now',
    headers: ['Retry-After'],
    examples: { rate_limited: { base: ['too many requests, try again in 30 s'] } },
  },
  unavailable: {
    status: 503,
    means: 'Out of order for a moment',
    headers: ['Retry-After'],
    examples: { unavailable: { base: ['is out of reach, try again soon'] } },
  },
} satisfies Record<string, Failure>;
export type FailureName = keyof typeof failureOf;
