/** The list of account requests, with buttons to approve or reject them. */
import { Hono } from 'hono';
import { approveApplication, getApplication, listApplications, rejectApplication } from '../../domain/access/tokens.ts';

import { readId } from '../../http/pagination.ts';
import { oneOf } from '../../http/schema.ts';
import { t } from '../../lib/language/text.ts';
import { Day, richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { adminForm } from './guard.ts';
import { FormButton, Row, Rows } from './layout.tsx';

const maxApplications = 50;
const path = '/admin/accounts/applications';
const decisions = { approve: approveApplication, reject: rejectApplication };

export const applications = new Hono().post(
  `${path}/:id/:decision${oneOf(Object.keys(decisions))}`,
  adminForm('answer-sign-ups', async (form) => {
    const { c, moderator } = form;
    const decision = c.req.param('decision') as keyof typeof decisions;
    const { id, username } = await getApplication(readId(c.req.param('id')!) ?? 0);
    const action = t('admin-accounts.reject', { name: username });
    const question = decision === 'reject' ? askFirst(form, { action, back: '/admin/accounts' }) : null;
    if (question) return question;
    await decisions[decision](moderator, id);
    return `/admin/accounts?done=${decision}`;
  }),
);

/** Returns an empty string if there are no requests. */
export async function waiting(token: string) {
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
          token={token}
          action={`${path}/${id}/approve`}
          label={t('admin-accounts.approve', { name: username })}
        />,
        <FormButton
          token={token}
          action={`${path}/${id}/reject`}
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
