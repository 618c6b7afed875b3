/** Restricts admin pages and forms to administrators. Everyone else gets 404. */
import type { Context } from 'hono';
import {
  type BrowserSession,
  findBrowserSession,
  formToken,
  readFormWithFiles,
} from '../../http/browser-session.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { errorPage } from '../components/error-page.ts';
import { type PageContent, pageHandler, type Visitor } from '../components/page-handler.ts';
import { formErrorPage, messagePage } from '../message-page.ts';

export interface AdminVisitor extends Visitor {
  session: BrowserSession;
  /** CSRF token for the forms of the page. */
  token: string;
}

export const adminPage = (handler: (visitor: AdminVisitor) => Promise<PageContent>) =>
  pageHandler(async (visitor) => {
    const { c, session } = visitor;
    if (!session?.isAdmin) throw notFound();
    return handler({ ...visitor, session, token: formToken(c, session) });
  });

export interface AdminForm {
  c: Context;
  session: BrowserSession;
  fields: URLSearchParams;
}

/** The handler returns the path to redirect to, or a page that is shown once. */
export const adminForm =
  (handler: (form: AdminForm) => Promise<string | Response>) =>
  async (c: Context): Promise<Response> => {
    let form: AdminForm;
    try {
      const session = await findBrowserSession(c);
      if (!session?.isAdmin) throw notFound();
      form = { c, session, fields: (await readFormWithFiles(c, session)).fields };
    } catch (error) {
      const isFormError = error instanceof DomainError && error.code === 'forbidden';
      return isFormError ? formErrorPage(c, error) : errorPage(c, error);
    }
    try {
      const result = await handler(form);
      return typeof result === 'string' ? c.redirect(result, 303) : result;
    } catch (error) {
      const hasMessage =
        error instanceof DomainError && (error.code === 'conflict' || error.code === 'validation_failed');
      if (!hasMessage) return errorPage(c, error);
      return messagePage(c, 422, 'This did not work', Object.values(error.errors).flat().join(', '));
    }
  };
