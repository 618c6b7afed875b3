/** Answers every form that is refused with its own page: what was entered, and what is wrong, beside the field. */
import type { Context, MiddlewareHandler } from 'hono';
import { isBrowserOfMember } from '../../http/browser-session.ts';
import { asDomainError, retryAfter, statusOf } from '../../http/errors.ts';
import { DomainError, type ErrorCode, type FieldErrors } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { noteFailure } from '../../lib/operation.ts';
import { NoSpace } from '../../lib/storage/disk-space.ts';
import { errorsInWords } from '../components/fields.tsx';
import { errorPage, localPageUrl, referringPath } from '../components/page-handler.tsx';
import { isInPlace } from './answers.tsx';
import { fillForm, markLostFiles, markRefusal } from './form-html.ts';
import { keptPage, readUnsent, type Unsent } from './unsent-form.tsx';

interface Pages {
  request: (request: Request, init: undefined, env: unknown) => Response | Promise<Response>;
}

/** Of the application that answers the request, to show a page of it again. */
const pagesOf = new WeakMap<Context, Pages>();

/** The fields that were wrong, by the request for the page that is shown again. */
const wrongFields = new WeakMap<Request, string[]>();

/** Whether a page is shown again because of this field. */
export const isWrong = ({ req }: Context, field: string): boolean => wrongFields.get(req.raw)?.includes(field) ?? false;

/** The title of a page, as HTML. No title contains the character that stands for it in the message. */
const titleOf = (title: string) =>
  escapeHtml(t('form-error.page-title', { title: '\u0001' })).replace('\u0001', () => title);

const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false;

/**
 * Without scripts, Back to an answer to a form leads to an error of the browser if that was not stored. What members
 * typed is theirs, and `Clear-Site-Data` deletes it at the log-out.
 */
const keptInHistory = 'private, no-cache';

/** Mount it before the pages. Marks every page that says why a form was refused, and lets Back lead to it. */
export const answerRefusals =
  (app: Pages): MiddlewareHandler =>
  async (c, next) => {
    pagesOf.set(c, app);
    await next();
    const { status } = c.res;
    const isRefused = status >= 400 && (status < 500 || status === 503);
    if (c.req.method !== 'POST' || !isRefused || !isHtml(c.res)) return;
    const html = await c.res.text();
    c.res = new Response(status === 503 ? html : markRefusal(html, titleOf), { status, headers: c.res.headers });
    c.res.headers.set('cache-control', keptInHistory);
  };

/** Other errors are not about what was entered, and have a page of their own. */
const shownCodes: ErrorCode[] = ['validation_failed', 'conflict', 'forbidden', 'rate_limited', 'too_large'];

/** True for an error about what was entered. */
export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && (shownCodes.includes(error.code) || error instanceof NoSpace);

/** Says beside each file of a form that is shown again that it has to be chosen again. */
export async function askForFiles(response: Response, files: string[]): Promise<Response> {
  if (files.length === 0 || response.status < 400 || !isHtml(response)) return response;
  const html = markLostFiles(await response.text(), files, t('form-error.choose-again'));
  return new Response(html, response);
}

/** Fields of a form of one button. Such a button is on the page to which the answer leads back. */
const isOfButton = /^(?:form_token|back)$/;

/**
 * For errors thrown while a form is handled, also while the server is busy or has no database. `page` is the path of
 * the page with the form, for browsers that do not say from where they sent it.
 */
export async function refuseForm(c: Context, error: unknown, unsent: Unsent, page?: string): Promise<Response> {
  const known = asDomainError(error);
  const isShown = known?.code === 'unavailable' || isRefusal(known);
  if (!isShown || isInPlace(c)) return errorPage(c, error);
  const { fields, files } = unsent;
  const shown = await pageAgain(c, known!, fields, page);
  if (shown) {
    noteFailure(error);
    return askForFiles(shown, files);
  }
  const isTyped = [...fields.keys()].some((name) => !isOfButton.test(name));
  return isBusy(known!) && isTyped ? keptPage(c, error, unsent) : errorPage(c, error);
}

/** For errors thrown before a form was read, such as when the session is looked up. Null for those it is not about. */
export async function refuseUnread(c: Context, error: unknown): Promise<Response | null> {
  const known = asDomainError(error);
  if (!known || !isBusy(known) || isInPlace(c) || !isBrowserOfMember(c)) return null;
  return refuseForm(c, error, await readUnsent(c));
}

/** The form with what was entered, for those who were told that it could not be saved. Null if they did not ask. */
export async function formAsked(c: Context, { fields, files }: Unsent, page?: string): Promise<Response | null> {
  if (!fields.has('show_form')) return null;
  const shown = await pageAgain(c, null, fields, page);
  return shown && askForFiles(shown, files);
}

/** Null if no page with the form is known. */
async function pageAgain(
  c: Context,
  error: DomainError | null,
  fields: URLSearchParams,
  page?: string,
): Promise<Response | null> {
  const pages = pagesOf.get(c);
  if (!pages) return null;
  const action = new URL(c.req.url).pathname;
  const refusal = { action, fields, errors: error ? textsOf(error) : {} };
  const urls = [...pagesWithForm(c, page ?? action, fields)];
  // A busy server is not asked for several pages.
  for (const url of error?.code === 'unavailable' ? urls.slice(0, 1) : urls) {
    const request = new Request(url, { headers: headersFrom(c) });
    wrongFields.set(request, Object.keys(refusal.errors));
    const response = await pages.request(request, undefined, c.env);
    const html = response.status === 200 && isHtml(response) ? fillForm(await response.text(), refusal) : null;
    if (html === null) continue;
    const headers = new Headers(response.headers);
    for (const name of ['etag', 'refresh', 'content-length']) headers.delete(name);
    headers.set('cache-control', error ? 'private, no-store' : keptInHistory);
    const seconds = error && retryAfter[error.code];
    if (seconds) headers.set('retry-after', seconds);
    return new Response(html, { status: error ? statusOf[error.code] : 200, headers });
  }
  return null;
}

const isBusy = (error: DomainError) => error.code === 'unavailable' && !(error instanceof NoSpace);

function textsOf(error: DomainError): FieldErrors {
  if (error.code === 'rate_limited') return { base: [t('form-error.too-many-text')] };
  if (isBusy(error)) return { base: [t('error-page.text-unavailable')] };
  return errorsInWords(error.errors);
}

/** The page from which it was sent, or its own page, for a form that was opened as a dialog. */
function pagesWithForm(c: Context, ownPage: string, fields: URLSearchParams): Set<string> {
  const paths = [fields.get('asked_on'), referringPath(c.req.header('referer')), ownPage];
  return new Set(paths.map(localPageUrl).filter((url) => url !== null));
}

/** The path with these fields of a form as its query. Empty ones are left out. */
export function pathWith(path: string, fields: URLSearchParams, names: string[]): string {
  const query = new URLSearchParams([...fields].filter(([name, value]) => names.includes(name) && value !== ''));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A page that is only read for its form is not visited: it marks nothing as seen and shows no notice. */
function headersFrom({ req }: Context): Record<string, string> {
  const names = ['cookie', 'accept-language', 'user-agent'];
  const sent = names.flatMap((name) => {
    const value = req.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  const readByProgram = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'same-origin' };
  return { ...Object.fromEntries(sent), ...readByProgram, accept: 'text/html' };
}
