/** The pages behind the links that confirm an e-mail address. Opening one changes nothing, because mail scanners do. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { confirmSignUp, findConfirmableName } from '../domain/access/confirm-sign-up.ts';
import { confirmEmail, isEmailTokenValid } from '../domain/access/email.ts';
import { findBrowserSession, formToken } from '../http/browser-session.ts';
import { requestLimit } from '../http/rate-limits.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { hidden } from './components/field.ts';
import { type Html, page, pageHeaders } from './components/layout.ts';
import { invalidLinkPage } from './message-page.ts';
import { limitByAddress } from './rate-limit.ts';
import { visitorForm } from './visitor-form.ts';

const signUpPath = '/confirm-sign-up';
const emailPath = '/confirm-email';
const limited = limitByAddress(requestLimit);

const askForAnother = html`<a href="/login">Log in</a> to get a new one.`;

const confirmForm = (confirm: (token: string) => Promise<Html>) =>
  visitorForm(async ({ c, session, fields }) => {
    try {
      const body = await confirm(fields.get('token') ?? '');
      return c.html(page('E-mail address confirmed', body, { session }), 200, pageHeaders);
    } catch (error) {
      const isInvalid =
        error instanceof DomainError && ['gone', 'conflict', 'not_found'].includes(error.code);
      if (!isInvalid) throw error;
      return invalidLinkPage(c, askForAnother);
    }
  });

export const confirmEmailPages = new Hono()
  .get(signUpPath, limited, async (c) => {
    const token = c.req.query('token') ?? '';
    const name = await findConfirmableName(token);
    if (name === null) return invalidLinkPage(c, askForAnother);
    return ask(
      c,
      signUpPath,
      token,
      html`Confirm your e-mail address for <strong>@${name}@${config.host}</strong>?`,
    );
  })
  .post(
    signUpPath,
    limited,
    confirmForm(async (token) => {
      const { username, isMember } = await confirmSignUp(token);
      return isMember
        ? html`<h1>Welcome, @${username}</h1><p>Your e-mail address is confirmed and your account is ready. <a href="/login?next=/welcome">Log in</a> with the password you chose.</p>`
        : html`<h1>E-mail address confirmed</h1><p>The moderators will review your request for <strong>@${username}@${config.host}</strong> and answer by e-mail.</p>`;
    }),
  )
  .get(emailPath, limited, async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isEmailTokenValid(token))) return invalidLinkPage(c, askForAnother);
    return ask(c, emailPath, token, html`Confirm that this is your e-mail address?`);
  })
  .post(
    emailPath,
    limited,
    confirmForm(async (token) => {
      const email = await confirmEmail(token);
      return html`<h1>E-mail address confirmed</h1><p>Messages about your account go to <bdi>${email}</bdi>. <a href="/settings/email">E-mail settings</a></p>`;
    }),
  );

async function ask(c: Context, action: string, token: string, question: Html) {
  const fields = { form_token: formToken(c, await findBrowserSession(c)), token };
  const body = html`<h1>Confirm your e-mail address</h1><p>${question}</p>
<form method="post" action="${action}">${hidden(fields)}<button>Confirm e-mail address</button></form>`;
  return c.html(page('Confirm your e-mail address', body), 200, pageHeaders);
}
