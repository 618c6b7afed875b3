/** The page where members log out. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { logOut } from '../../domain/accounts/sessions.ts';
import { page, pageHeaders } from './layout.ts';
import { refusal } from './notice.ts';
import { formToken, readOwnForm, setSession, visitOf } from './session.ts';

export const logout = new Hono()
  .get('/logout', async (c) => {
    const visit = await visitOf(c);
    if (!visit) return c.html(done(), 200, pageHeaders);
    const body = html`<h1>Log out?</h1>
      <p>You are logged in as @${visit.username}. Apps that you allowed keep their access.</p>
      <form method="post" action="/logout">
        <input type="hidden" name="form_token" value="${formToken(c, visit)}" />
        <button>Log out</button>
      </form>`;
    return c.html(page('Log out', body, { visit }), 200, pageHeaders);
  })
  .post('/logout', async (c) => {
    const visit = await visitOf(c);
    try {
      await readOwnForm(c, visit);
    } catch (error) {
      return refusal(c, error);
    }
    if (visit) await logOut(visit.text);
    setSession(c, null);
    return c.html(done(), 200, pageHeaders);
  });

function done() {
  return page(
    'Logged out',
    html`<h1>You are logged out</h1>
      <p><a href="/login">Log in</a></p>`,
  );
}
