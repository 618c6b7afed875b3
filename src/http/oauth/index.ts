/** Every path of OAuth 2.1, and what answers there. */
import { Hono } from 'hono';
import { DomainError } from '../../lib/errors.ts';
import { errorResponse } from '../errors.ts';
import { baseHeaders, preflight } from '../headers.ts';
import type { Limit } from '../limits.ts';
import { authorize, decide } from './authorize.ts';
import { type Endpoint, endpoint, json } from './endpoint.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import { register } from './register.ts';
import { introspect, revoke, token } from './token.ts';

/** Whoever registers apps makes us remember them. */
const registrationLimit: Limit = { name: 'register', quota: 60, window: 1_800 };

const posts: Record<string, Endpoint> = {
  '/oauth/register': {
    status: 201,
    limit: registrationLimit,
    unreadable: 'invalid_client_metadata',
    work: register,
  },
  '/oauth/token': { work: token },
  '/oauth/revoke': { work: revoke },
  '/oauth/introspect': { work: introspect },
};

const documents: Record<string, object> = {
  '/.well-known/oauth-authorization-server': authorizationServer,
  '/.well-known/oauth-protected-resource': protectedResource,
};

export const oauth = new Hono().get('/oauth/authorize', authorize).post('/oauth/authorize', decide);

for (const [path, declared] of Object.entries(posts)) {
  oauth.post(path, endpoint(declared)).all(path, otherwise(['POST', 'OPTIONS']));
}
for (const [path, document] of Object.entries(documents)) {
  const show = () => json(200, document, { ...baseHeaders(), 'Cache-Control': 'public, max-age=300' });
  oauth.get(path, show).all(path, otherwise(['GET', 'HEAD', 'OPTIONS']));
}

/** Apps in browsers ask first whether they may. */
function otherwise(methods: string[]) {
  return ({ req }: { req: { method: string } }) => {
    if (req.method === 'OPTIONS') return preflight(methods);
    const headers = { ...baseHeaders(), Allow: methods.join(', ') };
    return errorResponse(new DomainError('method_not_allowed', 'is not done here'), headers);
  };
}
