/** The admin page that lists reports. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { countOpenAppeals } from '../../domain/moderation/appeals.ts';
import { listReports, type Report, type ReportCategory } from '../../domain/moderation/reports.ts';
import { excerpt } from '../../lib/html/html.ts';
import { addressOf } from '../components/account.ts';
import { day } from '../components/date-text.ts';
import { empty, pager } from '../components/elements.ts';
import { adminPage } from './guard.ts';
import { adminContent, beforeId, olderThan, row, rows } from './layout.ts';

const perPage = 20;
const path = '/admin/reports';

export const categoryTexts: Record<ReportCategory, string> = {
  spam: 'Spam',
  violation: 'Breaks the rules',
  legal: 'Against the law',
  other: 'Something else',
};

export const reports = new Hono().get(
  path,
  adminPage('moderate', async (visitor) => {
    const resolved = visitor.c.req.query('resolved') === 'yes';
    const [found, appeals] = await Promise.all([
      listReports({ resolved, before: beforeId(visitor), limit: perPage + 1 }),
      countOpenAppeals(),
    ]);
    const here = resolved ? `${path}?resolved=yes` : path;
    const links = html`<p>${resolved ? html`<a href="${path}">Open reports</a>` : html`<a href="${path}?resolved=yes">Closed reports</a>`} · <a href="/admin/appeals">Appeals</a>${appeals > 0 ? html` <span class="chip">${appeals} open</span>` : ''}</p>`;
    const list = found.slice(0, perPage);
    const body = html`${links}${list.length > 0 ? reportList(list) : empty(resolved ? 'No closed reports.' : 'No open reports.')}${pager({ newer: null, older: olderThan(found, perPage, here) })}`;
    return adminContent(visitor, path, resolved ? 'Closed reports' : 'Reports', body);
  }),
);

export function reportList(list: Report[]) {
  if (list.length === 0) return empty('No reports.');
  return rows(
    list.map(({ id, account, reporter, comment, category, createdAt, resolvedAt, eventableIds }) => {
      const by = reporter ? html`<bdi>${addressOf(reporter)}</bdi>` : 'a deleted account';
      const posts = eventableIds.length === 1 ? '1 post' : `${eventableIds.length} posts`;
      return row(
        html`<a href="${path}/${id}">Report about <bdi>${addressOf(account)}</bdi></a>${resolvedAt ? html` <span class="chip">closed</span>` : ''}<br><span class="hint">${categoryTexts[category]}, ${posts}, by ${by}, ${day(createdAt)}</span><p class="admin-quote">${comment ? excerpt(comment, 300) : 'No comment.'}</p>`,
      );
    }),
  );
}
