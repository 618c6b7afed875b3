/** The settings page for authorized apps and personal access tokens. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type AuthorizedApp, endOtherAccess, listAuthorizedApps, revokeApp } from '../../domain/access/credentials.ts';
import {
  createPersonalToken,
  listPersonalTokens,
  type PersonalToken,
  revokePersonalToken,
  type Scope,
  scopes,
} from '../../domain/access/tokens.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import { personalToken } from '../../http/input/account.ts';
import { readId } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type ActionContext, actionButton, actionContext } from '../components/actions.ts';
import { empty, note } from '../components/elements.ts';
import { checkbox, field } from '../components/fields.ts';
import { day, richText, webUrl } from '../components/texts.ts';
import { scopeText } from '../components/value-texts.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../member-page.ts';
import { proofField } from '../recent-log-in.ts';
import { confirmedForm, formTokenField, settingsPage } from './layout.ts';

const path = '/settings/apps';
const tokens = '/settings/tokens';

export const apps = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    tokens,
    confirmedForm(createToken, (errors, form) => show(form, errors, form.fields)),
  )
  .post(
    `${tokens}/:id/revoke`,
    memberForm(async ({ c, me }) => {
      await revokePersonalToken(me, readId(c.req.param('id')!) ?? 0);
      return `${path}?saved=yes`;
    }),
  )
  .post(
    `${path}/:id/revoke`,
    memberForm(async ({ c, me }) => {
      await revokeApp(me, c.req.param('id')!);
      return `${path}?saved=yes`;
    }),
  )
  .post(
    '/settings/end-all',
    memberForm(async ({ c, me, session }) => {
      setSessionCookie(c, await endOtherAccess(me, session.id, { withApps: true }));
      return `${path}?saved=yes`;
    }),
  );

async function createToken(form: SubmittedForm) {
  const { me, session, fields } = form;
  const input = parseOrThrow(personalToken, {
    name: fields.get('name') ?? '',
    scopes: fields.getAll('scope'),
  });
  const text = await createPersonalToken({ accountId: me, sessionId: session.id }, input);
  const body = html`<h2>${t('apps.token', { name: input.name })}</h2>${note(t('apps.copy-now'))}
<pre>${text}</pre><p>${richText('apps.send-in-header', { header: html`<code>${'Authorization: Bearer …'}</code>` })}</p><p><a href="${path}">${t('apps.back')}</a></p>`;
  return settingsPage(form, path, t('apps.new-token'), body);
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, values: URLSearchParams | null = null) {
  const [allowed, own] = await Promise.all([listAuthorizedApps(visitor.me), listPersonalTokens(visitor.me)]);
  const context = { ...actionContext(visitor)!, back: path };
  const chosen = values?.getAll('scope') ?? ['read'];
  const body = html`<h2>${t('apps.authorized')}</h2>${allowed.length > 0 ? html`<ul class="rows">${allowed.map((app) => appRow(app, context))}</ul>` : empty(t('apps.no-apps'))}
<h2>${t('apps.tokens')}</h2><p class="hint">${t('apps.tokens-text')}</p>
${own.length > 0 ? html`<ul class="rows">${own.map((each) => tokenRow(each, context))}</ul>` : ''}
<form method="post" action="${tokens}">${formTokenField(visitor)}
${field({ name: 'name', label: t('apps.token-name'), value: values?.get('name') ?? '', hint: t('apps.token-name-hint'), errors: errors.name, attributes: { required: true, maxlength: 100 } })}
<fieldset><legend>${t('apps.permissions')}</legend>${errors.scope ? html`<p class="error">${t('apps.choose-permission')}</p>` : ''}${scopes.map((scope) => checkbox({ name: 'scope', value: scope, label: scopeText(scope)[0], hint: t('apps.permission-hint', { scope, includes: scopeText(scope)[1] }), checked: chosen.includes(scope) }))}</fieldset>
${proofField({ session: visitor.session, path, errors })}<div class="choices"><button>${t('apps.create-token')}</button></div></form>
<h2>${t('apps.revoke-all')}</h2><p>${t('apps.revoke-all-text')}</p>
<form method="post" action="/settings/end-all">${formTokenField(visitor)}<button class="danger">${t('apps.revoke-all-button')}</button></form>`;
  return settingsPage(visitor, path, t('settings.tab-apps'), body);
}

const permissions = (list: string[]) =>
  html`<ul class="hint">${list.map((scope) => html`<li>${scopeText(scope as Scope)[0]}</li>`)}</ul>`;

const sinceText = (date: Date) => html`<span class="hint">${richText('apps.since', { day: day(date) })}</span>`;

function appRow({ id, name, website, scopes: granted, since }: AuthorizedApp, context: ActionContext) {
  const url = webUrl(website);
  const label = html`<strong><bdi>${name}</bdi></strong>`;
  const title = url
    ? richText('apps.name-and-site', {
        name: label,
        site: html`<a href="${url}" rel="nofollow noopener noreferrer">${new URL(url).host}</a>`,
      })
    : label;
  return html`<li><div>${title}${since ? html`<br>${sinceText(since)}` : ''}${permissions(granted)}</div><div class="actions">${actionButton(context, `${path}/${encodeURIComponent(id)}/revoke`, t('apps.revoke'), { hiddenText: name })}</div></li>`;
}

function tokenRow({ id, name, scopes: granted, createdAt }: PersonalToken, context: ActionContext) {
  const label = name || t('apps.token-of-command-line');
  return html`<li><div><strong><bdi>${label}</bdi></strong><br>${sinceText(createdAt)}${permissions(granted)}</div><div class="actions">${actionButton(context, `${tokens}/${id}/revoke`, t('apps.revoke'), { hiddenText: label })}</div></li>`;
}
