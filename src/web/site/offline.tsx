/** Serves what works without a connection: the service worker, its page, and the list of a member's saved recipes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { listSavedRecipes } from '../../domain/collections/collections.ts';
import { type BrowserSession, findBrowserSession, formToken } from '../../http/browser-session.ts';
import { enforceRateLimit, requestLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { config } from '../../lib/config.ts';
import { reader, updateReader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { root } from '../../lib/paths.ts';
import { assetPaths } from '../assets.ts';
import { pathOf } from '../components/actions.tsx';
import { headTags } from '../components/layout.tsx';
import { orErrorPage, pageHandler, renderPage } from '../components/page-handler.tsx';

/** Recipes that a device keeps. */
const maxRecipes = 100;

const read = (name: string) => readFileSync(join(root, `src/web/assets/service-worker/${name}.js`), 'utf8');
/** One script, because not every browser runs service workers as modules. */
const source = ['keep', 'changes', 'answer']
  .map((name) =>
    read(name)
      .replaceAll(/^import .*?;$/gms, '')
      .replaceAll(/^export /gm, ''),
  )
  .join('');
const version = createHash('sha256')
  .update(JSON.stringify([source, assetPaths]))
  .digest('hex')
  .slice(0, 12);
/** Browsers install a service worker again when its text changes, so it names the version of all assets. */
const serviceWorker = source.replace("'development'", `'${version}'`);

export const offline = new Hono()
  .get('/sw.js', (c) =>
    c.body(serviceWorker, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      // A worker has a policy of its own.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    }),
  )
  .get(
    '/offline',
    // The same for everybody, because the service worker keeps it for everyone who uses the browser. The worker sends
    // no cookies, so it names the language.
    pageHandler(({ c }) => {
      updateReader({ language: c.req.query('lang') ?? null, timeZone: null });
      return renderPage(c, devicePage(), null);
    }),
  )
  .get(
    '/offline/recipes',
    forWorker(async (_, session) => {
      const recipes = session ? await listSavedRecipes(session.accountId, maxRecipes) : [];
      const pages = recipes
        .map((recipe) => ({ path: pathOf(recipe), version: recipe.changedAt.toISOString() }))
        .filter(({ path }) => path.startsWith('/@'));
      return { pages };
    }),
  )
  // What a device has kept is sent long after its page was loaded, in a session that may have begun since.
  .get(
    '/offline/session',
    forWorker(async (c, session) => ({ form_token: formToken(c, session) })),
  );

/** Answers the service worker, which compares the account with that of its copies. */
function forWorker(answer: (c: Context, session: BrowserSession | null) => Promise<object>) {
  return orErrorPage(async (c) => {
    const session = await findBrowserSession(c);
    await enforceRateLimit(requestLimit, session ? `member ${session.accountId}` : clientAddressOf(c));
    const body = { account: String(session?.accountId ?? 0), ...(await answer(c, session)) };
    return c.json(body, 200, { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
  });
}

function devicePage() {
  const title = t('offline.title');
  const body = (
    <>
      <h1>{title}</h1>
      <p id="device-list" hidden>
        <a class="button" href="/shopping-list">
          {t('site.shopping-list')}
        </a>
      </p>
      <p id="device-changes" hidden role="status" data-text={t('offline.changes', { count: '{count}' })} />
      <p>{t('offline.explanation')}</p>
      <ul id="device-recipes" class="device-recipes" data-cook={t('offline.start-cooking')} />
      <p id="device-empty" class="hint">
        {t('offline.empty')}
      </p>
    </>
  );
  const head = (
    <>
      {headTags({ title, canonical: `${config.baseUrl}/offline`, index: false })}
      <script type="module" src={assetPaths.offline} />
    </>
  );
  return {
    title,
    body,
    layout: { width: 'text' as const, head, isForAll: true },
    headers: { 'Content-Language': reader().language },
  };
}
