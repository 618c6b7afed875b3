/** The settings page for the password and sessions. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  changePassword,
  endOtherAccess,
  endSession,
  listAuthorizedApps,
  listLogins,
  listSessions,
} from '../../domain/access/credentials.ts';
import { arePasskeysPossible, findSecondFactor } from '../../domain/access/second-factor.ts';
import { listPersonalTokens } from '../../domain/access/tokens.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import { readId } from '../../http/pagination.ts';
import { browserName } from '../../lib/browser-name.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { actionButton, actionContext } from '../components/actions.ts';
import { checkbox, field } from '../components/fields.ts';
import { day, moment, richText } from '../components/texts.ts';
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
    memberForm(async ({ c, me, session, fields }) => {
      const withApps = fields.get('apps') === 'yes';
      setSessionCookie(c, await endOtherAccess(me, session.id, { withApps }));
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
  const { c, me, session, fields } = form;
  setSessionCookie(c, await changePassword(me, fields.get('password') ?? '', session.id));
  return `${path}?saved=yes`;
}

/**
 * Apps keep their access unless the member chooses otherwise: a script whose token is gone cannot get it back by
 * itself.
 */
const logOutForm = (visitor: MemberVisitor, apps: number) =>
  html`<form method="post" action="${sessions}">${formTokenField(visitor)}${apps > 0 ? checkbox({ name: 'apps', label: t('login-settings.log-out-apps', { count: apps }), hint: t('login-settings.log-out-apps-hint'), checked: false }) : ''}<div class="choices"><button class="quiet">${t('login-settings.log-out-others')}</button></div></form>`;

async function show(visitor: MemberVisitor, errors: FieldErrors = {}) {
  const { me, session } = visitor;
  const [browsers, logins, { isOn }, apps, tokens] = await Promise.all([
    listSessions(me),
    listLogins(me, maxLogins),
    findSecondFactor(me),
    listAuthorizedApps(me),
    listPersonalTokens(me),
  ]);
  const context = { ...actionContext(visitor)!, back: path };
  const list = browsers.map(({ id, userAgent, createdAt, expiresAt }) => {
    const name = browserName(userAgent);
    return html`<li><div><bdi>${name}</bdi><br><span class="hint">${richText('login-settings.logged-in-and-expires', { since: day(createdAt), until: day(expiresAt) })}</span></div>${id === session.id ? html`<span class="chip">${t('login-settings.this-browser')}</span>` : html`<div class="actions">${actionButton(context, `${sessions}/${id}/end`, t('login-settings.log-out-browser'), { hiddenText: name })}</div>`}</li>`;
  });
  const body = html`<h2>${t('login-settings.password')}</h2><form method="post" action="${path}">${formTokenField(visitor)}${proofField({ session, path, errors })}
${field({ name: 'password', label: t('login-settings.new-password'), type: 'password', hint: t('login-settings.new-password-hint'), errors: errors.password, attributes: { required: true, minlength: 10, autocomplete: 'new-password' } })}
<button>${t('login-settings.change-password')}</button></form>
<h2>${t('login-settings.two-factor')}</h2><p>${richText(`login-settings.two-factor-${isOn ? 'on' : 'off'}`, { link: (text) => html`<a href="${twoFactorPath}">${text}</a>`, hidden: (text) => html`<span class="visually-hidden">${text}</span>` })}</p>${
    arePasskeysPossible
      ? html`
<h2>${t('login-settings.passkeys')}</h2><p>${richText('login-settings.passkeys-text', { link: (text) => html`<a href="${passkeysPath}">${text}</a>` })}</p>`
      : ''
  }
<h2>${t('login-settings.browsers')}</h2><ul class="rows">${list}</ul>
${browsers.length > 1 || apps.length + tokens.length > 0 ? logOutForm(visitor, apps.length + tokens.length) : ''}
<h2>${t('login-settings.recent')}</h2><p class="hint">${t('login-settings.recent-text')}</p>
<ul class="rows">${logins.map(({ userAgent, address, createdAt }) => html`<li><div><bdi>${browserName(userAgent)}</bdi><br><span class="hint">${richText('login-settings.time-and-address', { time: moment(createdAt), address: html`<bdi>${address}</bdi>` })}</span></div></li>`)}</ul>`;
  return settingsPage(visitor, path, t('settings.tab-login'), body);
}
