/** Restricts admin pages and forms to the roles that may use them. Everyone else gets 404. */
import type { Context } from 'hono';
import { type Moderator, may, type Permission } from '../../domain/roles/permissions.ts';
import { takesBody } from '../../http/body.ts';
import { type BrowserSession, findBrowserSession, formToken, readUncheckedForm } from '../../http/browser-session.ts';
import { type FormSubmission, maxFormBytesOf } from '../../http/form.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { errorPage, type PageContent, pageHandler, renderPage, type Visitor } from '../components/page-handler.tsx';
import { checkSubmission } from '../forms/member-page.ts';
import { formErrorPage } from '../forms/message-page.tsx';
import { toConfirm } from '../forms/recent-log-in.tsx';
import { askForFiles, formAsked, refuseForm, refuseUnread } from '../forms/refused-form.ts';
import { type Unsent, unsentOf } from '../forms/unsent-form.tsx';

export interface AdminVisitor extends Visitor {
  session: BrowserSession;
  /** The visitor, for operations that check the role themselves. */
  moderator: Moderator;
  /** CSRF token for the forms of the page. */
  token: string;
}

const moderatorOf = ({ accountId, role }: BrowserSession): Moderator => ({ accountId, role });

export const adminPage = (
  permission: Permission,
  handler: (visitor: AdminVisitor) => Promise<PageContent | Response>,
) =>
  pageHandler(async (visitor) => {
    const { c, session } = visitor;
    if (!session || !may(session.role, permission)) throw notFound();
    return handler({ ...visitor, session, moderator: moderatorOf(session), token: formToken(c, session) });
  });

export interface AdminForm {
  c: Context;
  session: BrowserSession;
  moderator: Moderator;
  fields: URLSearchParams;
  /** Uploaded files by field. */
  files: FormSubmission['files'];
}

interface AdminFormOptions {
  /**
   * Sends a moderator who has not proved a moment ago who they are to the page for that, and changes nothing. Defaults
   * to whether the permission is about the whole server.
   */
  needsRecentLogIn?: boolean;
  /** It has inputs for files. */
  withFiles?: boolean;
}

/** What a thief of a session could do to the whole server. */
const ofWholeServer = new Set<Permission>(['manage-domains', 'manage-members', 'assign-roles']);

/** What a role may not do, and what was done before, is said on the page of the form as what was entered wrongly is. */
function withMessages(error: unknown): unknown {
  const isRefusal = error instanceof DomainError && (error.code === 'conflict' || error.code === 'forbidden');
  return isRefusal ? new DomainError('validation_failed', error.errors) : error;
}

/** The handler returns the path to redirect to, or a page that is shown once, such as a question. */
export function adminForm(
  permission: Permission,
  handler: (form: AdminForm) => Promise<string | PageContent | Response>,
  { needsRecentLogIn = ofWholeServer.has(permission), withFiles = false }: AdminFormOptions = {},
) {
  const kept = withFiles ? 'kept' : 'refused';
  return takesBody({ from: 'members', maxBytes: maxFormBytesOf[kept] }, async (c: Context) => {
    let form: AdminForm;
    let unsent: Unsent | null = null;
    try {
      const session = await findBrowserSession(c);
      if (!session || !may(session.role, permission)) throw notFound();
      const { isTrusted, ...submission } = await readUncheckedForm(c, session, kept);
      unsent = unsentOf(submission);
      checkSubmission(submission, isTrusted);
      const asked = await formAsked(c, unsent);
      if (asked) return asked;
      if (needsRecentLogIn && !session.isRecentlyAuthenticated)
        return c.redirect(toConfirm(c.req.header('referer')), 303);
      form = { c, session, moderator: moderatorOf(session), ...submission };
    } catch (error) {
      if (unsent) return refuseForm(c, error, unsent);
      const kept = await refuseUnread(c, error);
      if (kept) return kept;
      const isFormError = error instanceof DomainError && error.code === 'forbidden';
      return isFormError ? formErrorPage(c, error) : errorPage(c, error);
    }
    try {
      const result = await handler(form);
      if (result instanceof Response) return result;
      if (typeof result === 'string') return c.redirect(result, 303);
      return askForFiles(await renderPage(c, result, form.session), unsent.files);
    } catch (error) {
      return refuseForm(c, withMessages(error), unsent);
    }
  });
}
