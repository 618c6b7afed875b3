/** The settings page for the e-mail address, and for the e-mails that a member gets. */
import { Hono } from 'hono';
import type { MemberRole } from '../../db/vocabulary.ts';
import { changeEmail, type EmailAddress, getEmail, requestEmailConfirmation } from '../../domain/access/email.ts';
import { parseEmail } from '../../domain/accounts/register.ts';
import { confirmationCaps, isMailOn, setSubscription } from '../../domain/mail/mail.ts';
import { mailLists, rolesOf } from '../../domain/mail/texts.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Checkbox, Field, PostForm } from '../components/fields.tsx';
import { richText } from '../components/texts.tsx';
import { mailListText } from '../components/value-texts.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { ProofField } from '../forms/recent-log-in.tsx';
import { confirmedForm, settingsPage } from './layout.tsx';

const path = '/settings/email';

export const email = new Hono()
  .get(path, memberPage(show))
  .post(path, confirmedForm(save))
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
const listsOf = (role: MemberRole) => mailLists.filter((list) => rolesOf(list).includes(role));

async function save(form: SubmittedForm): Promise<string> {
  const { me, fields } = form;
  const address = parseEmail(fields.get('email') ?? '');
  await changeEmail(me, address);
  return `${path}?${isMailOn && address !== null ? 'sent' : 'saved'}=yes`;
}

async function show(visitor: MemberVisitor) {
  const { me, session, c } = visitor;
  const address = await getEmail(me);
  const hint = isMailOn ? t('email-settings.hint-with-mail') : t('email-settings.hint-without-mail');
  const lists = isMailOn ? listsOf(session.role) : [];
  const body = (
    <>
      <h2>{t('email-settings.address')}</h2>
      {c.req.query('sent') ? (
        <Note kind="good">
          {t('email-settings.sent')} {t('confirm-email.few-messages', { count: confirmationCaps.address.quota })}
        </Note>
      ) : null}
      {isMailOn && <Confirmation visitor={visitor} address={address} />}
      <PostForm visitor={visitor} action={path}>
        <Field
          name="email"
          label={t('email-settings.address-optional')}
          type="email"
          value={address.newEmail ?? address.email ?? ''}
          hint={hint}
          attributes={{ maxlength: 254, autocomplete: 'email' }}
        />
        <ProofField visitor={visitor} path={path} />
        <button>{t('email-settings.save-address')}</button>
      </PostForm>
      {lists.length === 0 ? null : (
        <>
          <h2>{t('email-settings.lists')}</h2>
          <PostForm visitor={visitor} action={`${path}/lists`}>
            <fieldset>
              <legend>{t('email-settings.lists-legend')}</legend>
              {lists.map((list) => (
                <Checkbox
                  name="list"
                  value={list}
                  label={mailListText(list)}
                  checked={!address.unsubscribed.includes(list)}
                />
              ))}
            </fieldset>
            <button class="quiet">{t('email-settings.save-lists')}</button>
          </PostForm>
        </>
      )}
    </>
  );
  return settingsPage(visitor, path, t('settings.tab-email'), body);
}

function Confirmation({
  visitor,
  address: { email: current, isConfirmed, newEmail },
}: {
  visitor: MemberVisitor;
  address: EmailAddress;
}) {
  const open = newEmail ?? (isConfirmed ? null : current);
  const isCurrentUsed = newEmail !== null && isConfirmed;
  if (open !== null)
    return (
      <>
        <p>
          {richText(isCurrentUsed ? 'email-settings.unconfirmed-until-then' : 'email-settings.unconfirmed', {
            address: <bdi>{open}</bdi>,
            current: <bdi>{current}</bdi>,
          })}
        </p>
        <PostForm visitor={visitor} action={`${path}/confirm`}>
          <button class="quiet small">{t('email-settings.send-again')}</button>
        </PostForm>
      </>
    );
  return current === null ? null : <p>{richText('email-settings.confirmed', { address: <bdi>{current}</bdi> })}</p>;
}
