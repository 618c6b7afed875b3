/** Answers every form that is refused with its own page: what was entered, and what is wrong, beside the field. */
import type { Context, MiddlewareHandler } from 'hono';
import { asDomainError, statusOf } from '../http/errors.ts';
import { DomainError, type ErrorCode, type FieldErrors } from '../lib/errors.ts';
import { escapeHtml } from '../lib/html/html.ts';
import { t } from '../lib/language/text.ts';
import { noteFailure } from '../lib/operation.ts';
import { NoSpace } from '../lib/storage/disk-space.ts';
import { errorsInWords } from './components/error-words.ts';
import { errorPage } from './components/page-handler.tsx';
import { fillForm, markRefusal } from './form-html.ts';
import { isInPlace } from './in-place.ts';
import { localPageUrl, referringPath } from './local-url.ts';

interface Pages {
  request: (url: string, init: RequestInit, env: unknown) => Response | Promise<Response>;
}

/** Of the application that answers the request, to show a page of it again. */
const pagesOf = new WeakMap<Context, Pages>();

/** The title of a page, as HTML. No title contains the character that stands for it in the message. */
const titleOf = (title: string) =>
  escapeHtml(t('form-error.page-title', { title: '\u0001' })).replace('\u0001', () => title);

const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false;

/** Mount it before the pages. Marks every page that says why a form was refused. */
export const answerRefusals =
  (app: Pages): MiddlewareHandler =>
  async (c, next) => {
    pagesOf.set(c, app);
    await next();
    const { status } = c.res;
    if (c.req.method !== 'POST' || status < 400 || status > 499 || !isHtml(c.res)) return;
    c.res = new Response(markRefusal(await c.res.text(), titleOf), { status, headers: c.res.headers });
  };

/** Other errors are not about what was entered, and have a page of their own. */
const shownCodes: ErrorCode[] = ['validation_failed', 'conflict', 'forbidden', 'rate_limited', 'too_large'];

/** True for an error about what was entered. */
export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && (shownCodes.includes(error.code) || error instanceof NoSpace);

/** For errors thrown while a form is handled, also while the server is busy. `fields` are those that were sent. */
export async function refuseForm(c: Context, error: unknown, fields: URLSearchParams): Promise<Response> {
  const known = asDomainError(error);
  const isShown = known?.code === 'unavailable' || isRefusal(known);
  if (!isShown || isInPlace(c)) return errorPage(c, error);
  noteFailure(error);
  return (await pageAgain(c, known!, fields)) ?? errorPage(c, error);
}

/** Null if no page with the form is known. */
async function pageAgain(c: Context, error: DomainError, fields: URLSearchParams): Promise<Response | null> {
  const pages = pagesOf.get(c);
  if (!pages) return null;
  const action = new URL(c.req.url).pathname;
  const refusal = { action, fields, errors: textsOf(error) };
  const urls = [...pagesWithForm(c, action, fields)];
  // A busy server is not asked for several pages.
  for (const url of error.code === 'unavailable' ? urls.slice(0, 1) : urls) {
    const response = await pages.request(url, { headers: headersFrom(c) }, c.env);
    const html = response.status === 200 && isHtml(response) ? fillForm(await response.text(), refusal) : null;
    if (html === null) continue;
    const headers = new Headers(response.headers);
    for (const name of ['etag', 'refresh', 'content-length']) headers.delete(name);
    headers.set('cache-control', 'private, no-store');
    return new Response(html, { status: statusOf[error.code], headers });
  }
  return null;
}

function textsOf(error: DomainError): FieldErrors {
  if (error.code === 'rate_limited') return { base: [t('form-error.too-many-text')] };
  if (error.code === 'unavailable' && !(error instanceof NoSpace)) return { base: [t('error-page.text-unavailable')] };
  return errorsInWords(error.errors);
}

/** The page from which it was sent, or the page at its own address, for a form that was opened as a dialog. */
function pagesWithForm(c: Context, action: string, fields: URLSearchParams): Set<string> {
  const paths = [fields.get('asked_on'), referringPath(c.req.header('referer')), action];
  return new Set(paths.map(localPageUrl).filter((url) => url !== null));
}

function headersFrom({ req }: Context): Record<string, string> {
  const names = ['cookie', 'accept-language', 'user-agent'];
  const sent = names.flatMap((name) => {
    const value = req.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(sent), accept: 'text/html' };
}
