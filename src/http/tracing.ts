/** Wraps the application's fetch handler in trace spans named by route, never by URL, which may contain names. */
import type { Hono } from 'hono';
import { traced } from '../lib/tracing/tracing.ts';
import { routeOf } from './metrics.ts';

export function withTracing(app: Hono, fetch: Hono['fetch']): Hono['fetch'] {
  return (request, ...rest) => {
    const { method } = request;
    const route = routeOf(app, method, new URL(request.url).pathname);
    const attributes = { 'http.request.method': method, 'http.route': route };
    return traced({ name: `${method} ${route}`, kind: 'server', attributes }, async (note) => {
      const response = await fetch(request, ...rest);
      note({ 'http.response.status_code': response.status });
      return response;
    });
  };
}
