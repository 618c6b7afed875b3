/** Turns errors into JSON responses of the form `{errors, code}`. */
import { isUnavailable } from '../db/errors.ts';
import { DomainError, type ErrorCode, type FieldErrors } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { log } from '../lib/log.ts';
import { baseHeaders, bearerChallenge, type Headers } from './headers.ts';

export const statusOf: Record<ErrorCode, number> = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
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

/** Seconds. */
const retryAfterSeconds = '5';

/** Adds the error's own headers to `headers`. */
export function errorResponse(error: unknown, headers: Headers = baseHeaders()): Response {
  const known = asDomainError(error);
  if (!known) {
    log.error({ err: error }, 'request failed');
    return errorBody(500, 'internal_error', { base: [t('errors.internal')] }, headers);
  }
  const { code } = known;
  if (challenge[code]) headers['WWW-Authenticate'] ??= challenge[code];
  if (code === 'unavailable') headers['Retry-After'] ??= retryAfterSeconds;
  return errorBody(statusOf[code], code, known.errors, headers);
}

export function asDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  return isUnavailable(error) ? new DomainError('unavailable', t('errors.unavailable')) : null;
}

function errorBody(status: number, code: string, errors: FieldErrors, headers: Headers): Response {
  headers['Content-Type'] = 'application/json';
  headers['Cache-Control'] = 'no-store';
  return new Response(JSON.stringify({ errors, code }), { status, headers });
}
