/** The admin page for accounts: requests for one, search, roles and passwords. */
import { Hono } from 'hono';
import { type MemberRole, memberRoles } from '../../db/vocabulary.ts';
import {
  approveApplication,
  getApplication,
  listApplications,
  rejectApplication,
} from '../../domain/access/applications.ts';
import { getMember, type Member, resetPassword, searchMembers, setRole } from '../../domain/moderation/members.ts';
import { assignableRoles, may } from '../../domain/roles/permissions.ts';
import { idInPath } from '../../http/pagination.ts';
import { oneOf } from '../../http/schema.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note, Pager } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import { Day, richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import {
  type AdminVisitor,
  adminContent,
  adminForm,
  adminPage,
  beforeId,
  FormButton,
  olderThan,
  Row,
  Rows,
} from './layout.tsx';

const perPage = 40;
const path = '/admin/accounts';
const maxApplications = 50;
const applicationsPath = `${path}/applications`;
const decisions = { approve: approveApplication, reject: rejectApplication };

export const accounts = new Hono()
  .post(
    `${applicationsPath}/:id/:decision${oneOf(Object.keys(decisions))}`,
    adminForm('answer-sign-ups', async (form) => {
      const { c, moderator } = form;
      const decision = c.req.param('decision') as keyof typeof decisions;
      const { id, username } = await getApplication(idInPath(c));
      const action = t('admin-accounts.reject', { name: username });
      const question = decision === 'reject' ? askFirst(form, { action, back: path }) : null;
      if (question) return question;
      await decisions[decision](moderator, id);
      return `${path}?done=${decision}`;
    }),
  )
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const { c, session } = visitor;
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
          date: <Day date={createdAt} />,
          hasEmail: email !== null && may(session.role, 'manage-members') ? 'yes' : 'no',
          email: <bdi>{email}</bdi>,
        };
        const text = (
          <>
            <strong>@{name}</strong> <bdi>{displayName}</bdi>{' '}
            {labels.filter(Boolean).map((label) => (
              <>
                <span class="chip">{label}</span>{' '}
              </>
            ))}
            <br />
            <span class="hint">{richText('admin-accounts.joined', joined)}</span>
          </>
        );
        return (
          <Row
            text={text}
            buttons={[
              <a class="button quiet small" href={`/admin/people/${id}`}>
                {t('admin-accounts.moderate')}
              </a>,
              <RoleForm visitor={visitor} member={member} assignable={assignable} />,
              may(session.role, 'manage-members') ? (
                <a class="button quiet small" href={`${path}/${name}/reset-password`}>
                  {t('admin-accounts.reset-password')}
                </a>
              ) : (
                ''
              ),
            ]}
          />
        );
      });
      const search = (
        <>
          <form class="admin-search" method="get" action={path} role="search">
            <Field
              name="q"
              label={t('admin-accounts.name-begins-with')}
              value={query}
              attributes={{ autocapitalize: 'none' }}
            />
            <button class="quiet">{t('admin-accounts.search')}</button>
          </form>
          <form class="admin-search" method="get" action="/admin/people">
            <Field
              name="address"
              label={t('admin-accounts.account-elsewhere')}
              hint={t('admin-accounts.account-elsewhere-hint')}
              attributes={{ required: true, autocapitalize: 'none', spellcheck: 'false' }}
            />
            <button class="quiet">{t('admin-accounts.open-account')}</button>
          </form>
        </>
      );
      const applications = query ? '' : await waiting(visitor);
      const body = (
        <>
          {applications}
          {search}
          <Rows list={list} empty={t('admin-accounts.none-found')} />
          <Pager newer={null} older={olderThan(found, perPage, here)} />
        </>
      );
      return adminContent(visitor, path, t('admin.section-accounts'), body);
    }),
  )
  .get(
    `${path}/:name/reset-password`,
    adminPage('manage-members', async (visitor) => {
      const { name } = await getMember(visitor.c.req.param('name')!);
      const body = (
        <>
          <p>{t('admin-accounts.reset-password-explanation', { name })}</p>
          <div class="choices">
            <FormButton
              visitor={visitor}
              action={`${path}/${name}/reset-password`}
              label={t('admin-accounts.reset-password')}
            />
            <a class="button quiet small" href={`${path}?q=${name}`}>
              {t('common.cancel')}
            </a>
          </div>
        </>
      );
      return adminContent(visitor, path, t('admin-accounts.reset-password-of', { name }), body);
    }),
  )
  .post(
    `${path}/:name/reset-password`,
    adminForm('manage-members', async ({ c, moderator }) => {
      const { id, name } = await getMember(c.req.param('name')!);
      const { password, passkeys } = await resetPassword(moderator, id);
      const body = (
        <>
          <h1>{t('admin-accounts.new-password-of', { name })}</h1>
          <Note>{t('admin-accounts.copy-password')}</Note>
          <pre>{`${password}`}</pre>
          {passkeys.length > 0 && <p>{t('admin-accounts.passkeys-removed', { count: passkeys.length })}</p>}
          <p>
            <a href={`${path}?q=${name}`}>{t('admin-accounts.back-to-accounts')}</a>
          </p>
        </>
      );
      return { title: t('admin-accounts.new-password'), body };
    }),
  )
  .post(
    `${path}/:name/role`,
    adminForm('assign-roles', async ({ c, moderator, fields }) => {
      const { id, name } = await getMember(c.req.param('name')!);
      const role = memberRoles.find((each) => each === fields.get('role'));
      if (!role) throw invalid('role', t('admin-accounts.choose-a-role'));
      await setRole(moderator, id, role);
      return `${path}?q=${name}&done=role`;
    }),
  );

