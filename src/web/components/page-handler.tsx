/** Turns functions that return page content into request handlers, with error pages and ETags. */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { anonymous, type Viewer } from '../../domain/accounts/account.ts';
import { undoSeconds } from '../../domain/items/delete.ts';
import {
  type BrowserSession,
  findBrowserSession,
  isBrowserOfMember,
  isNavigation,
  sessionOf,
  setNoticeCookie,
  takeNoticeCookie,
  viewerOfSession,
} from '../../http/browser-session.ts';
import { asDomainError, errorResponse, statusOf } from '../../http/errors.ts';
import { baseHeaders } from '../../http/headers.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf, matchesETag } from '../../http/serve.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from './elements.tsx';
import { errorsInWords, PostForm } from './fields.tsx';
import { type Html, type PageLayout, page, pageHeaders } from './layout.tsx';
import { richText } from './texts.tsx';

// Error pages for browsers. Other clients get the error as JSON

/** The other codes share a text. */
const codesWithText = ['not_found', 'gone', 'forbidden', 'rate_limited', 'unavailable'] as const;

/** True for browsers, which accept HTML. */
const acceptsHtml = (c: Context) => /text\/html|xhtml/.test(c.req.header('accept') ?? '');

export async function errorPage(c: Context, error: unknown, headers: Record<string, string> = {}): Promise<Response> {
  // Also logs unexpected errors.
  const plain = errorResponse(error, { ...baseHeaders(), ...headers });
  if (!acceptsHtml(c)) return plain;

  const known = asDomainError(error);
  const code = known?.code ?? null;
  const text = code === null ? 'internal' : (codesWithText.find((each) => each === code) ?? 'other');
  const title = t(`error-page.title-${text}`);
  const isForm = c.req.method === 'POST';
  const hasDetails = code === 'validation_failed' || code === 'conflict' || (code === 'forbidden' && isForm);
  const details = hasDetails ? Object.values(errorsInWords(known!.errors)).flat().join(' ') : '';
  const own = text === 'not_found' && sessionOf(c) ? 'not_found-member' : text;
  const message = details || t(`error-page.text-${own}`);
  const form = isForm ? referringPath(c.req.header('referer')) : null;

  const body = await page(
    title,
    <>
      <h1>{title}</h1>
      {isForm ? <Note kind="bad">{message}</Note> : <p>{message}</p>}
      <p class="choices">
        {form ? (
          <a class="button" href={form}>
            {t('form-error.back')}
          </a>
        ) : null}
        <a class="button quiet" href="/">
          {t('error-page.to-front-page')}
        </a>
      </p>
    </>,
    { session: sessionOf(c), isForAll: code === 'unavailable' && sessionOf(c) === null && isBrowserOfMember(c) },
  );
  const retry = plain.headers.get('Retry-After');
  return new Response(String(body), {
    status: code === null ? 500 : statusOf[code],
    headers: {
      ...pageHeaders,
      Vary: 'Accept, Accept-Language, Cookie',
      ...(retry && { 'Retry-After': retry }),
      ...headers,
    },
  });
}

/** Errors become error pages. */
export const orErrorPage =
  (answer: (c: Context) => Response | Promise<Response>) =>
  async (c: Context): Promise<Response> => {
    try {
      return await answer(c);
    } catch (error) {
      return errorPage(c, error);
    }
  };

/** Responds to unknown paths. */
export async function notFoundPage(c: Context): Promise<Response> {
  // A member keeps the header and is not asked to log in. Without a database this is still an unknown path.
  if (acceptsHtml(c)) await findBrowserSession(c).catch(() => null);
  return errorPage(c, notFound());
}

// Confirms what a form did, on the page that the member sees next

/** Pages show only these texts, so nothing that a cookie contains is shown. */
const names = [
  'published',
  'draft-saved',
  'changes-saved',
  'unpublished',
  'deleted',
  'restored',
  'undo-too-late',
  'collections-changed',
  'collection-created',
  'collection-deleted',
  'blocked',
  'unblocked',
  'muted',
  'unmuted',
  'boosts-hidden',
  'boosts-shown',
  'thread-muted',
  'thread-unmuted',
  'server-blocked',
  'server-unblocked',
  'follower-accepted',
  'request-rejected',
  'follower-removed',
  'quote-removed',
  'pinned',
  'unpinned',
] as const;

