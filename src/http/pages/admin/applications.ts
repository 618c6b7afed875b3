/** Who asks for an account, why, and the answer. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { approve, getApplication, listApplications, reject } from '../../../domain/accounts/applications.ts';
import { noting } from '../../../domain/admin/log.ts';
import { readId } from '../../ids.ts';
import { day } from '../parts/time.ts';
import { adminForm } from './door.ts';
import { button, row, rows } from './frame.ts';

const most = 50;
const path = '/admin/accounts/applications';
const answers = { approve, reject };

export const applications = new Hono().post(
  `${path}/:id/:answer{approve|reject}`,
  adminForm(async ({ c, visit }) => {
    const answer = c.req.param('answer') as keyof typeof answers;
    const { id, username } = await getApplication(readId(c.req.param('id')!) ?? 0);
    await noting(visit.accountId, answer, username, () => answers[answer](id));
    return `/admin/accounts?done=${answer}`;
  }),
);

/** Nothing when nobody waits. */
export async function waiting(token: string) {
  const found = await listApplications(most);
  if (found.length === 0) return '';
  const list = found.map(({ id, username, email, reason, created_at }) =>
    row(
      html`<strong>@${username}</strong> <span class="hint">asked ${day(created_at)}${email === null ? '' : html`, <bdi>${email}</bdi>`}</span><p class="admin-quote">${reason}</p>`,
      [
        button(token, `${path}/${id}/approve`, `Approve @${username}`),
        button(token, `${path}/${id}/reject`, `Reject @${username}`),
      ],
    ),
  );
  return html`<section><h2>Who asks for an account</h2><p class="hint">Who waits longest comes first, ${most} at most. A request that nobody answers is forgotten after 90 days.</p>${rows(list)}</section><h2>Members</h2>`;
}
