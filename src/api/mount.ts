/** Mounts the API routes and the OpenAPI document under /api/v1. */
import { type Context, Hono } from 'hono';
import { takesBody } from '../http/body.ts';
import { errorResponse } from '../http/errors.ts';
import { baseHeaders, preflight } from '../http/headers.ts';
import { checkDeclaration, methods, type Route } from '../http/route.ts';
import type { ApiDocument } from '../http/schema.ts';
import { bodyRuleOf, serve } from '../http/serve.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { prefix, type Section } from './openapi.ts';

/** Builds the document only when it is asked for. Throws for a route whose declaration is incomplete. */
export function mountApi(sections: Section[], document: () => ApiDocument): Hono {
  const api = new Hono();
  for (const route of sections.flatMap(({ routes }) => routes).toSorted(literalFirst)) {
    checkDeclaration(route);
    const handler = takesBody(bodyRuleOf(route), (context: Context) => serve(route, context));
    api.on(route.method.toUpperCase(), routerPath(route.path), handler);
  }

  // The text is kept: writing it takes milliseconds, and the document is outside the rate limits.
  let text: string | undefined;
  api.get('/openapi.json', () => {
    text ??= JSON.stringify(document());
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
    if (allowed.length === 0) return errorResponse(new DomainError('not_found', t('errors.not-found')));
    if (allowed.includes('GET')) allowed.push('HEAD');
    allowed.push('OPTIONS');
    if (req.method === 'OPTIONS') return preflight(allowed);
    return errorResponse(new DomainError('method_not_allowed', t('errors.method-not-allowed')), {
      ...baseHeaders(),
      Allow: allowed.join(', '),
    });
  });
  return mounted;
}

const routerPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Sorts `/accounts/relationships` before `/accounts/{id_or_username}`, because the first match wins. */
function literalFirst(one: Route, other: Route): number {
  const weight = ({ path }: Route) =>
    path
      .split('/')
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join('');
  return weight(one).localeCompare(weight(other));
}
