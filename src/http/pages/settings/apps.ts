/** Apps that may act for a member, and tokens for programs of their own. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type App, endAllAccess, endApp, listOwnApps } from '../../../domain/accounts/own-access.ts';
import {
  createOwnToken,
  listOwnTokens,
  type PersonalToken,
  revokeOwnToken,
  type Scope,
  scopes,
} from '../../../domain/tokens.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { readId } from '../../ids.ts';
import { personalToken } from '../../input/personal-token.ts';
import { parse } from '../../issues.ts';
import { type MemberVisitor, memberForm, memberPage, type Sent } from '../member.ts';
import { type Acts, actsOf, press } from '../parts/acts.ts';
import { empty, note } from '../parts/blocks.ts';
import { check } from '../parts/choice.ts';
import { field } from '../parts/field.ts';
import { meaning } from '../parts/scopes.ts';
import { day } from '../parts/time.ts';
import { webUrl } from '../parts/web-url.ts';
import { settingsForm, settingsShown, token } from './frame.ts';

const path = '/settings/apps';
const tokens = '/settings/tokens';

export const apps = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    tokens,
    settingsForm(make, (errors, sent) => show(sent, errors, sent.fields)),
  )
  .post(
    `${tokens}/:id/revoke`,
    memberForm(async ({ c, me }) => {
      await revokeOwnToken(me, readId(c.req.param('id')!) ?? 0);
      return `${path}?saved=yes`;
    }),
  )
  .post(
    `${path}/:id/revoke`,
    memberForm(async ({ c, me }) => {
      await endApp(me, c.req.param('id')!);
      return `${path}?saved=yes`;
    }),
  )
  .post(
    '/settings/end-all',
    memberForm(async ({ me, visit }) => {
      await endAllAccess(me, visit.id);
      return `${path}?saved=yes`;
    }),
  );

async function make(sent: Sent) {
  const { me, fields } = sent;
  const wanted = parse(personalToken, { name: fields.get('name') ?? '', scopes: fields.getAll('scope') });
  const text = await createOwnToken(me, wanted);
  const body = html`<h2>The token “${wanted.name}”</h2>${note('It is shown this once, and kept only as a hash.')}
<pre>${text}</pre><p>A program sends it with each request, in the header <code>Authorization: Bearer …</code>.</p><p><a href="${path}">Back to apps and tokens</a></p>`;
  return settingsShown(sent, path, 'A token', body);
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, typed: URLSearchParams | null = null) {
  const [allowed, own] = await Promise.all([listOwnApps(visitor.me), listOwnTokens(visitor.me)]);
  const acts = { ...actsOf(visitor)!, back: path };
  const chosen = typed?.getAll('scope') ?? ['read'];
  const body = html`<h2>Apps you allowed</h2>${allowed.length > 0 ? html`<ul class="rows">${allowed.map((app) => appRow(app, acts))}</ul>` : empty('No app acts for you.')}
<h2>Personal tokens</h2><p class="hint">For programs of your own. Whoever has one acts for you: do not show it to others.</p>
${own.length > 0 ? html`<ul class="rows">${own.map((each) => tokenRow(each, acts))}</ul>` : ''}
<form method="post" action="${tokens}">${token(visitor)}
${field({ name: 'name', label: 'A new token for', value: typed?.get('name') ?? '', hint: 'So that you know it again.', errors: errors.name, attributes: { required: true, maxlength: 100 } })}
<fieldset><legend>What it may do</legend>${errors.scope ? html`<p class="error">Choose at least one.</p>` : ''}${scopes.map((scope) => check({ name: 'scope', value: scope, label: meaning[scope][0], hint: `${scope}: ${meaning[scope][1]}`, checked: chosen.includes(scope) }))}</fieldset>
<div class="choices"><button>Make it</button></div></form>
<h2>End everything</h2><p>Logs out all other browsers, and ends the access of every app and token. Only this browser goes on.</p>
<form method="post" action="/settings/end-all">${token(visitor)}<button class="danger">End all access but this</button></form>`;
  return settingsShown(visitor, path, 'Apps', body);
}

const may = (list: string[]) => list.map((scope) => meaning[scope as Scope][0].toLowerCase()).join(', ');

function appRow({ id, name, website, scopes: granted, since }: App, acts: Acts) {
  const url = webUrl(website);
  const home = url
    ? html`, from <a href="${url}" rel="nofollow noopener noreferrer">${new URL(url).host}</a>`
    : '';
  return html`<li><div><strong><bdi>${name}</bdi></strong>${home}<br><span class="hint">${may(granted)}${since ? html` · since ${day(since)}` : ''}</span></div><div class="acts">${press(acts, `${path}/${id}/revoke`, 'End its access', { of: name })}</div></li>`;
}

function tokenRow({ id, name, scopes: granted, createdAt }: PersonalToken, acts: Acts) {
  const called = name || 'Made on the server’s command line';
  return html`<li><div><strong><bdi>${called}</bdi></strong><br><span class="hint">${may(granted)} · since ${day(createdAt)}</span></div><div class="acts">${press(acts, `${tokens}/${id}/revoke`, 'Revoke', { of: called })}</div></li>`;
}
