/** The settings page to delete the account. */
import { Hono } from 'hono';
import { deleteAccount } from '../../domain/accounts/delete.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { richText } from '../components/texts.tsx';
import { type MemberVisitor, memberPage } from '../member-page.ts';
import { ProofField } from '../recent-log-in.tsx';
import { confirmedForm, FormTokenField, settingsPage } from './layout.tsx';

const path = '/settings/leave';

export const deleteAccountPage = new Hono()
  .get(
    path,
    memberPage(async (visitor) => show(visitor)),
  )
  .post(
    path,
    confirmedForm(
      async (form) => {
        await deleteAccount(form.me);
        setSessionCookie(form.c, null);
        return '/';
      },
      (errors, form) => show(form, errors),
    ),
  );

function show(visitor: MemberVisitor, errors: FieldErrors = {}) {
  const body = (
    <>
      <h2>{t('delete-account.heading')}</h2>
      <Note kind="bad">{t('delete-account.warning')}</Note>
      <p>
        {richText('delete-account.alternatives', {
          move: (text) => <a href="/settings/move">{text}</a>,
          export: (text) => <a href="/settings/export">{text}</a>,
        })}
      </p>
      <form method="post" action={path}>
        <FormTokenField visitor={visitor} />
        <ProofField session={visitor.session} path={path} errors={errors} />
        <button class="danger">{t('delete-account.submit')}</button>
      </form>
    </>
  );
  return settingsPage(visitor, path, t('delete-account.title'), body);
}
