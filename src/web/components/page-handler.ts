/** Turns functions that return page content into request handlers, with error pages and ETags. */
import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { anonymous, type Viewer } from '../../domain/accounts/account.ts';
import { type BrowserSession, findBrowserSession, viewerOfSession } from '../../http/browser-session.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf, matchesETag } from '../../http/serve.ts';
import { errorPage } from './error-page.ts';
import { type Html, type PageLayout, page, pageHeaders } from './layout.ts';
import { takeNotice } from './notice.ts';

/** A request for a page, with the visitor's session. */
export interface Visitor {
  c: Context;
  session: BrowserSession | null;
  /** Decides which items are visible. */
  viewer: Viewer;
}

export interface PageContent {
  title: string;
  body: Html;
  layout?: Omit<PageLayout, 'session' | 'notice'>;
  headers?: Record<string, string>;
  /** Defaults to 200. */
  status?: 422;
}

/** Every page computes something. A school or a village behind one address stays below the first. */
const visitorLimit: RateLimit = { name: 'pages', quota: 600, windowSeconds: 300 };
const memberLimit: RateLimit = { name: 'member-pages', quota: 1_500, windowSeconds: 300 };

/** Errors become error pages. */
export const pageHandler =
  (getContent: (visitor: Visitor) => Promise<PageContent | Response>, findSession = findBrowserSession) =>
  async (c: Context): Promise<Response> => {
    const headers: Record<string, string> = {};
    try {
      const session = await findSession(c);
      if (session) await enforceRateLimit(memberLimit, `member ${session.accountId}`, headers);
      else await enforceRateLimit(visitorLimit, clientAddressOf(c), headers);
      const viewer = session ? viewerOfSession(session) : anonymous;
      const content = await getContent({ c, session, viewer });
      return content instanceof Response ? content : await renderPage(c, content, session);
    } catch (error) {
      return errorPage(c, error, headers);
    }
  };

/** Tells the service worker whose page this is, so that it never shows it to another account. */
export const accountHeader = (session: BrowserSession | null) => ({
  'Potluck-Account': String(session?.accountId ?? 0),
});

/** Pages of members are never cached. Visitors with the same language and time zone get the same page, which is cached by ETag. */
export async function renderPage(c: Context, content: PageContent, session: BrowserSession | null): Promise<Response> {
  const notice = takeNotice(c, session);
  const text = String(await page(content.title, content.body, { ...content.layout, session, notice }));
  const headers = {
    ...pageHeaders,
    ...accountHeader(session),
    Vary: 'Accept, Accept-Language, Cookie',
    ...content.headers,
  };
  // c.body() keeps the cookies that were set on the context.
  if (session || content.status) return c.body(text, content.status ?? 200, headers);

  const etag = `W/"${hash('sha1', text, 'base64url')}"`;
  const cacheable = { ...headers, 'cache-control': 'no-cache', ETag: etag };
  const ifNoneMatch = c.req.header('if-none-match');
  if (ifNoneMatch && matchesETag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers: cacheable });
  return new Response(text, { headers: cacheable });
}
