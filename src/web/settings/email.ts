/** The settings page for the e-mail address, and for the e-mails that a member gets. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  changeEmail,
  type EmailAddress,
  getEmail,
  requestEmailConfirmation,
} from '../../domain/access/email.ts';
import { parseEmail } from '../../domain/accounts/email.ts';
import { isMailOn } from '../../domain/mail/mail.ts';
import { mailLists, rolesOf } from '../../domain/mail/texts/text.ts';
import { setSubscription } from '../../domain/mail/unsubscribe.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { checkbox } from '../components/choice-fields.ts';
import { note } from '../components/elements.ts';
import { field } from '../components/field.ts';
import { mailListText } from '../components/mail-list-text.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../member-page.ts';
import {
  currentPassword,
  formTokenField,
  requireCurrentPassword,
  settingsForm,
  settingsPage,
} from './layout.ts';

const path = '/settings/email';

export const email = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    path,
    settingsForm(save, (errors, form) => show(form, errors, form.fields)),
  )
  .post(
    `${path}/confirm`,
    memberForm(async ({ me }) => {
      await requestEmailConfirmation(me);
      return `${path}?sent=yes`;
    }),
  )
  .post(
    `${path}/lists`,
    memberForm(async ({ me, session, fields }) => {
      for (const list of listsOf(session.role))
        await setSubscription({ accountId: me, list }, fields.getAll('list').includes(list));
      return `${path}?saved=yes`;
    }),
  );

/** A list that a member does not get stays as it is, in case the role changes. */
const listsOf = (role: string) => mailLists.filter((list) => rolesOf[list].includes(role));

async function save(form: SubmittedForm): Promise<string> {
  const { me, fields } = form;
  await requireCurrentPassword(form);
  const address = parseEmail(fields.get('email') ?? '');
  await changeEmail(me, address);
  return `${path}?${isMailOn && address !== null ? 'sent' : 'saved'}=yes`;
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, values: URLSearchParams | null = null) {
  const { me, session, c } = visitor;
  const address = await getEmail(me);
  const hint = isMailOn
    ? 'To reset your password, and for notices about the safety of your account. Only the operator can see it. A new address is used once you have confirmed it.'
    : 'Only the operator can see it, to help you if you forget your password. You will not get any mail.';
  const lists = isMailOn ? listsOf(session.role) : [];
  const body = html`<h2>E-mail address</h2>${c.req.query('sent') ? note('We sent you a link. Open it to confirm the address.', 'good') : ''}${isMailOn ? confirmation(visitor, address) : ''}
<form method="post" action="${path}">${formTokenField(visitor)}
${field({ name: 'email', label: 'Email (optional)', type: 'email', value: values?.get('email') ?? address.newEmail ?? address.email ?? '', hint, errors: errors.email, attributes: { maxlength: 254, autocomplete: 'email' } })}
${currentPassword(errors)}<button>Save address</button></form>
${lists.length === 0 ? '' : html`<h2>E-mails to you</h2><form method="post" action="${path}/lists">${formTokenField(visitor)}<fieldset><legend>Send me an e-mail about</legend>${lists.map((list) => checkbox({ name: 'list', value: list, label: mailListText(list), checked: !address.unsubscribed.includes(list) }))}</fieldset><button class="quiet">Save choices</button></form>`}`;
  return settingsPage(visitor, path, 'E-mail', body);
}

function confirmation(visitor: MemberVisitor, { email: current, isConfirmed, newEmail }: EmailAddress) {
  const open = newEmail ?? (isConfirmed ? null : current);
  if (open !== null)
    return html`<p><bdi>${open}</bdi> is not confirmed yet.${newEmail !== null && isConfirmed ? html` Until then, messages go to <bdi>${current}</bdi>.` : ''}</p>
<form method="post" action="${path}/confirm">${formTokenField(visitor)}<button class="quiet small">Send the link again</button></form>`;
  return current === null ? '' : html`<p><bdi>${current}</bdi> is confirmed.</p>`;
}
