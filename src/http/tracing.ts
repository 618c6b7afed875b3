/** The same application, whose requests are traced: by their routes, never by their addresses, in which there are names. */
import type { Hono } from 'hono';
import { traced } from '../lib/tracing.ts';
import { routeOf } from './metrics.ts';

export function tracing(app: Hono, answer: Hono['fetch']): Hono['fetch'] {
  return (request, ...rest) => {
    const { method } = request;
    const route = routeOf(app, method, new URL(request.url).pathname);
    const attributes = { 'http.request.method': method, 'http.route': route };
    return traced({ name: `${method} ${route}`, kind: 'server', attributes }, async (note) => {
      const response = await answer(request, ...rest);
      note({ 'http.response.status_code': response.status });
      return response;
    });
  };
}
