/** The logout page. */
import { Hono } from 'hono';
import { logOut } from '../domain/access/sessions.ts';
import { findBrowserSession, formToken, setSessionCookie } from '../http/browser-session.ts';
import { t } from '../lib/language/text.ts';
import { page, pageHeaders } from './components/layout.tsx';
import { accountHeader } from './components/page-handler.tsx';
import { visitorForm } from './visitor-form.ts';

export const logout = new Hono()
  .get('/logout', async (c) => {
    const session = await findBrowserSession(c);
    if (!session) return c.html(done(), 200, pageHeaders);
    const body = (
      <>
        <h1>{t('logout.question')}</h1>
        <p>{t('logout.explanation', { username: session.username })}</p>
        <form method="post" action="/logout" data-log-out="">
          <input type="hidden" name="form_token" value={formToken(c, session)} /> <button>{t('logout.log-out')}</button>
        </form>
      </>
    );
    return c.html(page(t('logout.title'), body, { session }), 200, pageHeaders);
  })
  .post(
    '/logout',
    visitorForm(async ({ c, session, fields }) => {
      if (session) await logOut(session.token);
      setSessionCookie(c, null, { isStorageCleared: fields.get('cleared') === 'yes' });
      return c.html(done(), 200, { ...pageHeaders, ...accountHeader(null) });
    }),
  );

function done() {
  return page(
    t('logout.done-title'),
    <>
      <h1 data-logged-out="">{t('logout.done')}</h1>
      <p>
        <a class="button" href="/login">
          {t('logout.log-in')}
        </a>
      </p>
    </>,
  );
}
