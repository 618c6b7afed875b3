/** The admin page for accounts: search, suspend, roles and passwords. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import {
  getMember,
  resetPassword,
  searchMembers,
  setRole,
  suspend,
  unsuspend,
} from '../../domain/moderation/members.ts';
import { DomainError } from '../../lib/errors.ts';
import { day } from '../components/date-text.ts';
import { empty, note, pager } from '../components/elements.ts';
import { field } from '../components/field.ts';
import { page, pageHeaders } from '../components/layout.ts';
import { waiting } from './applications.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, beforeId, button, olderThan, row, rows } from './layout.ts';

const perPage = 40;
const path = '/admin/accounts';

export const accounts = new Hono()
  .get(
    path,
    adminPage(async (visitor) => {
      const { c, token } = visitor;
      const query = (c.req.query('q') ?? '').slice(0, 100);
      const found = await searchMembers(query, beforeId(visitor), perPage + 1);
      const here = query ? `${path}?q=${encodeURIComponent(query)}` : path;
      const list = found.slice(0, perPage).map((member) => {
        const { name, displayName, email, role, state, suspendedAt, createdAt } = member;
        const labels = [role === 'admin' && 'admin', suspendedAt ? 'suspended' : state !== 'active' && state];
        const text = html`<strong>@${name}</strong> <bdi>${displayName}</bdi> ${labels
          .filter(Boolean)
          .map(
            (label) => html`<span class="chip">${label}</span> `,
          )}<br><span class="hint">joined ${day(createdAt)}${email === null ? '' : html`, <bdi>${email}</bdi>`}</span>`;
        const actionButton = (action: string, label: string) =>
          button(token, `${path}/${name}/${action}`, label);
        return row(text, [
          suspendedAt ? actionButton('unsuspend', 'Unsuspend') : actionButton('suspend', 'Suspend'),
          role === 'admin'
            ? actionButton('unmake-admin', 'Remove admin role')
            : actionButton('make-admin', 'Make admin'),
          html`<a class="button quiet small" href="${path}/${name}/reset-password">Reset password</a>`,
        ]);
      });
      const search = html`<form class="admin-search" method="get" action="${path}" role="search">${field({ name: 'q', label: 'Name begins with', value: query, attributes: { autocapitalize: 'none' } })}<button class="quiet">Search</button></form>`;
      const applications = query ? '' : await waiting(token);
      const body = html`${applications}${search}${list.length > 0 ? rows(list) : empty('No account found.')}${pager({ newer: null, older: olderThan(found, perPage, here) })}`;
      return adminContent(visitor, path, 'Accounts', body);
    }),
  )
  .get(
    `${path}/:name/reset-password`,
    adminPage(async (visitor) => {
      const { name } = await getMember(visitor.c.req.param('name')!);
      const body = html`<p>@${name} gets a new password, which is shown to you once. All their browsers and apps are logged out now. This cannot be undone.</p>
<div class="choices">${button(visitor.token, `${path}/${name}/reset-password`, 'Reset password')}<a class="button quiet small" href="${path}?q=${name}">Cancel</a></div>`;
      return adminContent(visitor, path, `Reset the password of @${name}?`, body);
    }),
  )
  .post(
    `${path}/:name/reset-password`,
    adminForm(async ({ c, session }) => {
      const { id, name } = await getMember(c.req.param('name')!);
      const password = await logAdminAction(session.accountId, 'reset-password', name, () =>
        resetPassword(id),
      );
      const body = html`<h1>New password of @${name}</h1>${note('Copy the password now. It will not be shown again.')}<pre>${password}</pre><p><a href="${path}?q=${name}">Back to accounts</a></p>`;
      return c.html(page('New password', body, { session }), 200, pageHeaders);
    }),
  )
  .post(
    `${path}/:name/:action{suspend|unsuspend|make-admin|unmake-admin}`,
    adminForm(async ({ c, session }) => {
      const { id, name } = await getMember(c.req.param('name')!);
      const action = c.req.param('action') as keyof typeof accountActions;
      if (action === 'suspend' && id === session.accountId)
        throw new DomainError('conflict', 'You cannot suspend your own account.');
      await logAdminAction(session.accountId, action, name, () => accountActions[action](id));
      return `${path}?q=${name}&done=${action.endsWith('admin') ? 'role' : action}`;
    }),
  );

const accountActions = {
  suspend: async (id: number) => void (await suspend(id)),
  unsuspend,
  'make-admin': (id: number) => setRole(id, 'admin'),
  'unmake-admin': (id: number) => setRole(id, 'member'),
};
