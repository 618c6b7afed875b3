/** Names and traces requests by route, never by URL, which may contain names. */
import type { MiddlewareHandler } from 'hono';
import { asOperation } from '../lib/operation.ts';
import { traced } from '../lib/tracing/tracing.ts';
import { matchedRoute } from './metrics.ts';

export const nameRequests: MiddlewareHandler = (c, next) =>
  asOperation(() => `${c.req.method} ${matchedRoute(c)}`, next);

export const traceRequests: MiddlewareHandler = (c, next) => {
  const { method } = c.req;
  const route = matchedRoute(c);
  const attributes = { 'http.request.method': method, 'http.route': route };
  return traced({ name: `${method} ${route}`, kind: 'server', attributes }, async (note) => {
    await next();
    note({ 'http.response.status_code': c.res.status });
  });
};
