/** The settings page to delete the account. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { deleteAccount } from '../../domain/accounts/delete.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { note } from '../components/elements.ts';
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
  const body = html`<h2>Delete your account</h2>${note('Your account and everything you published will be deleted here, and other servers will be asked to delete it. Nobody else can use your name again. This cannot be undone.', 'bad')}
<p>If you want to use another server instead, <a href="/settings/move">move your account</a> first to take your followers with you. You can also <a href="/settings/export">export your data</a>.</p>
<form method="post" action="${path}">${formTokenField(visitor)}${proofField({ session: visitor.session, path, errors })}<button class="danger">Delete my account</button></form>`;
  return settingsPage(visitor, path, 'Delete account', body);
}
