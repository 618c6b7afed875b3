/** Wraps pages and forms for members, and what the scripts of their pages send. */
import type { Context } from 'hono';
import { may, type Permission } from '../../domain/roles/permissions.ts';
import { takesBody } from '../../http/body.ts';
import {
  type BrowserSession,
  findBrowserSession,
  isBrowserOfMember,
  readMemberForm,
  readUncheckedForm,
  viewerOfSession,
} from '../../http/browser-session.ts';
import { asDomainError, errorResponse } from '../../http/errors.ts';
import { type FormSubmission, maxFormBytesOf } from '../../http/form.ts';
import { enforceRateLimit, type RateLimit, requestLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors, notFound } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { NoSpace } from '../../lib/storage/disk-space.ts';
import { errorsInWords } from '../components/fields.tsx';
import {
  errorPage,
  localPageUrl,
  type PageContent,
  pageHandler,
  renderPage,
  type Visitor,
} from '../components/page-handler.tsx';
import { formErrorPage, isInPlace, maxMegabytes } from './answers.tsx';
import { askForFiles, formAsked, refuseForm, refuseUnread } from './refused-form.ts';
import { type Unsent, unsentOf } from './unsent-form.tsx';

export interface MemberVisitor extends Visitor {
  session: BrowserSession;
  /** Id of the member's account. */
  me: number;
}

/** A form that a member has submitted. */
export interface SubmittedForm extends MemberVisitor, FormSubmission {}

export interface FormOptions {
  /** Everyone else gets 404. */
  permission?: Permission;
  /** Path of the page with the form, by default that of the form. */
  page?: string | ((fields: URLSearchParams, c: Context) => string);
  /** Counted in addition to the general request limit. */
  rateLimit?: RateLimit;
  /** It has inputs for files. */
  withFiles?: boolean;
  /** Files are stored before the rest, so that a refused form shows them again. */
  storesFilesFirst?: boolean;
  /**
   * Answers a browser whose session has ended, instead of the redirect to the login page, which loses the form. Anyone
   * else without a session is redirected.
   */
  interrupted?: (c: Context) => Promise<Response>;
  /**
   * Marks the share target: other apps fill it, so it has no form token and only shows a form. Answers those without a
   * session.
   */
  sharedByStranger?: (c: Context) => Promise<Response>;
  /** Answers when the server is busy or has no database, and keeps what was sent. */
  busy?: (c: Context, error: unknown, unsent: Unsent | null) => Promise<Response>;
  /** Whose form it is. */
  findSession?: typeof findBrowserSession;
}

export const memberPage = (
  handler: (visitor: MemberVisitor) => Promise<PageContent | Response> | PageContent,
  findSession = findBrowserSession,
) =>
  pageHandler(async (visitor) => {
    const { c, session } = visitor;
    if (!session) return redirectToLogin(c, c.req.url);
    return handler({ ...visitor, session, me: session.accountId });
  }, findSession);

/**
 * The handler returns the path or URL to redirect to, a page to show, such as the form with its errors, or an answer
 * for a script.
 */
export function memberForm(
  handler: (form: SubmittedForm) => Promise<PageContent | Response | string>,
  {
    permission,
    page,
    rateLimit,
    withFiles = false,
    storesFilesFirst,
    interrupted,
    sharedByStranger,
    busy,
    findSession = findBrowserSession,
  }: FormOptions = {},
) {
  const files = withFiles ? 'kept' : 'refused';
  const isShared = sharedByStranger !== undefined;
  return takesBody({ from: 'members', maxBytes: maxFormBytesOf[files] }, async (c: Context) => {
    let session: BrowserSession | null;
    let form: SubmittedForm;
    let unsent: Unsent | null = null;
    const pageOf = ({ fields }: Unsent) => (typeof page === 'function' ? page(fields, c) : page);
    const answerError = async (error: unknown) => {
      if (busy && !isInPlace(c) && isBrowserOfMember(c) && asDomainError(error)?.code === 'unavailable')
        return busy(c, error, unsent);
      if (unsent) return refuseForm(c, error, unsent, pageOf(unsent));
      const isHidden = asDomainError(error)?.code === 'not_found';
      return (await refuseUnread(c, error)) ?? (isHidden ? errorPage(c, error) : formErrorPage(c, error));
    };
    try {
      session = await findSession(c);
      if (permission && !(session && may(session.role, permission))) throw notFound();
      if (!session && interrupted && isBrowserOfMember(c)) return await interrupted(c);
      if (!session && sharedByStranger) return await sharedByStranger(c);
      if (!session) return redirectToLogin(c, c.req.header('referer') ?? '/');
      await enforceRateLimit(requestLimit, `member ${session.accountId}`);
      const viewer = viewerOfSession(session);
      const { isTrusted, ...submission } = await readUncheckedForm(c, session, files, isShared);
      unsent = unsentOf(submission);
      if (!interrupted && !isShared) checkSubmission(submission, isTrusted);
      else if (!isTrusted) showAgain(submission);
      const asked = await formAsked(c, unsent, pageOf(unsent));
      if (asked) return asked;
      form = { c, session, viewer, me: session.accountId, ...submission };
    } catch (error) {
      return answerError(error);
    }
    try {
      if (rateLimit) await enforceRateLimit(rateLimit, `member ${session.accountId}`);
      const result = await handler(form);
      if (result instanceof Response) return result;
      if (typeof result !== 'string')
        return await askForFiles(await renderPage(c, result, session), storesFilesFirst ? [] : unsent.files);
      return c.redirect(new URL(result, config.baseUrl).href, 303);
    } catch (error) {
      return answerError(error);
    }
  });
}

