/** Restricts admin pages and forms to the roles that may use them. Everyone else gets 404. */
import type { Context } from 'hono';
import { type Moderator, may, type Permission } from '../../domain/roles/permissions.ts';
import { takesBody } from '../../http/body.ts';
import { type BrowserSession, findBrowserSession, formToken, readMemberForm } from '../../http/browser-session.ts';
import { type FormSubmission, maxFormBytesOf } from '../../http/form.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { errorPage, type PageContent, pageHandler, renderPage, type Visitor } from '../components/page-handler.tsx';
import { formErrorPage, messagePage } from '../message-page.tsx';
import { toConfirm } from '../recent-log-in.tsx';

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
  /** Sends a moderator who has not proved a moment ago who they are to the page for that, and changes nothing. */
  needsRecentLogIn?: boolean;
  /** It has inputs for files. */
  withFiles?: boolean;
}

/** The handler returns the path to redirect to, or a page that is shown once, such as a question. */
export function adminForm(
  permission: Permission,
  handler: (form: AdminForm) => Promise<string | PageContent | Response>,
  { needsRecentLogIn = false, withFiles = false }: AdminFormOptions = {},
) {
  const kept = withFiles ? 'kept' : 'refused';
  return takesBody({ from: 'members', maxBytes: maxFormBytesOf[kept] }, async (c: Context) => {
    let form: AdminForm;
    try {
      const session = await findBrowserSession(c);
      if (!session || !may(session.role, permission)) throw notFound();
      const { fields, files } = await readMemberForm(c, session, kept);
      if (needsRecentLogIn && !session.isRecentlyAuthenticated)
        return c.redirect(toConfirm(c.req.header('referer')), 303);
      form = { c, session, moderator: moderatorOf(session), fields, files };
    } catch (error) {
      const isFormError = error instanceof DomainError && error.code === 'forbidden';
      return isFormError ? formErrorPage(c, error) : errorPage(c, error);
    }
    try {
      const result = await handler(form);
      if (result instanceof Response) return result;
      return typeof result === 'string' ? c.redirect(result, 303) : await renderPage(c, result, form.session);
    } catch (error) {
      const hasMessage =
        error instanceof DomainError && ['conflict', 'forbidden', 'validation_failed'].includes(error.code);
      if (!hasMessage) return errorPage(c, error);
      return messagePage(c, 422, t('admin.did-not-work'), Object.values(error.errors).flat().join(', '));
    }
  });
}
