/** The page where strangers join, or ask to. */
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { logIn } from '../../domain/accounts/sessions.ts';
import { checkSignUp, type SignUp, signUp } from '../../domain/accounts/sign-up.ts';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { type Limit, requestLimit, takeOne } from '../limits.ts';
import { addressOf } from '../serve.ts';
import { page, pageHeaders } from './layout.ts';
import { ownPage } from './next.ts';
import { refusal } from './notice.ts';
import { note } from './parts/blocks.ts';
import { field, hidden } from './parts/field.ts';
import { joining } from './parts/joining.ts';
import { formToken, readOwnForm, setSession, visitOf } from './session.ts';

/** Of requests that are right in themselves: a mistake costs nothing. */
const signUpLimit: Limit = { name: 'sign-up', quota: 5, window: 1_800 };

export const register = new Hono()
  .get('/register', async (c) => {
    const next = ownPage(c.req.query('next'));
    if (await visitOf(c)) return c.redirect(next ?? `${config.baseUrl}/home`, 303);
    return c.html(form(c, { next }), 200, pageHeaders);
  })
  .post('/register', async (c) => {
    const headers: Record<string, string> = {};
    try {
      return await attempt(c, headers);
    } catch (error) {
      return refusal(c, error, headers);
    }
  });

async function attempt(c: Context, headers: Record<string, string>) {
  if (config.rateLimits) await takeOne(requestLimit, addressOf(c), headers);
  const visit = await visitOf(c);
  const fields = await readOwnForm(c, visit);
  const next = ownPage(fields.get('next'));
  if (visit) return c.redirect(next ?? `${config.baseUrl}/home`, 303);

  const { registration } = await getInstanceProfile();
  if (registration === 'closed') return c.html(form(c, { next }), 403, pageHeaders);
  const who = {
    username: (fields.get('name') ?? '').trim().toLowerCase(),
    password: fields.get('password') ?? '',
    email: fields.get('email') ?? '',
    reason: (fields.get('reason') ?? '').toWellFormed(),
  };
  try {
    // People do not see this field; programs that fill in all there are do not see that.
    if (fields.get('website'))
      throw new DomainError('validation_failed', 'This looks like a program’s work.');
    await checkSignUp(who);
    if (config.rateLimits) await takeOne(signUpLimit, addressOf(c), headers);
    if (!(await signUp(who))) return c.html(waits(who.username), 200, pageHeaders);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return c.html(form(c, { next, typed: who, errors: error.errors }), 422, pageHeaders);
  }
  const { username: name, password } = who;
  setSession(c, await logIn({ name, password, userAgent: c.req.header('user-agent') ?? '' }));
  return c.redirect(next ?? `${config.baseUrl}/home`, 303);
}

interface Shown {
  next: string | null;
  typed?: SignUp;
  errors?: FieldErrors;
}

async function form(c: Context, { next, typed, errors = {} }: Shown) {
  const { name, rules, registration } = await getInstanceProfile();
  const path = next?.slice(config.baseUrl.length);
  const title = registration === 'approval' ? `Ask for an account at ${name}` : `Join ${name}`;
  const toLogIn = html`<p class="hint">An account already? <a href="/login${path ? `?next=${encodeURIComponent(path)}` : ''}">Log in</a></p>`;
  if (registration === 'closed') {
    const body = html`<h1>${title}</h1><p>${joining.closed} <a href="/about">About this server</a></p>${toLogIn}`;
    return page(title, body, { path: '/register' });
  }
  const body = html`<h1>${title}</h1><p>${joining[registration]}</p>
${rules === '' ? '' : html`<details class="linked"><summary>The rules here</summary><div class="prose">${raw(renderMarkdown(rules))}</div></details>`}
<form method="post" action="/register">${hidden({ form_token: formToken(c, null), ...(path && { next: path }) })}
<div hidden><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
${errors.base ? note(errors.base.join(' '), 'bad') : ''}
${field({ name: 'name', label: 'Name', value: typed?.username, hint: `Your address will be @name@${config.host}: a–z, 0–9 and _. It cannot be changed later.`, errors: errors.name, attributes: { required: true, maxlength: 30, autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' } })}
${field({ name: 'password', label: 'Password', type: 'password', hint: 'At least 10 characters. It is kept only as a hash.', errors: errors.password, attributes: { required: true, minlength: 10, autocomplete: 'new-password' } })}
${field({ name: 'email', label: 'E-mail (may stay empty)', type: 'email', value: typed?.email, hint: 'Seen only by whoever runs this server, who can give you a new password. No mail is sent.', errors: errors.email, attributes: { maxlength: 254, autocomplete: 'email' } })}
${registration === 'approval' ? field({ name: 'reason', label: 'Why you would like to join', type: 'textarea', value: typed?.reason, hint: 'Read by whoever decides.', errors: errors.reason, attributes: { required: true, maxlength: 1_000 } }) : ''}
<button>${registration === 'approval' ? 'Ask' : 'Make the account'}</button></form>${toLogIn}`;
  return page(title, body, { path: '/register' });
}

function waits(username: string) {
  const body = html`<h1>Your request is on its way</h1>
<p>Whoever runs this server looks at it. Until it is approved, there is no account: <strong>@${username}@${config.host}</strong> can be seen by nobody.</p>
<p>No mail is sent. Come back and <a href="/login">log in</a> with the name and password you chose; the page tells you if you still have to wait.</p>`;
  return page('Your request is on its way', body);
}
