/** Lists the OAuth 2.1 endpoints and metadata documents. */
import { Hono } from 'hono';
import { errorResponse } from '../../http/errors.ts';
import { baseHeaders, preflight } from '../../http/headers.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import { type Endpoint, endpoint, json } from './oauth-endpoint.ts';
import { register } from './register.ts';
import { introspect, revoke, token } from './token.ts';

/** Every registration is stored, so registrations are limited. */
const registrationLimit: RateLimit = { name: 'register', quota: 60, windowSeconds: 1_800 };

const posts: Record<string, Endpoint> = {
  '/oauth/register': {
    status: 201,
    rateLimit: registrationLimit,
    unreadableCode: 'invalid_client_metadata',
    handler: register,
  },
  '/oauth/token': { handler: token },
  '/oauth/revoke': { handler: revoke },
  '/oauth/introspect': { handler: introspect },
};

const documents: Record<string, object> = {
  '/.well-known/oauth-authorization-server': authorizationServer,
  '/.well-known/oauth-protected-resource': protectedResource,
};

export const oauth = new Hono();

for (const [path, declared] of Object.entries(posts)) {
  oauth.post(path, endpoint(declared)).all(path, methodNotAllowed(['POST', 'OPTIONS']));
}
for (const [path, document] of Object.entries(documents)) {
  const serveDocument = () =>
    json(200, document, { ...baseHeaders(), 'Cache-Control': 'public, max-age=300' });
  oauth.get(path, serveDocument).all(path, methodNotAllowed(['GET', 'HEAD', 'OPTIONS']));
}

/** Also responds to CORS preflight requests. */
function methodNotAllowed(methods: string[]) {
  return ({ req }: { req: { method: string } }) => {
    if (req.method === 'OPTIONS') return preflight(methods);
    const headers = { ...baseHeaders(), Allow: methods.join(', ') };
    return errorResponse(new DomainError('method_not_allowed', t('errors.method-not-allowed')), headers);
  };
}
