/** The logout page. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { logOut } from '../domain/access/sessions.ts';
import { findBrowserSession, formToken, setSessionCookie } from '../http/browser-session.ts';
import { page, pageHeaders } from './components/layout.ts';
import { accountHeader } from './components/page-handler.ts';
import { visitorForm } from './visitor-form.ts';

export const logout = new Hono()
  .get('/logout', async (c) => {
    const session = await findBrowserSession(c);
    if (!session) return c.html(done(), 200, pageHeaders);
    const body = html`<h1>Log out?</h1>
      <p>You are logged in as @${session.username}. Apps that you have authorized keep their access.</p>
      <form method="post" action="/logout">
        <input type="hidden" name="form_token" value="${formToken(c, session)}" />
        <button>Log out</button>
      </form>`;
    return c.html(page('Log out', body, { session }), 200, pageHeaders);
  })
  .post(
    '/logout',
    visitorForm(async ({ c, session }) => {
      if (session) await logOut(session.token);
      setSessionCookie(c, null);
      return c.html(done(), 200, { ...pageHeaders, ...accountHeader(null) });
    }),
  );

function done() {
  return page(
    'Logged out',
    html`<h1 data-logged-out>You are logged out</h1>
      <p><a href="/login">Log in</a></p>`,
  );
}
