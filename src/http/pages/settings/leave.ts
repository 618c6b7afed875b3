/** Where members go for good. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { leave as goAway } from '../../../domain/accounts/leave.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { type MemberVisitor, memberPage } from '../member.ts';
import { note } from '../parts/blocks.ts';
import { setSession } from '../session.ts';
import { currentPassword, demandPassword, settingsForm, settingsShown, token } from './frame.ts';

const path = '/settings/leave';

export const leave = new Hono()
  .get(
    path,
    memberPage(async (visitor) => show(visitor)),
  )
  .post(
    path,
    settingsForm(
      async (sent) => {
        await demandPassword(sent);
        await goAway(sent.me);
        setSession(sent.c, null);
        return '/';
      },
      (errors, sent) => show(sent, errors),
    ),
  );

function show(visitor: MemberVisitor, errors: FieldErrors = {}) {
  const body = html`<h2>Leave for good</h2>${note('Your account, and everything you published, is deleted here, and other servers are asked to delete it. Your name is never given to anybody else. This cannot be undone.', 'bad')}
<p>If you only go somewhere else, <a href="/settings/move">move</a> first: your followers come with you.</p>
<form method="post" action="${path}">${token(visitor)}${currentPassword(errors)}<button class="danger">Delete my account</button></form>`;
  return settingsShown(visitor, path, 'Leave', body);
}
