/** What the endpoints that apps call have in common: limits, headers, the form of errors (RFC 6749, section 5.2). */
import type { Context } from 'hono';
import { OAuthError, type OAuthErrorCode } from '../../domain/oauth/error.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { errorResponse } from '../errors.ts';
import { baseHeaders, type Headers } from '../headers.ts';
import { type Limit, requestLimit, takeOne } from '../limits.ts';
import { addressOf } from '../serve.ts';

export interface Endpoint {
  /** Of the answer when all went well. */
  status?: 200 | 201;
  limit?: Limit;
  /** What is wrong with a request that cannot be read. */
  unreadable?: OAuthErrorCode;
  /** Null answers without a body. */
  work(context: Context): Promise<object | null>;
}

export function endpoint({ status = 200, limit, unreadable = 'invalid_request', work }: Endpoint) {
  return async (context: Context): Promise<Response> => {
    const headers: Headers = { ...baseHeaders(), 'Cache-Control': 'no-store', Pragma: 'no-cache' };
    try {
      if (config.rateLimits) {
        if (limit) await takeOne(limit, addressOf(context), headers);
        await takeOne(requestLimit, addressOf(context), headers);
      }
      const answer = await work(context);
      return answer ? json(status, answer, headers) : new Response(null, { status, headers });
    } catch (error) {
      const refusal = asOAuthError(error, unreadable);
      return refusal ? refuse(refusal, headers) : errorResponse(error, headers);
    }
  };
}

function asOAuthError(error: unknown, unreadable: OAuthErrorCode): OAuthError | null {
  if (error instanceof OAuthError) return error;
  const isUnreadable =
    error instanceof DomainError &&
    ['malformed', 'unsupported_media_type', 'validation_failed'].includes(error.code);
  return isUnreadable ? new OAuthError(unreadable, error.message) : null;
}

/** `errors` and `code` are how the rest of the API says it. */
function refuse({ code, message }: OAuthError, headers: Headers): Response {
  if (code === 'invalid_client') headers['WWW-Authenticate'] = 'Basic realm="Potluck"';
  const description = message.replaceAll(/[^\x20-\x7e]|["\\]/g, '?');
  const body = { error: code, error_description: description, errors: { base: [description] }, code };
  return json(code === 'invalid_client' ? 401 : 400, body, headers);
}

export function json(status: number, body: object, headers: Headers): Response {
  headers['Content-Type'] = 'application/json';
  return new Response(JSON.stringify(body), { status, headers });
}