/** A select of the roles that the moderator may give this member, or nothing. */
function RoleForm({
  visitor,
  member: { name, role },
  assignable,
}: {
  visitor: AdminVisitor;
  member: Member;
  assignable: MemberRole[];
}) {
  if (!assignable.includes(role)) return null;
  const id = `role-${name}`;
  return (
    <PostForm visitor={visitor} class="admin-role" action={`${path}/${name}/role`}>
      <label class="visually-hidden" for={id}>
        {t('admin-accounts.role-of', { name })}
      </label>
      <select id={id} name="role">
        {assignable.map((each) => (
          <option value={each} selected={each === role}>
            {t(`admin-accounts.role-${each}`)}
          </option>
        ))}
      </select>
      <button class="quiet small">{t('admin-accounts.set-role')}</button>
    </PostForm>
  );
}

// Lists the requests for an account, with buttons to approve or reject them

/** Returns an empty string if there are no requests. */
async function waiting(visitor: AdminVisitor) {
  const found = await listApplications(maxApplications);
  if (found.length === 0) return '';
  const list = found.map(({ id, username, email, reason, createdAt }) => (
    <Row
      text={
        <>
          <strong>@{username}</strong>{' '}
          <span class="hint">
            {richText('admin-accounts.requested', {
              date: <Day date={createdAt} />,
              hasEmail: email === null ? 'no' : 'yes',
              email: <bdi>{email}</bdi>,
            })}
          </span>
          <p class="admin-quote">{reason}</p>
        </>
      }
      buttons={[
        <FormButton
          visitor={visitor}
          action={`${applicationsPath}/${id}/approve`}
          label={t('admin-accounts.approve', { name: username })}
        />,
        <FormButton
          visitor={visitor}
          action={`${applicationsPath}/${id}/reject`}
          label={t('admin-accounts.reject', { name: username })}
        />,
      ]}
    />
  ));
  return (
    <>
      <section>
        <h2>{t('admin-accounts.requests')}</h2>
        <p class="hint">{t('admin-accounts.requests-hint', { max: maxApplications })}</p>
        <Rows list={list} />
      </section>
      <h2>{t('admin-accounts.members')}</h2>
    </>
  );
}
