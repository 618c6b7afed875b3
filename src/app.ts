/** Builds the web application: mounts the API, the pages and federation. It does not listen. */
import { Hono, type MiddlewareHandler } from 'hono';
import { mountApi } from './api/mount.ts';
import { oauth } from './api/oauth.ts';
import { describeApi } from './api/openapi.ts';
import { sections } from './api/routes.ts';
import { handleFederationRequest } from './federation/index.ts';
import { maxBodyBytes } from './federation/receive/receive.ts';
import { findInteractionPage } from './federation/resolve/resolve-actor.ts';
import { verifyGet } from './federation/verify/verify-get.ts';
import { bodyRules, refuseNul, takesBody } from './http/body.ts';
import { pictureHandler } from './http/media.ts';
import { countRequests, live, nameOfRequest, ready, traceRequests } from './http/monitoring.ts';
import { closeReceivedFiles } from './http/multipart.ts';
import { writeForReader } from './http/reader.ts';
import { followRequests } from './http/request-log.ts';
import type { ApiDocument } from './http/schema.ts';
import { clientAddressOf } from './http/serve.ts';
import { config } from './lib/config.ts';
import { isTracing } from './lib/tracing/tracing.ts';
import { adminPages } from './web/admin/index.ts';
import { assetFiles } from './web/assets.ts';
import { collectionPages } from './web/collections/index.ts';
import { portraits } from './web/components/art.ts';
import { errorPage, notFoundPage } from './web/components/page-handler.tsx';
import { entrancePages } from './web/entrance/index.ts';
import { keepSuspended } from './web/entrance/suspended.tsx';
import { answerRefusals } from './web/forms/refused-form.ts';
import { importAndExportPages } from './web/import-export/index.ts';
import { itemPages } from './web/items/index.ts';
import { peoplePages } from './web/people/index.ts';
import { settingsPages } from './web/settings/index.ts';
import { shoppingPages } from './web/shopping/index.ts';
import { sitePages } from './web/site/index.ts';
import { timelinePages } from './web/timelines/index.ts';
import { writePages } from './web/write/index.ts';

/** Answers what is federation, and leaves the rest to the pages. */
const answerServer: MiddlewareHandler = async (c, next) =>
  (await handleFederationRequest(c.req.raw, clientAddressOf(c))) ?? next();

export function createApp(): Hono {
  let built: ApiDocument | undefined;
  // Built on first use: it takes 100 ms and some megabytes, and most processes never need it.
  const document = () => (built ??= describeApi(sections));
  const app = new Hono();
  app.use(followRequests(nameOfRequest));
  if (isTracing()) app.use(traceRequests);
  if (config.metricsPort !== undefined) app.use(countRequests);
  // Mounted before the language and the session, which other servers do not use.
  for (const path of ['/inbox', '/users/:id/inbox'])
    app.post(path, takesBody({ from: 'anyone', maxBytes: maxBodyBytes }, answerServer));
  app.use(writeForReader);
  app.use(closeReceivedFiles);
  app.route('/', mountApi(sections, document));
  // The schemas of the API refuse NUL by themselves, with an error for each field.
  app.use(refuseNul);
  app.get('/livez', live);
  app.get('/readyz', ready);
  app.route('/', assetFiles);
  app.route('/', portraits);
  app.get('/media/:key/:size', pictureHandler(verifyGet));
  app.use(answerRefusals(app));
  app.use(keepSuspended);
  app.route('/', oauth);
  // Profile and item pages are also served as ActivityPub documents, by content negotiation.
  app.use('/:name{@.+}/*', answerServer);
  for (const pages of [
    entrancePages,
    sitePages(document),
    timelinePages,
    itemPages,
    writePages,
    peoplePages(findInteractionPage),
    collectionPages,
    shoppingPages,
    importAndExportPages,
    settingsPages,
    adminPages,
  ])
    app.route('/', pages);

  // Everything else is federation (inboxes, actors, objects, WebFinger, NodeInfo) or not found.
  app.notFound(async (c) => (await handleFederationRequest(c.req.raw, clientAddressOf(c))) ?? notFoundPage(c));
  app.onError((error, c) => errorPage(c, error));
  bodyRules(app);
  return app;
}
