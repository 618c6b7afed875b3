/** The admin page with the log of administrators' actions. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listAdminActions } from '../../domain/moderation/admin-log.ts';
import { empty, pager } from '../components/elements.ts';
import { adminPage } from './guard.ts';
import { adminContent, beforeId, olderThan, row, rows } from './layout.ts';

const perPage = 50;
const path = '/admin/log';

export const actionLog = new Hono().get(
  path,
  adminPage(async (visitor) => {
    const found = await listAdminActions(beforeId(visitor), perPage + 1);
    const list = found
      .slice(0, perPage)
      .map(({ name, action, subject, createdAt }) =>
        row(
          html`<strong>@${name}</strong> ${action} <bdi>${subject}</bdi><br><span class="hint">${createdAt.toISOString().slice(0, 19).replace('T', ' ')}</span>`,
        ),
      );
    const body = html`${list.length > 0 ? rows(list) : empty('No actions yet.')}${pager({ newer: null, older: olderThan(found, perPage, path) })}`;
    return adminContent(visitor, path, 'Log', body);
  }),
);
