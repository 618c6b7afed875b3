/** The settings page for password, email and sessions. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  endOtherSessions,
  endSession,
  findEmail,
  listSessions,
  updateCredentials,
} from '../../domain/access/credentials.ts';
import { parseEmail } from '../../domain/accounts/email.ts';
import { readId } from '../../http/ids.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { actionButton, actionContext } from '../components/action-buttons.ts';
import { browserName } from '../components/browser-name.ts';
import { day } from '../components/date-text.ts';
import { field } from '../components/field.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../member-page.ts';
import {
  currentPassword,
  formTokenField,
  requireCurrentPassword,
  settingsForm,
  settingsPage,
} from './layout.ts';

const path = '/settings/access';
const sessions = '/settings/sessions';

export const credentials = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    path,
    settingsForm(save, (errors, form) => show(form, errors, form.fields)),
  )
  .post(
    sessions,
    memberForm(async ({ me, session }) => {
      await endOtherSessions(me, session.id);
      return `${path}?saved=yes`;
    }),
  )
  .post(
    `${sessions}/:id/end`,
    memberForm(async ({ c, me }) => {
      await endSession(me, readId(c.req.param('id')!) ?? 0);
      return `${path}?saved=yes`;
    }),
  );

async function save(form: SubmittedForm): Promise<string> {
  const { me, session, fields } = form;
  const email = fields.get('email');
  await requireCurrentPassword(form);
  await updateCredentials(me, {
    // An empty password means no change.
    password: fields.get('password') || undefined,
    email: email === null ? undefined : parseEmail(email),
    sessionId: session.id,
  });
  return `${path}?saved=yes`;
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, values: URLSearchParams | null = null) {
  const { me, session } = visitor;
  const [email, browsers] = await Promise.all([findEmail(me), listSessions(me)]);
  const context = { ...actionContext(visitor)!, back: path };
  const list = browsers.map(({ id, userAgent, createdAt, expiresAt }) => {
    const name = browserName(userAgent);
    return html`<li><div><bdi>${name}</bdi><br><span class="hint">Logged in ${day(createdAt)}, expires ${day(expiresAt)}</span></div>${id === session.id ? html`<span class="chip">This browser</span>` : html`<div class="actions">${actionButton(context, `${sessions}/${id}/end`, 'Log out', { hiddenText: name })}</div>`}</li>`;
  });
  const body = html`<h2>Password and email</h2><form method="post" action="${path}">${formTokenField(visitor)}${currentPassword(errors)}
${field({ name: 'password', label: 'New password', type: 'password', hint: 'At least 10 characters. Leave empty to keep your password. A new password logs out all other browsers, and revokes the access of apps and personal tokens.', errors: errors.password, attributes: { minlength: 10, autocomplete: 'new-password' } })}
${field({ name: 'email', label: 'Email (optional)', type: 'email', value: values?.get('email') ?? email ?? '', hint: 'Only the operator can see it, to help you if you forget your password. You will not get any mail.', errors: errors.email, attributes: { maxlength: 254, autocomplete: 'email' } })}
<button>Save changes</button></form>
<h2>Logged-in browsers</h2><ul class="rows">${list}</ul>
${browsers.length > 1 ? html`<form method="post" action="${sessions}">${formTokenField(visitor)}<button class="quiet">Log out all other browsers</button></form>` : ''}`;
  return settingsPage(visitor, path, 'Login', body);
}
