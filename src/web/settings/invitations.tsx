/** The settings page for links with which a member invites others. */
import { Hono } from 'hono';
import {
  createInvitation,
  type Invitation,
  listInvitations,
  maxInvitationDays,
  maxInvitationUses,
  mayInvite,
  revokeInvitation,
} from '../../domain/access/sign-up.ts';
import { idInPath } from '../../http/pagination.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, type ActionContext, actionContext } from '../components/actions.tsx';
import { Empty, factLine } from '../components/elements.tsx';
import { Checkbox, Choices, Field, PostForm } from '../components/fields.tsx';
import { Day } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { ProofField } from '../forms/recent-log-in.tsx';
import { confirmedForm, settingsPage } from './layout.tsx';

const path = '/settings/invitations';

export const invitations = new Hono()
  .get(path, memberPage(show))
  .post(path, confirmedForm(create))
  .post(
    `${path}/:id/revoke`,
    memberForm(async (form) => {
      const id = idInPath(form.c);
      const invitation = (await listInvitations(form.me)).find((each) => each.id === id);
      if (!invitation) throw notFound();
      const about = isOver(invitation) ? t('access.invitation-over') : urlOf(invitation);
      const text = { action: t('access.revoke-invitation'), about, consequence: t('ask.invitation') };
      const question = askFirst(form, { ...text, back: path });
      if (question) return question;
      await revokeInvitation(form.me, id);
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

async function show(visitor: MemberVisitor) {
  const { me, session } = visitor;
  const [isAllowed, known] = await Promise.all([mayInvite(session.role), listInvitations(me)]);
  const context = actionContext(visitor)!;
  const number = (name: string, label: string, value: string, max: number) => (
    <Field name={name} label={label} type="number" value={value} attributes={{ required: true, min: 1, max }} />
  );
  const form = (
    <PostForm visitor={visitor} action={path}>
      {number('uses', t('access.invitation-uses'), '1', maxInvitationUses)}
      {number('days', t('access.invitation-days'), '7', maxInvitationDays)}
      <Checkbox name="autofollow" label={t('access.invitation-autofollow')} checked />
      <ProofField visitor={visitor} path={path} />
      <Choices action={t('access.create-invitation')} />
    </PostForm>
  );
  const body = (
    <>
      <h2>{t('access.invitations-title')}</h2>
      <p>{isAllowed ? t('access.invitations-text') : t('access.may-not-invite')}</p>
      {isAllowed && form}
      {known.length > 0 ? (
        <>
          <h2>{t('access.your-invitations')}</h2>
          <ul class="rows">
            {known.map((each) => (
              <Row invitation={each} context={context} />
            ))}
          </ul>
        </>
      ) : isAllowed ? (
        <Empty>{t('access.no-invitations')}</Empty>
      ) : null}
    </>
  );
  return settingsPage(visitor, path, t('access.invitations-title'), body);
}

const urlOf = ({ code }: Invitation) => `${config.baseUrl}/register?invite=${code}`;

const isOver = ({ uses, maxUses, expiresAt }: Invitation) => uses >= maxUses || expiresAt.getTime() < Date.now();

function Row({ invitation, context }: { invitation: Invitation; context: ActionContext }) {
  const { id, code, uses, maxUses, expiresAt } = invitation;
  return (
    <li>
      <div>
        {isOver(invitation) ? (
          <span class="chip">{t('access.invitation-over')}</span>
        ) : (
          <code>{urlOf(invitation)}</code>
        )}
        <span class="hint">
          {factLine([
            t('access.invitation-state', { uses, maxUses }),
            <>
              {t('access.invitation-until')} <Day date={expiresAt} />
            </>,
          ])}
        </span>
      </div>
      <div class="actions">
        <ActionButton
          context={context}
          action={`${path}/${id}/revoke`}
          label={t('access.revoke-invitation')}
          hiddenText={code.slice(0, 6)}
        />
      </div>
    </li>
  );
}
