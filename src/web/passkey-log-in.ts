/** Logs members in with a passkey alone: it proves the device and the person, so no second factor follows. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { arePasskeysPossible, logInOptions } from '../domain/access/passkeys.ts';
import { logInWithPasskey, logOut } from '../domain/access/sessions.ts';
import { findBrowserSession, readForm, setSessionCookie } from '../http/browser-session.ts';
import { clientOf } from '../http/client.ts';
import { enforceRateLimit, type RateLimit } from '../http/rate-limits.ts';
import { clientAddressOf } from '../http/serve.ts';
import { config } from '../lib/config.ts';
import { passkeyForm } from './components/passkey-form.ts';
import { localPageUrl } from './local-url.ts';
import { formErrorPage, messagePage } from './message-page.ts';

const passkeyLimit: RateLimit = { name: 'passkey-address', quota: 40, windowSeconds: 300 };
const path = '/login/passkey';

/** The button on the login page. Empty on a server without a domain name. */
export const passkeyButton = (fields: Record<string, string>) =>
  arePasskeysPossible
    ? passkeyForm(logInOptions(), {
        ...{ kind: 'get', action: path, fields },
        content: html`<button class="quiet">Log in with a passkey</button>`,
      })
    : '';

export const passkeyLogIn = new Hono().post(path, async (c) => {
  const headers: Record<string, string> = {};
  try {
    return await attempt(c, headers);
  } catch (error) {
    return formErrorPage(c, error, headers);
  }
});

async function attempt(c: Context, headers: Record<string, string>) {
  const session = await findBrowserSession(c);
  const fields = await readForm(c, session);
  await enforceRateLimit(passkeyLimit, clientAddressOf(c), headers);
  const answer = { state: fields.get('state') ?? '', credential: fields.get('credential') ?? '' };
  const token = await logInWithPasskey(answer, clientOf(c));
  if (token === null)
    return messagePage(
      c,
      422,
      'This passkey does not work here',
      'It may have been removed from your account. Go back and log in with your password.',
    );
  if (session) await logOut(session.token);
  setSessionCookie(c, token);
  return c.redirect(localPageUrl(fields.get('next')) ?? `${config.baseUrl}/home`, 303);
}
