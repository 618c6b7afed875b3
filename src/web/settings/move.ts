/** The settings page to move followers from or to another account. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Account, findAccount, getAccount } from '../../domain/accounts/account.ts';
import { moveAway, moveBack, setAliases } from '../../domain/migration/move.ts';
import { aliases, moveTarget } from '../../http/input/account.ts';
import { parseOrThrow } from '../../http/validation.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, byline } from '../components/account.ts';
import { note } from '../components/elements.ts';
import { field } from '../components/fields.ts';
import { richText } from '../components/texts.ts';
import { type MemberVisitor, memberPage } from '../member-page.ts';
import { proofField } from '../recent-log-in.ts';
import { confirmedForm, formTokenField, settingsPage } from './layout.ts';

const path = '/settings/move';
const showForm = (errors: FieldErrors, form: MemberVisitor & { fields: URLSearchParams }) =>
  show(form, errors, form.fields);

export const move = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    `${path}/aliases`,
    confirmedForm(async ({ me, fields }) => {
      const named = (fields.get('aliases') ?? '').split(/\s+/).filter(Boolean);
      await setAliases(me, parseOrThrow(aliases, { aliases: named }).aliases);
      return `${path}?saved=yes`;
    }, showForm),
  )
  .post(
    `${path}/away`,
    confirmedForm(async (form) => {
      const { target } = parseOrThrow(moveTarget, { target: form.fields.get('target') ?? '' });
      await moveAway(form.me, target);
      return `${path}?saved=yes`;
    }, showForm),
  )
  .post(
    `${path}/back`,
    confirmedForm(async ({ me }) => {
      await moveBack(me);
      return `${path}?saved=yes`;
    }, showForm),
  );

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, values: URLSearchParams | null = null) {
  const account = await getAccount(visitor.me);
  const target = account.movedToId === null ? null : await findAccount(account.movedToId);
  const aliasErrors = Object.entries(errors).flatMap(([name, messages]) =>
    name.startsWith('aliases') ? messages : [],
  );
  const body = html`<h2>${t('move.from-here')}</h2>${target ? movedNotice(visitor, target, errors) : moveForm(visitor, account, errors, values)}
<h2>${t('move.to-here')}</h2><p>${t('move.to-here-text')}</p>
<form method="post" action="${path}/aliases">${formTokenField(visitor)}
${field({ name: 'aliases', label: t('move.aliases'), type: 'textarea', value: values?.get('aliases') ?? account.alsoKnownAs.join('\n'), hint: t('move.aliases-hint'), errors: aliasErrors, attributes: { autocapitalize: 'none', spellcheck: 'false' } })}
${proofField({ session: visitor.session, path, errors, id: 'alias-password' })}<button>${t('common.save')}</button></form>`;
  return settingsPage(visitor, path, t('move.title'), body);
}

function moveForm(visitor: MemberVisitor, account: Account, errors: FieldErrors, values: URLSearchParams | null) {
  return html`<p>${richText('move.from-here-text', { address: html`<strong>${addressOf(account)}</strong>` })}</p>
<form method="post" action="${path}/away">${formTokenField(visitor)}
${field({ name: 'target', label: t('move.new-account'), value: values?.get('target') ?? '', hint: t('move.new-account-hint'), errors: errors.target, attributes: { required: true, maxlength: 1_000, autocapitalize: 'none', spellcheck: 'false' } })}${proofField({ session: visitor.session, path, errors })}
<button class="danger">${t('move.submit')}</button></form>`;
}

const movedNotice = (visitor: MemberVisitor, target: Account, errors: FieldErrors) =>
  html`${note(t('move.moved'))}${byline(target, addressOf(target))}
<form method="post" action="${path}/back">${formTokenField(visitor)}<p>${t('move.undo-text')}</p>${proofField({ session: visitor.session, path, errors })}<button class="quiet">${t('move.undo')}</button></form>`;
