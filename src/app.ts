/** The whole web application as one function from request to response; it never listens. */
import type { Hono } from 'hono';
import { routes } from './http/api/index.ts';
import { serveAsset } from './http/assets.ts';
import { errorResponse } from './http/errors.ts';
import { live, ready } from './http/health.ts';
import { mountApi } from './http/mount.ts';
import { nothingHere } from './http/serve.ts';

export function createApp(): Hono {
  const app = mountApi(routes);
  app.get('/livez', live);
  app.get('/readyz', ready);
  app.get('/assets/:name', ({ req }) => serveAsset(req.param('name')) ?? nothingHere());

  app.notFound(nothingHere);
  app.onError((error) => errorResponse(error));
  return app;
}
