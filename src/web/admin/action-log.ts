/** The admin page with the log of what moderators and administrators did. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listAdminActions } from '../../domain/moderation/admin-log.ts';
import { undoAction } from '../../domain/moderation/decisions.ts';
import { readId } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { empty, pager } from '../components/elements.ts';
import { actionText, subjectText } from './action-text.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, beforeId, button, olderThan, row, rows } from './layout.ts';

const perPage = 50;
const path = '/admin/log';

export const actionLog = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const found = await listAdminActions(beforeId(visitor), perPage + 1);
      const list = found
        .slice(0, perPage)
        .map(({ id, name, action, subject, reason, createdAt, undoneAt, canUndo, owner }) =>
          row(
            html`<strong>${actionText(action)}</strong> ${owner ? html`<bdi>@${owner}</bdi> ` : ''}${subjectText(action, subject)}${undoneAt ? html` <span class="chip">${t('admin-log.undone')}</span>` : ''}<br><span class="hint">@${name}, ${createdAt.toISOString().slice(0, 19).replace('T', ' ')}</span>${reason ? html`<p class="admin-quote">${reason}</p>` : ''}`,
            [canUndo ? button(visitor.token, `${path}/${id}/undo`, t('admin.undo')) : ''],
          ),
        );
      const body = html`${list.length > 0 ? rows(list) : empty(t('admin-log.empty'))}${pager({ newer: null, older: olderThan(found, perPage, path) })}`;
      return adminContent(visitor, path, t('admin.section-log'), body);
    }),
  )
  .post(
    `${path}/:id/undo`,
    adminForm('moderate', async ({ c, moderator }) => {
      await undoAction(moderator, readId(c.req.param('id')!) ?? 0);
      return `${path}?done=undo`;
    }),
  );
