/** Wraps pages and forms for members. Visitors are sent to the login page. */
import type { Context } from 'hono';
import { takesBody } from '../http/body.ts';
import {
  type BrowserSession,
  findBrowserSession,
  isBrowserOfMember,
  readMemberForm,
  readUncheckedForm,
  viewerOfSession,
} from '../http/browser-session.ts';
import { type FormSubmission, maxFormBytesOf } from '../http/form.ts';
import { enforceRateLimit, type RateLimit, requestLimit } from '../http/rate-limits.ts';
import { config } from '../lib/config.ts';
import { errorPage, type PageContent, pageHandler, renderPage, type Visitor } from './components/page-handler.tsx';
import { localPageUrl } from './local-url.ts';
import { formErrorPage } from './message-page.tsx';

export interface MemberVisitor extends Visitor {
  session: BrowserSession;
  /** Id of the member's account. */
  me: number;
}

/** A form that a member has submitted. */
export interface SubmittedForm extends MemberVisitor, FormSubmission {}

export interface FormOptions {
  /** Counted in addition to the general request limit. */
  rateLimit?: RateLimit;
  /** It has inputs for files. */
  withFiles?: boolean;
  /**
   * Answers a browser whose session has ended, instead of the redirect to the login page, which loses the form. Anyone
   * else without a session is redirected.
   */
  interrupted?: (c: Context) => Promise<Response>;
  /** Whose form it is. */
  findSession?: typeof findBrowserSession;
}

export const memberPage = (
  handler: (visitor: MemberVisitor) => Promise<PageContent | Response>,
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
  { rateLimit, withFiles = false, interrupted, findSession = findBrowserSession }: FormOptions = {},
) {
  const files = withFiles ? 'kept' : 'refused';
  return takesBody({ from: 'members', maxBytes: maxFormBytesOf[files] }, async (c: Context) => {
    let session: BrowserSession | null;
    let form: SubmittedForm;
    try {
      session = await findSession(c);
      if (!session && interrupted && isBrowserOfMember(c)) return await interrupted(c);
      if (!session) return redirectToLogin(c, c.req.header('referer') ?? '/');
      await enforceRateLimit(requestLimit, `member ${session.accountId}`);
      const viewer = viewerOfSession(session);
      const submission = interrupted ? await readResumableForm(c, session) : await readMemberForm(c, session, files);
      form = { c, session, viewer, me: session.accountId, ...submission };
    } catch (error) {
      return formErrorPage(c, error);
    }
    try {
      if (rateLimit) await enforceRateLimit(rateLimit, `member ${session.accountId}`);
      const result = await handler(form);
      if (result instanceof Response) return result;
      if (typeof result !== 'string') return await renderPage(c, result, session);
      return c.redirect(new URL(result, config.baseUrl).href, 303);
    } catch (error) {
      return errorPage(c, error);
    }
  });
}

/** A form of a former session is only shown again: it changes nothing until the member sends it once more. */
async function readResumableForm(c: Context, session: BrowserSession): Promise<FormSubmission> {
  const { isTrusted, ...submission } = await readUncheckedForm(c, session);
  if (isTrusted) return submission;
  submission.fields.set('intent', 'edit');
  return { ...submission, files: new Map(), allFiles: [] };
}

function redirectToLogin(c: Context, url: string): Response {
  const { pathname, search } = URL.parse(url) ?? { pathname: '/', search: '' };
  return c.redirect(`${config.baseUrl}/login?next=${encodeURIComponent(pathname + search)}`, 303);
}

/** Returns the URL of the page that contained the form, or `fallback` without one. */
export function returnUrl({ fields }: SubmittedForm, fallback: string): string {
  return localPageUrl(fields.get('back')) ?? fallback;
}
