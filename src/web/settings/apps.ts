/** The settings page for authorized apps and personal access tokens. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  type AuthorizedApp,
  listAuthorizedApps,
  revokeAllAccess,
  revokeApp,
} from '../../domain/access/credentials.ts';
import {
  createPersonalToken,
  listPersonalTokens,
  type PersonalToken,
  revokePersonalToken,
  type Scope,
  scopes,
} from '../../domain/access/tokens.ts';
import { readId } from '../../http/ids.ts';
import { personalToken } from '../../http/input/personal-token.ts';
import { parseOrThrow } from '../../http/validation.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { type ActionContext, actionButton, actionContext } from '../components/action-buttons.ts';
import { checkbox } from '../components/choice-fields.ts';
import { day } from '../components/date-text.ts';
import { empty, note } from '../components/elements.ts';
import { field } from '../components/field.ts';
import { scopeText } from '../components/scope-text.ts';
import { webUrl } from '../components/web-url.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../member-page.ts';
import { formTokenField, settingsForm, settingsPage } from './layout.ts';

const path = '/settings/apps';
const tokens = '/settings/tokens';

export const apps = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    tokens,
    settingsForm(createToken, (errors, form) => show(form, errors, form.fields)),
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
    memberForm(async ({ me, session }) => {
      await revokeAllAccess(me, session.id);
      return `${path}?saved=yes`;
    }),
  );

async function createToken(form: SubmittedForm) {
  const { me, fields } = form;
  const input = parseOrThrow(personalToken, {
    name: fields.get('name') ?? '',
    scopes: fields.getAll('scope'),
  });
  const text = await createPersonalToken(me, input);
  const body = html`<h2>Token “${input.name}”</h2>${note('Copy the token now. It will not be shown again.')}
<pre>${text}</pre><p>Send it with each request in the header <code>Authorization: Bearer …</code>.</p><p><a href="${path}">Back to apps and tokens</a></p>`;
  return settingsPage(form, path, 'New token', body);
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, values: URLSearchParams | null = null) {
  const [allowed, own] = await Promise.all([listAuthorizedApps(visitor.me), listPersonalTokens(visitor.me)]);
  const context = { ...actionContext(visitor)!, back: path };
  const chosen = values?.getAll('scope') ?? ['read'];
  const body = html`<h2>Authorized apps</h2>${allowed.length > 0 ? html`<ul class="rows">${allowed.map((app) => appRow(app, context))}</ul>` : empty('No app has access to your account.')}
<h2>Personal tokens</h2><p class="hint">For your own scripts. Anyone who has a token can use your account, so keep it secret.</p>
${own.length > 0 ? html`<ul class="rows">${own.map((each) => tokenRow(each, context))}</ul>` : ''}
<form method="post" action="${tokens}">${formTokenField(visitor)}
${field({ name: 'name', label: 'Name of the new token', value: values?.get('name') ?? '', hint: 'What will you use it for?', errors: errors.name, attributes: { required: true, maxlength: 100 } })}
<fieldset><legend>Permissions</legend>${errors.scope ? html`<p class="error">Choose at least one permission.</p>` : ''}${scopes.map((scope) => checkbox({ name: 'scope', value: scope, label: scopeText(scope)[0], hint: `${scope}: ${scopeText(scope)[1]}`, checked: chosen.includes(scope) }))}</fieldset>
<div class="choices"><button>Create token</button></div></form>
<h2>Revoke all access</h2><p>Logs out all other browsers and revokes the access of every app and token. Only this browser stays logged in.</p>
<form method="post" action="/settings/end-all">${formTokenField(visitor)}<button class="danger">Revoke all access</button></form>`;
  return settingsPage(visitor, path, 'Apps', body);
}

const permissions = (list: string[]) =>
  list.map((scope) => scopeText(scope as Scope)[0].toLowerCase()).join(', ');

function appRow({ id, name, website, scopes: granted, since }: AuthorizedApp, context: ActionContext) {
  const url = webUrl(website);
  const home = url
    ? html`, from <a href="${url}" rel="nofollow noopener noreferrer">${new URL(url).host}</a>`
    : '';
  return html`<li><div><strong><bdi>${name}</bdi></strong>${home}<br><span class="hint">${permissions(granted)}${since ? html` · since ${day(since)}` : ''}</span></div><div class="actions">${actionButton(context, `${path}/${id}/revoke`, 'Revoke', { hiddenText: name })}</div></li>`;
}

function tokenRow({ id, name, scopes: granted, createdAt }: PersonalToken, context: ActionContext) {
  const label = name || 'Created on the command line';
  return html`<li><div><strong><bdi>${label}</bdi></strong><br><span class="hint">${permissions(granted)} · since ${day(createdAt)}</span></div><div class="actions">${actionButton(context, `${tokens}/${id}/revoke`, 'Revoke', { hiddenText: label })}</div></li>`;
}
