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
import { clientAddressOf, notFoundResponse } from './http/serve.ts';
import { config } from './lib/config.ts';
import { isTracing } from './lib/tracing/tracing.ts';
import { about } from './web/about.tsx';
import { accent } from './web/accent.ts';
import { actions } from './web/actions.ts';
import { adminPages } from './web/admin/index.ts';
import { portraits } from './web/art.ts';
import { serveAsset } from './web/assets.ts';
import { atHand } from './web/at-hand.tsx';
import { authorize } from './web/authorize.ts';
import { blockForm } from './web/block.tsx';
import { collectionEdit } from './web/collections/edit.tsx';
import { embed } from './web/collections/embed.tsx';
import { collectionFollows, collectionPage } from './web/collections/show.tsx';
import { collections } from './web/collections.tsx';
import { errorPage, notFoundPage } from './web/components/page-handler.tsx';
import { confirmEmailPages } from './web/confirm-email.tsx';
import { cookMode } from './web/cook-mode.tsx';
import { cookedItem } from './web/cooked-item.tsx';
import { docsFor } from './web/docs.tsx';
import { explore } from './web/explore.tsx';
import { exportPage } from './web/export.tsx';
import { feeds } from './web/feeds.ts';
import { forgotPassword } from './web/forgot-password.tsx';
import { frontPage } from './web/front-page.tsx';
import { homeTimelinePage } from './web/home-timeline.tsx';
import { importPage } from './web/import.tsx';
import { intents } from './web/intents.tsx';
import { language } from './web/language.tsx';
import { login, logout } from './web/login.tsx';
import { manifest } from './web/manifest.ts';
import { muteForm } from './web/mute.tsx';
import { notifications } from './web/notifications.tsx';
import { oembed } from './web/oembed.ts';
import { offline } from './web/offline.tsx';
import { passkeyLogIn } from './web/passkey-log-in.tsx';
import { profile } from './web/profile.tsx';
import { privateNoteForm, recipe } from './web/recipe.tsx';
import { recipeFiles } from './web/recipe-files.ts';
import { recipeForks } from './web/recipe-forks.tsx';
import { recipeHistory } from './web/recipe-history.tsx';
import { answerRefusals } from './web/refused-form.ts';
import { register } from './web/register.tsx';
import { remoteInteraction } from './web/remote-interaction.tsx';
import { reportForm } from './web/report.tsx';
import { reviews } from './web/reviews.tsx';
import { search } from './web/search.tsx';
import { secondFactor } from './web/second-factor.tsx';
import { settingsPages } from './web/settings/index.ts';
import { setup } from './web/setup.tsx';
import { sharePictures } from './web/share-picture.tsx';
import { sharedList } from './web/shared-list.tsx';
import { shoppingListPage } from './web/shopping-list.tsx';
import { robots, sitemap } from './web/sitemap.ts';
import { status } from './web/status.tsx';
import { keepSuspended, suspended } from './web/suspended.tsx';
import { tagged } from './web/tag.tsx';
import { timelines } from './web/timelines.tsx';
import { units } from './web/units.ts';
import { unsubscribe } from './web/unsubscribe.tsx';
import { welcome } from './web/welcome.tsx';
import { write } from './web/write.tsx';

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
  app.get('/assets/:name', async ({ req }) => {
    const asset = await serveAsset(req.param('name'), req.header('accept-encoding'));
    return asset ?? notFoundResponse();
  });
  app.route('/', portraits);
  app.route('/', accent);
  app.get('/media/:key/:size', pictureHandler(verifyGet));
  app.use(answerRefusals(app));
  app.use(keepSuspended);
  app.route('/', suspended);
  app.route('/', setup);
  app.route('/', docsFor(document));
  app.route('/', login);
  app.route('/', secondFactor);
  app.route('/', passkeyLogIn);
  app.route('/', register);
  app.route('/', forgotPassword);
  app.route('/', confirmEmailPages);
  app.route('/', unsubscribe);
  app.route('/', logout);
  app.route('/', authorize);
  app.route('/', oauth);
  for (const pages of [
    homeTimelinePage,
    welcome,
    write,
    actions,
    collections,
    collectionEdit,
    collectionFollows,
    privateNoteForm,
    shoppingListPage,
    sharedList,
    sharePictures,
    notifications,
    muteForm,
    blockForm,
    reportForm,
    search,
    atHand,
    ...settingsPages,
    importPage,
    exportPage,
    intents,
    language,
    units,
  ])
    app.route('/', pages);
  for (const pages of adminPages) app.route('/', pages);
  app.route('/', remoteInteraction(findInteractionPage));

  // Profile and item pages are also served as ActivityPub documents, by content negotiation.
  app.use('/:name{@.+}/*', answerServer);
  for (const pages of [
    frontPage,
    about,
    feeds,
    oembed,
    robots,
    sitemap,
    manifest,
    offline,
    tagged,
    explore,
    timelines,
    profile,
    collectionPage,
    recipeFiles,
    embed,
    recipe,
    reviews,
    recipeHistory,
    recipeForks,
    cookMode,
    cookedItem,
    status,
  ])
    app.route('/', pages);

  // Everything else is federation (inboxes, actors, objects, WebFinger, NodeInfo) or not found.
  app.notFound(async (c) => (await handleFederationRequest(c.req.raw, clientAddressOf(c))) ?? notFoundPage(c));
  app.onError((error, c) => errorPage(c, error));
  bodyRules(app);
  return app;
}