export type NoticeName = (typeof names)[number];

/** The next page confirms the action. `id` is the item or account that it is about. */
export function setNotice(c: Context, name: NoticeName, id: number | null = null): void {
  setNoticeCookie(c, name, id);
}

/** The texts and forms of actions that can be undone at once. */
const undoable: Partial<Record<NoticeName, { text: () => string; action: (id: number) => string }>> = {
  deleted: {
    text: () => t('notices.deleted-with-undo', { seconds: undoSeconds }),
    action: (id) => `/items/${id}/restore`,
  },
  blocked: { text: () => t('notices.blocked'), action: (id) => `/accounts/${id}/unblock` },
};

/** Renders the notice that the last form left, once. A page that a script loads leaves it for the next one. */
function takeNotice(c: Context, session: BrowserSession | null): Html | '' {
  if (!session || !isNavigation(c)) return '';
  const notice = takeNoticeCookie(c);
  const name = names.find((each) => each === notice?.name);
  if (!notice || !name) return '';
  const undo = notice.id === null ? undefined : undoable[name];
  if (!undo) return <Note kind="good">{t(`notices.${name}`)}</Note>;
  const { pathname, search } = new URL(c.req.url);
  return (
    <Note kind="good">
      {undo.text()}
      <PostForm
        visitor={{ c, session }}
        class="undo"
        action={undo.action(notice.id!)}
        fields={{ back: pathname + search }}
      >
        <button class="small">{t('actions.undo')}</button>
      </PostForm>
    </Note>
  );
}

// Turns functions that return page content into request handlers, with error pages and ETags

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

/**
 * Pages of members are never cached. Visitors with the same language and time zone get the same page, which is cached
 * by ETag.
 */
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

// Shows the progress of a job on a page that refreshes itself

const refreshSeconds = 4;

interface Progress {
  /** Describes what is counted. */
  label: string;
  done: number;
  total: number;
}

/** The reader can pause the refresh with `?paused` (WCAG 2.2.2). */
export function progressPanel(c: Context, { label, done, total }: Progress) {
  const { pathname } = new URL(c.req.url);
  const isPaused = c.req.query('paused') !== undefined;
  const bar = total > 0 ? <progress max={total} value={done} aria-label={label} /> : <progress aria-label={label} />;
  const body = (
    <div class="panel">
      <p role="status">{t(total > 0 ? 'progress.of-total' : 'progress.so-far', { label, done, total })}</p>
      {bar}
      <p class="hint">
        {richText(isPaused ? 'progress.paused' : 'progress.updating', {
          link: (text) => <a href={isPaused ? pathname : `${pathname}?paused`}>{text}</a>,
        })}
      </p>
      <p class="hint">{t('progress.may-leave')}</p>
    </div>
  );
  const headers: PageContent['headers'] = isPaused ? {} : { Refresh: String(refreshSeconds) };
  return { body, headers };
}

/** The pages of an area as one application. Where several match a path, the first one answers. */
export function joinPages(...apps: Hono[]): Hono {
  const joined = new Hono();
  for (const app of apps) joined.route('/', app);
  return joined;
}

// Checks redirect targets, to prevent open redirects

/**
 * Resolves a path to an absolute URL on this server. Returns null for other URLs, such as `//evil.example`.
 * Redirect to the URL, not to its path: `/..//evil.example` resolves to a path that starts with two slashes.
 */
export function localPageUrl(next: string | null | undefined): string | null {
  if (!next?.startsWith('/')) return null;
  const url = URL.parse(next, config.baseUrl);
  return url?.origin === config.baseUrl && !url.username ? url.href : null;
}

/** The path of the page of this server from which a request was sent, of its `Referer`. Null for another one. */
export function referringPath(referrer: string | undefined): string | null {
  const url = URL.parse(referrer ?? '');
  return url?.origin === config.baseUrl ? url.pathname + url.search : null;
}
