/** The settings page for the password and sessions. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  changePassword,
  endOtherSessions,
  endSession,
  listLogins,
  listSessions,
} from '../../domain/access/credentials.ts';
import { arePasskeysPossible } from '../../domain/access/passkeys.ts';
import { findSecondFactor } from '../../domain/access/second-factor.ts';
import { readId } from '../../http/ids.ts';
import { browserName } from '../../lib/browser-name.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { actionButton, actionContext } from '../components/action-buttons.ts';
import { day, moment } from '../components/date-text.ts';
import { field } from '../components/field.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../member-page.ts';
import { proofField } from '../recent-log-in.ts';
import { confirmedForm, formTokenField, settingsPage } from './layout.ts';
import { passkeysPath } from './passkeys.ts';
import { twoFactorPath } from './two-factor.ts';

const path = '/settings/access';
const sessions = '/settings/sessions';
/** Log-ins that the page lists. */
const maxLogins = 10;

export const credentials = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    path,
    confirmedForm(save, (errors, form) => show(form, errors)),
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
  await changePassword(me, fields.get('password') ?? '', session.id);
  return `${path}?saved=yes`;
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}) {
  const { me, session } = visitor;
  const [browsers, logins, { isOn }] = await Promise.all([
    listSessions(me),
    listLogins(me, maxLogins),
    findSecondFactor(me),
  ]);
  const context = { ...actionContext(visitor)!, back: path };
  const list = browsers.map(({ id, userAgent, createdAt, expiresAt }) => {
    const name = browserName(userAgent);
    return html`<li><div><bdi>${name}</bdi><br><span class="hint">Logged in ${day(createdAt)}, expires ${day(expiresAt)}</span></div>${id === session.id ? html`<span class="chip">This browser</span>` : html`<div class="actions">${actionButton(context, `${sessions}/${id}/end`, 'Log out', { hiddenText: name })}</div>`}</li>`;
  });
  const body = html`<h2>Password</h2><form method="post" action="${path}">${formTokenField(visitor)}${proofField({ session, path, errors })}
${field({ name: 'password', label: 'New password', type: 'password', hint: 'At least 10 characters. A new password logs out all other browsers, and revokes the access of apps and personal tokens.', errors: errors.password, attributes: { required: true, minlength: 10, autocomplete: 'new-password' } })}
<button>Change password</button></form>
<h2>Two-factor authentication</h2><p>${isOn ? 'On: logging in takes your password and a code.' : 'Off: your password alone is enough to log in.'} <a href="${twoFactorPath}">${isOn ? 'Change' : 'Set up'}<span class="visually-hidden"> two-factor authentication</span></a></p>${
    arePasskeysPossible
      ? html`
<h2>Passkeys</h2><p>Log in with your fingerprint, your face or the PIN of your device. <a href="${passkeysPath}">Manage passkeys</a></p>`
      : ''
  }
<h2>Logged-in browsers</h2><ul class="rows">${list}</ul>
${browsers.length > 1 ? html`<form method="post" action="${sessions}">${formTokenField(visitor)}<button class="quiet">Log out all other browsers</button></form>` : ''}
<h2>Recent log-ins</h2><p class="hint">Log-ins of the last 90 days. If you do not know one of them, change your password.</p>
<ul class="rows">${logins.map(({ userAgent, address, createdAt }) => html`<li><div><bdi>${browserName(userAgent)}</bdi><br><span class="hint">${moment(createdAt)} from <bdi>${address}</bdi></span></div></li>`)}</ul>`;
  return settingsPage(visitor, path, 'Login', body);
}
