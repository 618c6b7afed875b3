/** How a member comes in: password, e-mail, and the browsers that are logged in. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { readEmail } from '../../../domain/accounts/email.ts';
import {
  changeAccess,
  endOtherSessions,
  endSession,
  findOwnEmail,
  listOwnBrowsers,
} from '../../../domain/accounts/own-access.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { readId } from '../../ids.ts';
import { type MemberVisitor, memberForm, memberPage, type Sent } from '../member.ts';
import { actsOf, press } from '../parts/acts.ts';
import { browserName } from '../parts/browser-name.ts';
import { check } from '../parts/choice.ts';
import { field } from '../parts/field.ts';
import { day } from '../parts/time.ts';
import { currentPassword, demandPassword, settingsForm, settingsShown, token } from './frame.ts';

const path = '/settings/access';
const sessions = '/settings/sessions';

export const access = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    path,
    settingsForm(save, (errors, sent) => show(sent, errors, sent.fields)),
  )
  .post(
    sessions,
    memberForm(async ({ me, visit }) => {
      await endOtherSessions(me, visit.id);
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

async function save(sent: Sent): Promise<string> {
  const { me, visit, fields } = sent;
  const email = fields.get('email');
  await demandPassword(sent);
  await changeAccess(me, {
    // Whoever leaves it empty keeps the one they have.
    password: fields.get('password') || undefined,
    email: email === null ? undefined : readEmail(email),
    sessionId: visit.id,
    withApps: fields.has('apps'),
  });
  return `${path}?saved=yes`;
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, typed: URLSearchParams | null = null) {
  const { me, visit } = visitor;
  const [email, browsers] = await Promise.all([findOwnEmail(me), listOwnBrowsers(me)]);
  const acts = { ...actsOf(visitor)!, back: path };
  const list = browsers.map(({ id, userAgent, createdAt, expiresAt }) => {
    const name = browserName(userAgent);
    return html`<li><div><bdi>${name}</bdi><br><span class="hint">since ${day(createdAt)}, until ${day(expiresAt)}</span></div>${id === visit.id ? html`<span class="chip">this one</span>` : html`<div class="acts">${press(acts, `${sessions}/${id}/end`, 'Log out', { of: name })}</div>`}</li>`;
  });
  const body = html`<h2>Password and e-mail</h2><form method="post" action="${path}">${token(visitor)}${currentPassword(errors)}
${field({ name: 'password', label: 'New password', type: 'password', hint: 'At least 10 characters; leave it empty to keep the one you have. With a new one, all other browsers are logged out.', errors: errors.password, attributes: { minlength: 10, autocomplete: 'new-password' } })}
${check({ name: 'apps', label: 'End the access of apps and personal tokens, too', hint: 'Otherwise they stay: they do not know your password.', checked: typed?.has('apps') ?? false })}
${field({ name: 'email', label: 'E-mail (may stay empty)', type: 'email', value: typed?.get('email') ?? email ?? '', hint: 'Seen only by whoever runs this server, who can give you a new password. No mail is sent.', errors: errors.email, attributes: { maxlength: 254, autocomplete: 'email' } })}
<button>Change it</button></form>
<h2>Browsers that are logged in</h2><ul class="rows">${list}</ul>
${browsers.length > 1 ? html`<form method="post" action="${sessions}">${token(visitor)}<button class="quiet">Log out everywhere else</button></form>` : ''}`;
  return settingsShown(visitor, path, 'Access', body);
}
