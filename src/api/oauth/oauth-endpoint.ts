/** Wraps OAuth endpoints with rate limits, headers and error responses (RFC 6749 §5.2). */
import type { Context } from 'hono';
import { OAuthError, type OAuthErrorCode } from '../../domain/access/oauth/error.ts';
import { takesBody } from '../../http/body-rules.ts';
import { errorResponse } from '../../http/errors.ts';
import { maxSmallFormBytes } from '../../http/form-body.ts';
import { baseHeaders, type Headers } from '../../http/headers.ts';
import { enforceRateLimit, type RateLimit, requestLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { DomainError } from '../../lib/errors.ts';

export interface Endpoint {
  /** Status of a successful response. Defaults to 200. */
  status?: 200 | 201;
  /** Counted in addition to the general request limit. */
  rateLimit?: RateLimit;
  /** Error code for a request that cannot be parsed. Defaults to invalid_request. */
  unreadableCode?: OAuthErrorCode;
  /** Null means a response without a body. */
  handler(context: Context): Promise<object | null>;
}

export function endpoint({ status = 200, rateLimit, unreadableCode = 'invalid_request', handler }: Endpoint) {
  return takesBody({ from: 'anyone', maxBytes: maxSmallFormBytes }, async (context: Context) => {
    const headers: Headers = { ...baseHeaders(), 'Cache-Control': 'no-store', Pragma: 'no-cache' };
    try {
      if (rateLimit) await enforceRateLimit(rateLimit, clientAddressOf(context), headers);
      await enforceRateLimit(requestLimit, clientAddressOf(context), headers);
      const body = await handler(context);
      return body ? json(status, body, headers) : new Response(null, { status, headers });
    } catch (error) {
      const oauthError = asOAuthError(error, unreadableCode);
      return oauthError ? oauthErrorResponse(oauthError, headers) : errorResponse(error, headers);
    }
  });
}

function asOAuthError(error: unknown, unreadableCode: OAuthErrorCode): OAuthError | null {
  if (error instanceof OAuthError) return error;
  const isUnreadable =
    error instanceof DomainError &&
    ['malformed', 'unsupported_media_type', 'validation_failed'].includes(error.code);
  return isUnreadable ? new OAuthError(unreadableCode, error.message) : null;
}

/** Adds `errors` and `code`, as in the rest of the API. */
function oauthErrorResponse({ code, message }: OAuthError, headers: Headers): Response {
  if (code === 'invalid_client') headers['WWW-Authenticate'] = 'Basic realm="Potluck"';
  const description = message.replaceAll(/[^\x20-\x7e]|["\\]/g, '?');
  const body = { error: code, error_description: description, errors: { base: [description] }, code };
  return json(code === 'invalid_client' ? 401 : 400, body, headers);
}

export function json(status: number, body: object, headers: Headers): Response {
  headers['Content-Type'] = 'application/json';
  return new Response(JSON.stringify(body), { status, headers });
}