/**
 * Throws forbidden for a form of a former session, too_large on the field of a file that is too large, and NoSpace.
 */
function checkSubmission({ oversized: [tooLarge], unstored }: FormSubmission, isTrusted: boolean): void {
  if (!isTrusted) throw new DomainError('forbidden', t('form-error.expired-kept'));
  if (unstored.length > 0) throw new NoSpace();
  if (tooLarge !== undefined)
    throw new DomainError('too_large', { [tooLarge]: [t('form-error.too-large-text', { megabytes: maxMegabytes })] });
}

/** A form of a former session is only shown again: it changes nothing until the member sends it once more. */
function showAgain(submission: FormSubmission): void {
  submission.fields.set('intent', 'edit');
  submission.files.clear();
  submission.allFiles.length = 0;
}

function redirectToLogin(c: Context, url: string): Response {
  const { pathname, search } = URL.parse(url) ?? { pathname: '/', search: '' };
  return c.redirect(`${config.baseUrl}/login?next=${encodeURIComponent(pathname + search)}`, 303);
}

/** Shows a form again if saving throws validation_failed. */
export async function orShowErrors<Saved>(
  save: () => Promise<Saved>,
  showForm: (errors: FieldErrors) => Promise<PageContent> | PageContent,
): Promise<Saved | PageContent> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...(await showForm(error.errors)), status: 422 };
  }
}

/** Throws what `work` throws, with messages at the fields of the form: `names` maps the names of the API to them. */
export async function atFields<Done>(names: Record<string, string>, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || !Object.keys(error.errors).some((name) => names[name])) throw error;
    const errors = Object.entries(error.errors).map(([name, messages]) => [names[name] ?? name, messages]);
    throw new DomainError(error.code, Object.fromEntries(errors));
  }
}

/** Returns the URL of the page that contained the form, or `fallback` without one. */
export function returnUrl({ fields }: SubmittedForm, fallback: string): string {
  return localPageUrl(fields.get('back')) ?? fallback;
}

// Wraps what the scripts of pages send for a member. Errors are JSON, and nobody is redirected

interface ScriptForm extends FormSubmission {
  c: Context;
  session: BrowserSession;
}

interface ScriptFormOptions {
  /** Counted by member before anything is read. */
  rateLimit: RateLimit;
  withFiles?: boolean;
  /** Says to log in again. */
  loggedOut?: MessageKey;
}

export function scriptForm(
  handler: (form: ScriptForm) => Response | Promise<Response>,
  { rateLimit, withFiles = false, loggedOut = 'errors.log-in-again' }: ScriptFormOptions,
) {
  const files = withFiles ? 'kept' : 'refused';
  return takesBody({ from: 'members', maxBytes: maxFormBytesOf[files] }, async (c: Context) => {
    try {
      const session = await findBrowserSession(c);
      if (!session) throw new DomainError('unauthorized', t(loggedOut));
      await enforceRateLimit(rateLimit, `member ${session.accountId}`);
      return await handler({ c, session, ...(await readMemberForm(c, session, files)) });
    } catch (error) {
      // A script shows them on its page.
      const shown = error instanceof DomainError ? new DomainError(error.code, errorsInWords(error.errors)) : error;
      return errorResponse(shown, { 'Cache-Control': 'private, no-store' });
    }
  });
}
