/** Complaints about accounts, and what to do about them. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { noting } from '../../../domain/admin/log.ts';
import { getEventable } from '../../../domain/eventables/read.ts';
import type { Viewer } from '../../../domain/eventables/visibility.ts';
import { listReports, type Report, resolveReport } from '../../../domain/reports.ts';
import { excerpt, textOf } from '../../../lib/html.ts';
import { readId } from '../../ids.ts';
import { empty, pager } from '../parts/blocks.ts';
import { pathOf } from '../parts/item.ts';
import { addressOf, homeOf } from '../parts/person.ts';
import { day } from '../parts/time.ts';
import { adminForm, adminPage } from './door.ts';
import { adminShown, below, button, olderThan, row, rows } from './frame.ts';

const perPage = 20;
const path = '/admin/reports';

export const reports = new Hono()
  .get(
    path,
    adminPage(async (visitor) => {
      const resolved = visitor.c.req.query('settled') === 'yes';
      const found = await listReports({ resolved, before: below(visitor), limit: perPage + 1 });
      const here = resolved ? `${path}?settled=yes` : path;
      const list = await Promise.all(
        found.slice(0, perPage).map(async (report) => {
          const { id, account } = report;
          const acts = [
            account.host === ''
              ? html`<a class="button quiet small" href="/admin/accounts?q=${account.username}">See the account</a>`
              : html`<a class="button quiet small" href="/admin/domains?host=${encodeURIComponent(account.host)}">Block ${account.host}</a>`,
            resolved ? '' : button(visitor.token, `${path}/${id}/resolve`, 'Settle'),
          ];
          return row(await told(report, visitor.viewer), acts);
        }),
      );
      const other = resolved
        ? html`<p><a href="${path}">Open reports</a></p>`
        : html`<p><a href="${path}?settled=yes">Settled reports</a></p>`;
      const nothing = resolved ? 'Nothing was settled yet.' : 'Nobody complains.';
      const body = html`${other}${list.length > 0 ? rows(list) : empty(nothing)}${pager({ newer: null, older: olderThan(found, perPage, here) })}`;
      return adminShown(visitor, path, resolved ? 'Settled reports' : 'Reports', body);
    }),
  )
  .post(
    `${path}/:id/resolve`,
    adminForm(async ({ c, visit }) => {
      const id = readId(c.req.param('id')!) ?? 0;
      await noting(visit.accountId, 'resolve-report', String(id), () => resolveReport(id));
      return `${path}?done=resolve-report`;
    }),
  );

async function told({ account, reporter, comment, eventableIds, createdAt }: Report, viewer: Viewer) {
  const items = await Promise.all(eventableIds.map((id) => getEventable(id, viewer).catch(() => null)));
  const list = items.map((item) =>
    item
      ? html`<li><a href="${pathOf(item)}"><bdi>${item.name || excerpt(textOf(item.contentHtml), 80)}</bdi></a></li>`
      : html`<li>An item that you may not see, or that is gone</li>`,
  );
  const by = reporter ? html`<bdi>${addressOf(reporter)}</bdi>` : 'somebody who is gone';
  return html`About <a href="${homeOf(account)}" rel="nofollow noopener noreferrer"><bdi>${addressOf(account)}</bdi></a>, by ${by}, ${day(createdAt)}<p class="admin-quote">${comment || 'Without a word.'}</p>${list.length > 0 ? html`<ul>${list}</ul>` : ''}`;
}
