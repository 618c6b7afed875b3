/** Answers with errors, as the OpenAPI document declares them. */
import { z } from '@hono/zod-openapi';
import { isBusy, isDatabaseFull, isUnavailable } from '../db/errors.ts';
import { DomainError, type ErrorCode, type FieldErrors } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { log } from '../lib/log.ts';
import { noteFailure } from '../lib/operation.ts';
import { baseHeaders, bearerChallenge, type Headers } from './headers.ts';

// Turns errors into JSON responses of the form `{errors, code}`

export const statusOf: Record<ErrorCode, number> = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  request_in_progress: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  unavailable: 503,
};

const challenge: Partial<Record<ErrorCode, string>> = {
  unauthorized: bearerChallenge('error="invalid_token"'),
  insufficient_scope: bearerChallenge('error="insufficient_scope"'),
};

/** In seconds. */
export const retryAfter: Partial<Record<ErrorCode, string>> = { unavailable: '5', request_in_progress: '1' };

/** Adds the error's own headers to `headers`. */
export function errorResponse(error: unknown, headers: Headers = baseHeaders()): Response {
  if (!noteFailure(error) && !(error instanceof DomainError)) log.error({ err: error }, 'an answer failed');
  const known = asDomainError(error);
  if (!known) return errorBody(500, 'internal_error', { base: [t('errors.internal')] }, headers);
  const { code } = known;
  if (challenge[code]) headers['WWW-Authenticate'] ??= challenge[code];
  const seconds = retryAfter[code];
  if (seconds) headers['Retry-After'] ??= seconds;
  return errorBody(statusOf[code], code, known.errors, headers);
}

export function asDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (isDatabaseFull(error)) return new DomainError('unavailable', t('errors.no-space'));
  if (!isUnavailable(error)) return null;
  return new DomainError('unavailable', isBusy(error) ? t('errors.database-busy') : t('errors.database-unreachable'));
}

function errorBody(status: number, code: string, errors: FieldErrors, headers: Headers): Response {
  headers['Content-Type'] = 'application/json';
  headers['Cache-Control'] = 'no-store';
  return new Response(JSON.stringify({ errors, code }), { status, headers });
}

// Describes the error responses in the OpenAPI document, one per status code

export const errorsSchema = z
  .object({
    errors: z.record(z.string(), z.array(z.string())).openapi({
      description: 'Messages by field. `base` has the messages that belong to no field.',
    }),
    code: z.enum([...Object.keys(statusOf), 'internal_error'] as DocumentedCode[]),
  })
  .openapi('errors');

/** `internal_error` is a fault of the server, so nothing throws it. */
type DocumentedCode = ErrorCode | 'internal_error';

export interface DocumentedError {
  status: number;
  description: string;
  /** Headers beyond those that every response carries. */
  headers?: string[];
  examples: Partial<Record<DocumentedCode, FieldErrors>>;
}

export const documentedErrors = {
  malformed: {
    status: 400,
    description: 'The body is not valid JSON or is nested too deeply, or the idempotency key is not valid',
    examples: { malformed: { base: ['is not valid JSON in UTF-8'] } },
  },
  unauthorized: {
    status: 401,
    description: 'The access token is missing, invalid, revoked or expired',
    headers: ['WWW-Authenticate'],
    examples: { unauthorized: { base: ['the access token is invalid, revoked or expired'] } },
  },
  forbidden: {
    status: 403,
    description: 'The token lacks the required scope, or the caller may not do this',
    headers: ['WWW-Authenticate'],
    examples: {
      insufficient_scope: { base: ['the access token lacks the scope write'] },
      forbidden: { base: ['this belongs to another account'] },
    },
  },
  not_found: {
    status: 404,
    description: 'It does not exist, or the caller may not see it. Both look the same.',
    examples: { not_found: { base: ['not found'] } },
  },
  conflict: {
    status: 409,
    description:
      'It contradicts the present state, such as an idempotency key that was used for another request (`conflict`), or ' +
      'the first request with this key is still running (`request_in_progress`, with Retry-After)',
    headers: ['Retry-After'],
    examples: {
      conflict: { base: ['this key was used for another request'] },
      request_in_progress: { base: ['the first request with this key is still in progress'] },
    },
  },
  too_large: {
    status: 413,
    description: 'The body is too large',
    examples: { too_large: { base: ['must be at most 1 MiB'] } },
  },
  unsupported_media_type: {
    status: 415,
    description: 'The body has an unsupported content type, or is compressed',
    examples: { unsupported_media_type: { base: ['must be application/json, not compressed'] } },
  },
  validation_failed: {
    status: 422,
    description: 'A field is not valid',
    examples: {
      validation_failed: { name: ["can't be blank"], 'ingredients[0].name': ['is too long'] },
    },
  },
  rate_limited: {
    status: 429,
    description: 'Too many requests',
    headers: ['Retry-After'],
    examples: { rate_limited: { base: ['too many requests, try again in 30 s'] } },
  },
  internal_error: {
    status: 500,
    description: 'A fault of the server. Its log has the `X-Request-Id` of this response.',
    examples: { internal_error: { base: ['internal error'] } },
  },
  unavailable: {
    status: 503,
    description: 'The server is temporarily unavailable',
    headers: ['Retry-After'],
    examples: { unavailable: { base: ['is temporarily unavailable, try again soon'] } },
  },
} satisfies Record<string, DocumentedError>;
export type DocumentedErrorName = keyof typeof documentedErrors;
