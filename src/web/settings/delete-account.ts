/** The settings page to delete the account. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { deleteAccount } from '../../domain/accounts/delete.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { note } from '../components/elements.ts';
import { richText } from '../components/texts.ts';
import { type MemberVisitor, memberPage } from '../member-page.ts';
import { proofField } from '../recent-log-in.ts';
import { confirmedForm, formTokenField, settingsPage } from './layout.ts';

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
  const body = html`<h2>${t('delete-account.heading')}</h2>${note(t('delete-account.warning'), 'bad')}
<p>${richText('delete-account.alternatives', { move: (text) => html`<a href="/settings/move">${text}</a>`, export: (text) => html`<a href="/settings/export">${text}</a>` })}</p>
<form method="post" action="${path}">${formTokenField(visitor)}${proofField({ session: visitor.session, path, errors })}<button class="danger">${t('delete-account.submit')}</button></form>`;
  return settingsPage(visitor, path, t('delete-account.title'), body);
}
