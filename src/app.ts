/** The whole web application as one function from request to response; it never listens. */
import type { Hono } from 'hono';
import { handle } from './federation/index.ts';
import { findInteractionPage } from './federation/resolve/subscribe.ts';
import { verifyGet } from './federation/verify-get.ts';
import { sections } from './http/api/index.ts';
import { serveAsset } from './http/assets.ts';
import { live, ready } from './http/health.ts';
import { mountApi } from './http/mount.ts';
import { oauth } from './http/oauth/index.ts';
import { describeApi } from './http/openapi/document.ts';
import { about } from './http/pages/about.ts';
import { act } from './http/pages/act.ts';
import { adminPages } from './http/pages/admin/index.ts';
import { collections } from './http/pages/collections.ts';
import { cook } from './http/pages/cook.ts';
import { cooked } from './http/pages/cooked.ts';
import { docsFor } from './http/pages/docs.ts';
import { noPage, problem } from './http/pages/errors.ts';
import { exporting } from './http/pages/export.ts';
import { feeds } from './http/pages/feeds.ts';
import { home } from './http/pages/home.ts';
import { importing } from './http/pages/import.ts';
import { interactFor } from './http/pages/interact.ts';
import { login } from './http/pages/login.ts';
import { logout } from './http/pages/logout.ts';
import { notifications } from './http/pages/notifications.ts';
import { oembed } from './http/pages/oembed.ts';
import { profile } from './http/pages/profile.ts';
import { recipe } from './http/pages/recipe.ts';
import { register } from './http/pages/register.ts';
import { robots } from './http/pages/robots.ts';
import { search } from './http/pages/search.ts';
import { settingsPages } from './http/pages/settings.ts';
import { setup } from './http/pages/setup.ts';
import { status } from './http/pages/status.ts';
import { tagged } from './http/pages/tag.ts';
import { timeline } from './http/pages/timeline.ts';
import { write } from './http/pages/write.ts';
import { picturesFor } from './http/pictures.ts';
import { nothingHere } from './http/serve.ts';

export function createApp(): Hono {
  const document = describeApi(sections);
  const app = mountApi(sections, document);
  app.get('/livez', live);
  app.get('/readyz', ready);
  app.get('/assets/:name', ({ req }) => serveAsset(req.param('name')) ?? nothingHere());
  app.get('/media/:key/:size', picturesFor(verifyGet));
  app.route('/', setup);
  app.route('/', docsFor(document));
  app.route('/', login);
  app.route('/', register);
  app.route('/', logout);
  app.route('/', oauth);
  for (const pages of [
    timeline,
    write,
    act,
    collections,
    notifications,
    search,
    ...settingsPages,
    importing,
    exporting,
  ])
    app.route('/', pages);
  for (const pages of adminPages) app.route('/', pages);
  app.route('/', interactFor(findInteractionPage));

  // Pages of people and items are objects for other servers, if they ask for these.
  app.use('/:name{@.+}/*', async ({ req }, next) => {
    const answer = await handle(req.raw);
    if (answer) return answer;
    return next();
  });
  for (const pages of [home, about, feeds, oembed, robots, tagged, profile, recipe, cook, cooked, status])
    app.route('/', pages);

  // Inboxes, actors, objects, WebFinger and NodeInfo; what is none of them is nothing.
  app.notFound(async (c) => (await handle(c.req.raw)) ?? noPage(c));
  app.onError((error, c) => problem(c, error));
  return app;
}
