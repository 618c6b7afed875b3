/** The admin page for accounts: search, roles and passwords. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type MemberRole, memberRoles } from '../../db/vocabulary.ts';
import { getMember, type Member, resetPassword, searchMembers, setRole } from '../../domain/moderation/members.ts';
import { assignableRoles, may } from '../../domain/roles/permissions.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { empty, note, pager } from '../components/elements.ts';
import { field, hidden } from '../components/fields.ts';
import { page, pageHeaders } from '../components/layout.ts';
import { day, richText } from '../components/texts.ts';
import { waiting } from './applications.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, beforeId, button, olderThan, row, rows } from './layout.ts';

const perPage = 40;
const path = '/admin/accounts';

export const accounts = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const { c, token, session } = visitor;
      const assignable = assignableRoles(session.role);
      const query = (c.req.query('q') ?? '').slice(0, 100);
      const found = await searchMembers(query, beforeId(visitor), perPage + 1);
      const here = query ? `${path}?q=${encodeURIComponent(query)}` : path;
      const list = found.slice(0, perPage).map((member) => {
        const { id, name, displayName, email, role, state, suspendedAt, limitedAt, createdAt } = member;
        const labels = [
          role !== 'member' && t(`admin-accounts.role-${role}`),
          limitedAt && t('admin-accounts.state-limited'),
          suspendedAt
            ? t('admin-accounts.state-suspended')
            : state === 'disabled' && t('admin-accounts.state-disabled'),
        ];
        const joined = {
          date: day(createdAt),
          hasEmail: email !== null && may(session.role, 'manage-members') ? 'yes' : 'no',
          email: html`<bdi>${email}</bdi>`,
        };
        const text = html`<strong>@${name}</strong> <bdi>${displayName}</bdi> ${labels
          .filter(Boolean)
          .map(
            (label) => html`<span class="chip">${label}</span> `,
          )}<br><span class="hint">${richText('admin-accounts.joined', joined)}</span>`;
        return row(text, [
          html`<a class="button quiet small" href="/admin/people/${id}">${t('admin-accounts.moderate')}</a>`,
          roleForm(token, member, assignable),
          may(session.role, 'manage-members')
            ? html`<a class="button quiet small" href="${path}/${name}/reset-password">${t('admin-accounts.reset-password')}</a>`
            : '',
        ]);
      });
      const search = html`<form class="admin-search" method="get" action="${path}" role="search">${field({ name: 'q', label: t('admin-accounts.name-begins-with'), value: query, attributes: { autocapitalize: 'none' } })}<button class="quiet">${t('admin-accounts.search')}</button></form>
<form class="admin-search" method="get" action="/admin/people">${field({ name: 'address', label: t('admin-accounts.account-elsewhere'), hint: t('admin-accounts.account-elsewhere-hint'), attributes: { required: true, autocapitalize: 'none', spellcheck: 'false' } })}<button class="quiet">${t('admin-accounts.open-account')}</button></form>`;
      const applications = query ? '' : await waiting(token);
      const body = html`${applications}${search}${list.length > 0 ? rows(list) : empty(t('admin-accounts.none-found'))}${pager({ newer: null, older: olderThan(found, perPage, here) })}`;
      return adminContent(visitor, path, t('admin.section-accounts'), body);
    }),
  )
  .get(
    `${path}/:name/reset-password`,
    adminPage('manage-members', async (visitor) => {
      const { name } = await getMember(visitor.c.req.param('name')!);
      const body = html`<p>${t('admin-accounts.reset-password-explanation', { name })}</p>
<div class="choices">${button(visitor.token, `${path}/${name}/reset-password`, t('admin-accounts.reset-password'))}<a class="button quiet small" href="${path}?q=${name}">${t('common.cancel')}</a></div>`;
      return adminContent(visitor, path, t('admin-accounts.reset-password-of', { name }), body);
    }),
  )
  .post(
    `${path}/:name/reset-password`,
    adminForm(
      'manage-members',
      async ({ c, session, moderator }) => {
        const { id, name } = await getMember(c.req.param('name')!);
        const { password, passkeys } = await resetPassword(moderator, id);
        const body = html`<h1>${t('admin-accounts.new-password-of', { name })}</h1>${note(t('admin-accounts.copy-password'))}<pre>${password}</pre>${passkeys.length > 0 ? html`<p>${t('admin-accounts.passkeys-removed', { count: passkeys.length })}</p>` : ''}<p><a href="${path}?q=${name}">${t('admin-accounts.back-to-accounts')}</a></p>`;
        return c.html(page(t('admin-accounts.new-password'), body, { session }), 200, pageHeaders);
      },
      { needsRecentLogIn: true },
    ),
  )
  .post(
    `${path}/:name/role`,
    adminForm(
      'assign-roles',
      async ({ c, moderator, fields }) => {
        const { id, name } = await getMember(c.req.param('name')!);
        const role = memberRoles.find((each) => each === fields.get('role'));
        if (!role) throw invalid('role', t('admin-accounts.choose-a-role'));
        await setRole(moderator, id, role);
        return `${path}?q=${name}&done=role`;
      },
      { needsRecentLogIn: true },
    ),
  );

/** A select of the roles that the moderator may give this member, or nothing. */
function roleForm(token: string, { name, role }: Member, assignable: MemberRole[]) {
  if (!assignable.includes(role)) return '';
  const id = `role-${name}`;
  return html`<form class="admin-role" method="post" action="${path}/${name}/role">${hidden({ form_token: token })}<label class="visually-hidden" for="${id}">${t('admin-accounts.role-of', { name })}</label><select id="${id}" name="role">${assignable.map((each) => html`<option value="${each}"${each === role ? html` selected` : ''}>${t(`admin-accounts.role-${each}`)}</option>`)}</select><button class="quiet small">${t('admin-accounts.set-role')}</button></form>`;
}
