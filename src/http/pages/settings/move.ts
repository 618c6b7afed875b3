/** Moving house: which accounts elsewhere are one's own, too, and where one has gone. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Account, findAccount, getAccount } from '../../../domain/accounts/account.ts';
import { moveAway, moveBack, setAliases } from '../../../domain/accounts/move.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { aliases, moveTarget } from '../../input/move.ts';
import { parse } from '../../issues.ts';
import { type MemberVisitor, memberForm, memberPage } from '../member.ts';
import { note } from '../parts/blocks.ts';
import { field } from '../parts/field.ts';
import { addressOf, byline } from '../parts/person.ts';
import { currentPassword, demandPassword, settingsForm, settingsShown, token } from './frame.ts';

const path = '/settings/move';
const again = (errors: FieldErrors, sent: MemberVisitor & { fields: URLSearchParams }) =>
  show(sent, errors, sent.fields);

export const move = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    `${path}/aliases`,
    settingsForm(async ({ me, fields }) => {
      const named = (fields.get('aliases') ?? '').split(/\s+/).filter(Boolean);
      await setAliases(me, parse(aliases, { aliases: named }).aliases);
      return `${path}?saved=yes`;
    }, again),
  )
  .post(
    `${path}/away`,
    settingsForm(async (sent) => {
      const { target } = parse(moveTarget, { target: sent.fields.get('target') ?? '' });
      await demandPassword(sent);
      await moveAway(sent.me, target);
      return `${path}?saved=yes`;
    }, again),
  )
  .post(
    `${path}/back`,
    memberForm(async ({ me }) => {
      await moveBack(me);
      return `${path}?saved=yes`;
    }),
  );

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, typed: URLSearchParams | null = null) {
  const account = await getAccount(visitor.me);
  const gone = account.movedToId === null ? null : await findAccount(account.movedToId);
  const wrong = Object.entries(errors).flatMap(([name, said]) => (name.startsWith('aliases') ? said : []));
  const body = html`<h2>Away from here</h2>${gone ? there(visitor, gone) : away(visitor, account, errors, typed)}
<h2>To this account</h2><p>Name the accounts elsewhere that are yours, then move there: their followers come here.</p>
<form method="post" action="${path}/aliases">${token(visitor)}
${field({ name: 'aliases', label: 'Your other accounts', type: 'textarea', value: typed?.get('aliases') ?? account.alsoKnownAs.join('\n'), hint: 'One a line, such as @you@mastodon.example; ten at most. Whoever holds one of them can make its followers yours.', errors: wrong, attributes: { autocapitalize: 'none', spellcheck: 'false' } })}
<button>Save</button></form>`;
  return settingsShown(visitor, path, 'Move', body);
}

function away(visitor: MemberVisitor, account: Account, errors: FieldErrors, typed: URLSearchParams | null) {
  return html`<p>Your followers are asked to follow another account of yours. It must name <strong>${addressOf(account)}</strong> among its aliases first. What you published stays here; nothing new is published.</p>
<form method="post" action="${path}/away">${token(visitor)}
${field({ name: 'target', label: 'Your new account', value: typed?.get('target') ?? '', hint: 'Such as @you@mastodon.example', errors: errors.target, attributes: { required: true, maxlength: 1_000, autocapitalize: 'none', spellcheck: 'false' } })}${currentPassword(errors)}
<button class="danger">Move</button></form>`;
}

const there = (visitor: MemberVisitor, gone: Account) =>
  html`${note('You have moved. Nothing is published here.')}${byline(gone, addressOf(gone))}
<form method="post" action="${path}/back">${token(visitor)}<p>You can publish here again. Followers who have gone do not come back by themselves.</p><button class="quiet">Come back</button></form>`;
