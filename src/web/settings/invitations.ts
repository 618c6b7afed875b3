/** The settings page for links with which a member invites others. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  createInvitation,
  type Invitation,
  listInvitations,
  maxInvitationDays,
  maxInvitationUses,
  mayInvite,
  revokeInvitation,
} from '../../domain/access/sign-up.ts';
import { readId } from '../../http/pagination.ts';
import { config } from '../../lib/config.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type ActionContext, actionButton, actionContext } from '../components/actions.ts';
import { empty, factLine, note } from '../components/elements.ts';
import { checkbox, field } from '../components/fields.ts';
import { day } from '../components/texts.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../member-page.ts';
import { proofField } from '../recent-log-in.ts';
import { confirmedForm, formTokenField, settingsPage } from './layout.ts';

const path = '/settings/invitations';

export const invitations = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    path,
    confirmedForm(create, (errors, form) => show(form, errors, form.fields)),
  )
  .post(
    `${path}/:id/revoke`,
    memberForm(async ({ c, me }) => {
      await revokeInvitation(me, readId(c.req.param('id')!) ?? 0);
      return `${path}?saved=yes`;
    }),
  );

async function create({ session, fields }: SubmittedForm): Promise<string> {
  await createInvitation(session, {
    maxUses: Number(fields.get('uses') || Number.NaN),
    days: Number(fields.get('days') || Number.NaN),
    autofollow: fields.get('autofollow') === 'yes',
  });
  return `${path}?saved=yes`;
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, values: URLSearchParams | null = null) {
  const { me, session } = visitor;
  const [isAllowed, known] = await Promise.all([mayInvite(session.role), listInvitations(me)]);
  const context = { ...actionContext(visitor)!, back: path };
  const number = (name: string, label: string, value: string, max: number) =>
    field({
      name,
      label,
      type: 'number',
      value: values?.get(name) ?? value,
      errors: errors[name],
      attributes: { required: true, min: 1, max },
    });
  const form = html`<form method="post" action="${path}">${formTokenField(visitor)}${errors.base ? note(errors.base.join(' '), 'bad') : ''}
${number('uses', t('access.invitation-uses'), '1', maxInvitationUses)}${number('days', t('access.invitation-days'), '7', maxInvitationDays)}
${checkbox({ name: 'autofollow', label: t('access.invitation-autofollow'), checked: values ? values.get('autofollow') === 'yes' : true })}
${proofField({ session, path, errors })}<div class="choices"><button>${t('access.create-invitation')}</button></div></form>`;
  const body = html`<h2>${t('access.invitations-title')}</h2><p>${isAllowed ? t('access.invitations-text') : t('access.may-not-invite')}</p>${isAllowed ? form : ''}
${known.length > 0 ? html`<h2>${t('access.your-invitations')}</h2><ul class="rows">${known.map((each) => row(each, context))}</ul>` : isAllowed ? empty(t('access.no-invitations')) : ''}`;
  return settingsPage(visitor, path, t('access.invitations-title'), body);
}

function row({ id, code, uses, maxUses, expiresAt }: Invitation, context: ActionContext) {
  const url = `${config.baseUrl}/register?invite=${code}`;
  const isOver = uses >= maxUses || expiresAt.getTime() < Date.now();
  return html`<li><div>${isOver ? html`<span class="chip">${t('access.invitation-over')}</span>` : html`<code>${url}</code>`}<span class="hint">${factLine([t('access.invitation-state', { uses, maxUses }), html`${t('access.invitation-until')} ${day(expiresAt)}`])}</span></div><div class="actions">${actionButton(context, `${path}/${id}/revoke`, t('access.revoke-invitation'), { hiddenText: code.slice(0, 6) })}</div></li>`;
}
