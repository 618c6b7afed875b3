/** Puts the declared operations under /api/v1, with their OpenAPI document and the answers for everything else there. */
import { Hono } from 'hono';
import { DomainError } from '../lib/errors.ts';
import { errorResponse } from './errors.ts';
import { baseHeaders, preflight } from './headers.ts';
import { prefix, type Section } from './openapi/document.ts';
import type { ApiDocument } from './openapi/types.ts';
import { checkDeclaration, methods, type Route } from './route.ts';
import { serve } from './serve.ts';

/** Throws for a route that does not declare who may use it. */
export function mountApi(sections: Section[], document: ApiDocument): Hono {
  const api = new Hono();
  for (const route of sections.flatMap(({ routes }) => routes).toSorted(literalFirst)) {
    checkDeclaration(route);
    api.on(route.method.toUpperCase(), routerPath(route.path), (context) => serve(route, context));
  }

  const text = JSON.stringify(document);
  api.get('/openapi.json', () => {
    const headers = {
      ...baseHeaders(),
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=300',
    };
    return new Response(text, { headers });
  });

  const isMounted = (method: string, path: string) => api.router.match(method, path)[0].length > 0;
  const mounted = new Hono();
  mounted.route(prefix, api);
  mounted.all(`${prefix}/*`, ({ req }) => {
    const allowed = methods
      .map((name) => name.toUpperCase())
      .filter((name) => isMounted(name, req.path.slice(prefix.length)));
    if (allowed.length === 0) return errorResponse(new DomainError('not_found', 'not found'));
    if (allowed.includes('GET')) allowed.push('HEAD');
    allowed.push('OPTIONS');
    if (req.method === 'OPTIONS') return preflight(allowed);
    return errorResponse(new DomainError('method_not_allowed', 'is not done here'), {
      ...baseHeaders(),
      Allow: allowed.join(', '),
    });
  });
  return mounted;
}

const routerPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** `/accounts/relationships` before `/accounts/{id_or_username}`: the first that fits is taken. */
function literalFirst(one: Route, other: Route): number {
  const weight = ({ path }: Route) =>
    path
      .split('/')
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join('');
  return weight(one).localeCompare(weight(other));
}
