/** Members: who they are, and what an administrator does about one. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { getMember, resetPassword, suspend, unsuspend } from '../../../domain/accounts/members.ts';
import { noting } from '../../../domain/admin/log.ts';
import { findMembers, setRole } from '../../../domain/admin/members.ts';
import { DomainError } from '../../../lib/errors.ts';
import { page, pageHeaders } from '../layout.ts';
import { empty, note, pager } from '../parts/blocks.ts';
import { field } from '../parts/field.ts';
import { day } from '../parts/time.ts';
import { waiting } from './applications.ts';
import { adminForm, adminPage } from './door.ts';
import { adminShown, below, button, olderThan, row, rows } from './frame.ts';

const perPage = 40;
const path = '/admin/accounts';

export const accounts = new Hono()
  .get(
    path,
    adminPage(async (visitor) => {
      const { c, token } = visitor;
      const word = (c.req.query('q') ?? '').slice(0, 100);
      const found = await findMembers(word, below(visitor), perPage + 1);
      const here = word ? `${path}?q=${encodeURIComponent(word)}` : path;
      const list = found.slice(0, perPage).map((member) => {
        const { name, called, email, role, state, suspended_at, created_at } = member;
        const standing = [
          role === 'admin' && 'admin',
          suspended_at ? 'suspended' : state !== 'active' && state,
        ];
        const text = html`<strong>@${name}</strong> <bdi>${called}</bdi> ${standing
          .filter(Boolean)
          .map(
            (word) => html`<span class="chip">${word}</span> `,
          )}<br><span class="hint">since ${day(created_at)}${email === null ? '' : html`, <bdi>${email}</bdi>`}</span>`;
        const act = (deed: string, label: string) => button(token, `${path}/${name}/${deed}`, label);
        return row(text, [
          suspended_at ? act('unsuspend', 'Show again') : act('suspend', 'Suspend'),
          role === 'admin' ? act('unmake-admin', 'Take admin right') : act('make-admin', 'Make admin'),
          html`<a class="button quiet small" href="${path}/${name}/reset-password">New password</a>`,
        ]);
      });
      const search = html`<form class="admin-search" method="get" action="${path}" role="search">${field({ name: 'q', label: 'Name begins with', value: word, attributes: { autocapitalize: 'none' } })}<button class="quiet">Search</button></form>`;
      const asking = word ? '' : await waiting(token);
      const body = html`${asking}${search}${list.length > 0 ? rows(list) : empty('Nobody is called so.')}${pager({ newer: null, older: olderThan(found, perPage, here) })}`;
      return adminShown(visitor, path, 'Accounts', body);
    }),
  )
  .get(
    `${path}/:name/reset-password`,
    adminPage(async (visitor) => {
      const { name } = await getMember(visitor.c.req.param('name')!);
      const body = html`<p>@${name} gets a new password, which you see once. Their sessions and apps end now; this cannot be undone.</p>
<div class="choices">${button(visitor.token, `${path}/${name}/reset-password`, 'Make a new password')}<a class="button quiet small" href="${path}?q=${name}">Leave it</a></div>`;
      return adminShown(visitor, path, `A new password for @${name}?`, body);
    }),
  )
  .post(
    `${path}/:name/reset-password`,
    adminForm(async ({ c, visit }) => {
      const { id, name } = await getMember(c.req.param('name')!);
      const password = await noting(visit.accountId, 'reset-password', name, () => resetPassword(id));
      const body = html`<h1>The new password of @${name}</h1>${note('It is shown this once, and kept only as a hash.')}<pre>${password}</pre><p><a href="${path}?q=${name}">Back to the accounts</a></p>`;
      return c.html(page('A new password', body, { visit }), 200, pageHeaders);
    }),
  )
  .post(
    `${path}/:name/:deed{suspend|unsuspend|make-admin|unmake-admin}`,
    adminForm(async ({ c, visit }) => {
      const { id, name } = await getMember(c.req.param('name')!);
      const deed = c.req.param('deed') as keyof typeof deeds;
      if (deed === 'suspend' && id === visit.accountId)
        throw new DomainError('conflict', 'You would shut yourself out.');
      await noting(visit.accountId, deed, name, () => deeds[deed](id));
      return `${path}?q=${name}&done=${deed.endsWith('admin') ? 'role' : deed}`;
    }),
  );

const deeds = {
  suspend: async (id: number) => void (await suspend(id)),
  unsuspend,
  'make-admin': (id: number) => setRole(id, 'admin'),
  'unmake-admin': (id: number) => setRole(id, 'member'),
};
