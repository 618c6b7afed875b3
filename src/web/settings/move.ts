/** The settings page to move followers from or to another account. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Account, findAccount, getAccount } from '../../domain/accounts/account.ts';
import { moveAway, moveBack, setAliases } from '../../domain/migration/move.ts';
import { aliases, moveTarget } from '../../http/input/move.ts';
import { parseOrThrow } from '../../http/validation.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { addressOf, byline } from '../components/account.ts';
import { note } from '../components/elements.ts';
import { field } from '../components/field.ts';
import { type MemberVisitor, memberForm, memberPage } from '../member-page.ts';
import { proofField } from '../recent-log-in.ts';
import { confirmedForm, formTokenField, settingsForm, settingsPage } from './layout.ts';

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
    settingsForm(async ({ me, fields }) => {
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
    memberForm(async ({ me }) => {
      await moveBack(me);
      return `${path}?saved=yes`;
    }),
  );

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, values: URLSearchParams | null = null) {
  const account = await getAccount(visitor.me);
  const target = account.movedToId === null ? null : await findAccount(account.movedToId);
  const aliasErrors = Object.entries(errors).flatMap(([name, messages]) =>
    name.startsWith('aliases') ? messages : [],
  );
  const body = html`<h2>Move from this account</h2>${target ? movedNotice(visitor, target) : moveForm(visitor, account, errors, values)}
<h2>Move to this account</h2><p>List your other accounts here, then start the move on their server. Their followers will then follow this account.</p>
<form method="post" action="${path}/aliases">${formTokenField(visitor)}
${field({ name: 'aliases', label: 'Your other accounts', type: 'textarea', value: values?.get('aliases') ?? account.alsoKnownAs.join('\n'), hint: 'One per line, for example @you@mastodon.example. At most ten. Only list accounts that you own, because each of them can move its followers here.', errors: aliasErrors, attributes: { autocapitalize: 'none', spellcheck: 'false' } })}
<button>Save</button></form>`;
  return settingsPage(visitor, path, 'Move', body);
}

function moveForm(
  visitor: MemberVisitor,
  account: Account,
  errors: FieldErrors,
  values: URLSearchParams | null,
) {
  return html`<p>Your followers will follow your new account instead. First add <strong>${addressOf(account)}</strong> as an alias of the new account. Your published items stay here, but you cannot publish here any more.</p>
<form method="post" action="${path}/away">${formTokenField(visitor)}
${field({ name: 'target', label: 'Your new account', value: values?.get('target') ?? '', hint: 'For example @you@mastodon.example', errors: errors.target, attributes: { required: true, maxlength: 1_000, autocapitalize: 'none', spellcheck: 'false' } })}${proofField({ session: visitor.session, path, errors })}
<button class="danger">Move followers</button></form>`;
}

const movedNotice = (visitor: MemberVisitor, target: Account) =>
  html`${note('You have moved to another account. You cannot publish here.')}${byline(target, addressOf(target))}
<form method="post" action="${path}/back">${formTokenField(visitor)}<p>You can undo the move to publish here again. Followers who have moved do not come back automatically.</p><button class="quiet">Undo the move</button></form>`;
