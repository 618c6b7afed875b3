/** The pages behind the links that confirm an e-mail address. Opening one changes nothing, because mail scanners do. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { confirmEmail, isEmailTokenValid } from '../domain/access/email.ts';
import { confirmSignUp, findConfirmableName } from '../domain/access/sign-up.ts';
import { findBrowserSession, formToken } from '../http/browser-session.ts';
import { requestLimit } from '../http/rate-limits.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { heading } from './components/elements.ts';
import { hidden } from './components/fields.ts';
import { type Html, page, pageHeaders } from './components/layout.ts';
import { richText } from './components/texts.ts';
import { invalidLinkPage } from './message-page.ts';
import { limitByAddress } from './rate-limit.ts';
import { visitorForm } from './visitor-form.ts';

const signUpPath = '/confirm-sign-up';
const emailPath = '/confirm-email';
const limited = limitByAddress(requestLimit);

const askForAnother = () =>
  richText('confirm-email.link-invalid', { link: (text) => html`<a href="/login">${text}</a>` });

const accountOf = (name: string) => html`<strong>@${name}@${config.host}</strong>`;

const onward = (path: string, label: string) => html`<p><a class="button" href="${path}">${label}</a></p>`;

const confirmForm = (confirm: (token: string) => Promise<Html>) =>
  visitorForm(async ({ c, session, fields }) => {
    try {
      const body = await confirm(fields.get('token') ?? '');
      return c.html(page(t('confirm-email.done-title'), body, { session }), 200, pageHeaders);
    } catch (error) {
      const isInvalid = error instanceof DomainError && ['gone', 'conflict', 'not_found'].includes(error.code);
      if (!isInvalid) throw error;
      return invalidLinkPage(c, askForAnother());
    }
  });

export const confirmEmailPages = new Hono()
  .get(signUpPath, limited, async (c) => {
    const token = c.req.query('token') ?? '';
    const name = await findConfirmableName(token);
    if (name === null) return invalidLinkPage(c, askForAnother());
    return ask(c, signUpPath, token, richText('confirm-email.question-sign-up', { account: accountOf(name) }));
  })
  .post(
    signUpPath,
    limited,
    confirmForm(async (token) => {
      const { username, isMember } = await confirmSignUp(token);
      return isMember
        ? html`<h1>${t('confirm-email.welcome', { username })}</h1><p>${t('confirm-email.account-ready')}</p>${onward('/login?next=/welcome', t('site.log-in'))}`
        : html`${heading(t('confirm-email.done-title'))}<p>${richText('confirm-email.request-waits', { account: accountOf(username) })}</p>${onward('/', t('error-page.to-front-page'))}`;
    }),
  )
  .get(emailPath, limited, async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isEmailTokenValid(token))) return invalidLinkPage(c, askForAnother());
    return ask(c, emailPath, token, html`${t('confirm-email.question')}`);
  })
  .post(
    emailPath,
    limited,
    confirmForm(async (token) => {
      const email = await confirmEmail(token);
      return html`${heading(t('confirm-email.done-title'))}<p>${richText('confirm-email.done', { email: html`<bdi>${email}</bdi>`, link: (text) => html`<a href="/settings/email">${text}</a>` })}</p>${onward('/', t('error-page.to-front-page'))}`;
    }),
  );

async function ask(c: Context, action: string, token: string, question: Html) {
  const fields = { form_token: formToken(c, await findBrowserSession(c)), token };
  const body = html`${heading(t('confirm-email.title'))}<p>${question}</p>
<form method="post" action="${action}">${hidden(fields)}<button>${t('confirm-email.submit')}</button></form>`;
  return c.html(page(t('confirm-email.title'), body), 200, pageHeaders);
}
