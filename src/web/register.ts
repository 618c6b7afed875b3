/** The page to create or request an account. */
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { findInvitation } from '../domain/access/invitations.ts';
import { logIn } from '../domain/access/sessions.ts';
import { checkSignUp, isConfirmationRequired, type SignUp, signUp } from '../domain/access/sign-up.ts';
import { getInstanceProfile } from '../domain/instance/profile.ts';
import { isMailOn } from '../domain/mail/mail.ts';
import { findBrowserSession, formToken, setSessionCookie } from '../http/browser-session.ts';
import { clientOf } from '../http/client.ts';
import { type RateLimit, requestLimit } from '../http/rate-limits.ts';
import { clientAddressOf } from '../http/serve.ts';
import { config } from '../lib/config.ts';
import { DomainError, type FieldErrors } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import { note } from './components/elements.ts';
import { field, hidden } from './components/field.ts';
import { page, pageHeaders } from './components/layout.ts';
import { registrationText } from './components/registration-text.ts';
import { localPageUrl } from './local-url.ts';
import { limitByAddress } from './rate-limit.ts';
import { type VisitorForm, visitorForm } from './visitor-form.ts';

/** Counts valid sign-ups only, so that a mistake in the form costs nothing. */
const signUpLimit: RateLimit = { name: 'sign-up', quota: 5, windowSeconds: 1_800 };

export const register = new Hono()
  .get('/register', async (c) => {
    const next = localPageUrl(c.req.query('next'));
    if (await findBrowserSession(c)) return c.redirect(next ?? `${config.baseUrl}/home`, 303);
    return c.html(form(c, { next, code: c.req.query('invite') }), 200, pageHeaders);
  })
  .post('/register', limitByAddress(requestLimit), visitorForm(attempt));

async function attempt({ c, session, fields, limit }: VisitorForm) {
  const next = localPageUrl(fields.get('next'));
  if (session) return c.redirect(next ?? `${config.baseUrl}/home`, 303);

  const code = fields.get('invite') ?? '';
  const { registration } = await getInstanceProfile();
  if (registration === 'closed' && !(await findInvitation(code)))
    return c.html(form(c, { next, code }), 403, pageHeaders);
  const input = {
    username: (fields.get('name') ?? '').trim().toLowerCase(),
    password: fields.get('password') ?? '',
    email: fields.get('email') ?? '',
    reason: (fields.get('reason') ?? '').toWellFormed(),
    invitation: code,
  };
  try {
    // People do not see this field. Bots that fill in every field do.
    if (fields.get('website'))
      throw new DomainError(
        'validation_failed',
        'This looks like an automated sign-up. Reload the page and try again.',
      );
    await checkSignUp(input);
    await limit(signUpLimit, clientAddressOf(c));
    const result = await signUp(input);
    if (result === 'pending') return c.html(pendingPage(input), 200, pageHeaders);
    if (result === 'unconfirmed') return c.html(unconfirmedPage(input), 200, pageHeaders);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return c.html(form(c, { next, code, values: input, errors: error.errors }), 422, pageHeaders);
  }
  const { username: name, password } = input;
  const found = await logIn({ name, password, client: clientOf(c) });
  setSessionCookie(c, found.result === 'session' ? found.token : null);
  return c.redirect(next ?? `${config.baseUrl}/welcome`, 303);
}

interface FormValues {
  next: string | null;
  /** Of the invitation. */
  code?: string;
  values?: SignUp;
  errors?: FieldErrors;
}

async function form(c: Context, { next, code = '', values, errors = {} }: FormValues) {
  const [{ name, rules, ...profile }, invitation] = await Promise.all([
    getInstanceProfile(),
    findInvitation(code),
  ]);
  const registration = invitation ? 'open' : profile.registration;
  const path = next?.slice(config.baseUrl.length);
  const title = registration === 'approval' ? `Request an account at ${name}` : `Join ${name}`;
  const toLogIn = html`<p class="hint">Already have an account? <a href="/login${path ? `?next=${encodeURIComponent(path)}` : ''}">Log in</a></p>`;
  const unusable = code && !invitation ? note(t('access.invitation-unusable'), 'bad') : '';
  if (registration === 'closed') {
    const body = html`<h1>${title}</h1>${unusable}<p>${registrationText.closed} <a href="/about">About this server</a></p>${toLogIn}`;
    return page(title, body, { path: '/register' });
  }
  const body = html`<h1>${title}</h1>${unusable}<p>${invitation ? t('access.invited-you', { name: `@${invitation.username}` }) : registrationText[registration]}</p>
${rules === '' ? '' : html`<details class="linked"><summary>Rules of this server</summary><div class="prose">${raw(renderMarkdown(rules))}</div></details>`}
<form method="post" action="/register">${hidden({ form_token: formToken(c, null), ...(invitation && { invite: code }), ...(path && { next: path }) })}
<div hidden><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
${errors.base ? note(errors.base.join(' '), 'bad') : ''}
${field({ name: 'name', label: 'Name', value: values?.username, hint: `Letters a–z, numbers and _. Your address will be @name@${config.host}. It cannot be changed later.`, errors: errors.name, attributes: { required: true, maxlength: 30, autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' } })}
${field({ name: 'password', label: 'Password', type: 'password', hint: 'At least 10 characters.', errors: errors.password, attributes: { required: true, minlength: 10, autocomplete: 'new-password' } })}
${emailField({ isRequired: await isConfirmationRequired(), value: values?.email, errors: errors.email })}
${registration === 'approval' ? field({ name: 'reason', label: 'Why you would like to join', type: 'textarea', value: values?.reason, hint: 'The moderators read this.', errors: errors.reason, attributes: { required: true, maxlength: 1_000 } }) : ''}
<button>${registration === 'approval' ? 'Request account' : 'Create account'}</button></form>${toLogIn}`;
  return page(title, body, { path: '/register' });
}

/** Says what the address is for, which depends on whether this server sends e-mail. */
function emailField({
  isRequired,
  value,
  errors,
}: {
  isRequired: boolean;
  value?: string;
  errors?: string[];
}) {
  const hint = isRequired
    ? 'We send you a link to confirm it. Only the operator can see it.'
    : isMailOn
      ? 'To reset your password if you forget it. Only the operator can see it.'
      : 'Only the operator can see it, to help you if you forget your password. You will not get any mail.';
  return field({
    ...{
      name: 'email',
      label: isRequired ? 'E-mail address' : 'E-mail address (optional)',
      type: 'email',
      value,
      hint,
      errors,
    },
    attributes: { required: isRequired, maxlength: 254, autocomplete: 'email' },
  });
}

function unconfirmedPage({ username, email }: SignUp) {
  const body = html`<h1>Confirm your e-mail address</h1>
<p>We sent a link to <strong><bdi>${email.trim()}</bdi></strong>. Open it within 24 hours to confirm the address for <strong>@${username}@${config.host}</strong>.</p>
<p>No message? Look into the spam folder. If you <a href="/login">log in</a> with the name and password you chose, we send the link again.</p>`;
  return page('Confirm your e-mail address', body);
}

function pendingPage({ username, email }: SignUp) {
  const isAnswered = isMailOn && email.trim() !== '';
  const body = html`<h1>Your request was sent</h1>
<p>The moderators will review your request for <strong>@${username}@${config.host}</strong>.</p>
<p>${isAnswered ? 'We sent you a link to confirm your e-mail address. Open it if you would like to get the answer by e-mail. You can also come back later and' : 'You will not get an e-mail. Come back later and'} <a href="/login">log in</a> with the name and password you chose. If your request is still waiting, the page will say so.</p>`;
  return page('Your request was sent', body);
}
