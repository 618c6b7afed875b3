/** The whole web application as one function from request to response; it never listens. */
import type { Hono } from 'hono';
import { receive } from './federation/gate.ts';
import { handle } from './federation/index.ts';
import { verifyGet } from './federation/verify-get.ts';
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

  app.post('/inbox', ({ req }) => receive(req.raw, null));
  app.post('/users/:id{[1-9][0-9]{0,15}}/inbox', ({ req }) => receive(req.raw, Number(req.param('id'))));
  // Actors, objects, collections, WebFinger and NodeInfo share addresses with pages; what is none of them is nothing.
  app.notFound(async ({ req }) => (await handle(req.raw, verifyGet)) ?? nothingHere());

  app.onError((error) => errorResponse(error));
  return app;
}
