/** The admin page for reports. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Viewer } from '../../domain/accounts/viewer.ts';
import { getEventable } from '../../domain/items/read.ts';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import { listReports, type Report, resolveReport } from '../../domain/moderation/reports.ts';
import { readId } from '../../http/ids.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { addressOf, profileUrl } from '../components/account.ts';
import { day } from '../components/date-text.ts';
import { empty, pager } from '../components/elements.ts';
import { pathOf } from '../components/item-link.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, beforeId, button, olderThan, row, rows } from './layout.ts';

const perPage = 20;
const path = '/admin/reports';

export const reports = new Hono()
  .get(
    path,
    adminPage(async (visitor) => {
      const resolved = visitor.c.req.query('resolved') === 'yes';
      const found = await listReports({ resolved, before: beforeId(visitor), limit: perPage + 1 });
      const here = resolved ? `${path}?resolved=yes` : path;
      const list = await Promise.all(
        found.slice(0, perPage).map(async (report) => {
          const { id, account } = report;
          const buttons = [
            account.host === ''
              ? html`<a class="button quiet small" href="/admin/accounts?q=${account.username}">View account</a>`
              : html`<a class="button quiet small" href="/admin/domains?host=${encodeURIComponent(account.host)}">Block ${account.host}</a>`,
            resolved ? '' : button(visitor.token, `${path}/${id}/resolve`, 'Resolve'),
          ];
          return row(await describeReport(report, visitor.viewer), buttons);
        }),
      );
      const other = resolved
        ? html`<p><a href="${path}">Open reports</a></p>`
        : html`<p><a href="${path}?resolved=yes">Resolved reports</a></p>`;
      const emptyText = resolved ? 'No resolved reports.' : 'No open reports.';
      const body = html`${other}${list.length > 0 ? rows(list) : empty(emptyText)}${pager({ newer: null, older: olderThan(found, perPage, here) })}`;
      return adminContent(visitor, path, resolved ? 'Resolved reports' : 'Reports', body);
    }),
  )
  .post(
    `${path}/:id/resolve`,
    adminForm(async ({ c, session }) => {
      const id = readId(c.req.param('id')!) ?? 0;
      await logAdminAction(session.accountId, 'resolve-report', String(id), () => resolveReport(id));
      return `${path}?done=resolve-report`;
    }),
  );

async function describeReport(
  { account, reporter, comment, eventableIds, createdAt }: Report,
  viewer: Viewer,
) {
  const items = await Promise.all(eventableIds.map((id) => getEventable(id, viewer).catch(() => null)));
  const list = items.map((item) =>
    item
      ? html`<li><a href="${pathOf(item)}"><bdi>${item.name || excerpt(textOf(item.contentHtml), 80)}</bdi></a></li>`
      : html`<li>An item that was deleted or that you may not see</li>`,
  );
  const by = reporter ? html`<bdi>${addressOf(reporter)}</bdi>` : 'a deleted account';
  return html`Report about <a href="${profileUrl(account)}" rel="nofollow noopener noreferrer"><bdi>${addressOf(account)}</bdi></a>, by ${by}, ${day(createdAt)}<p class="admin-quote">${comment || 'No comment.'}</p>${list.length > 0 ? html`<ul>${list}</ul>` : ''}`;
}
