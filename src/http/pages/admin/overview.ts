/** How the server does, at a glance. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { takeStock } from '../../../domain/admin/stock.ts';
import { examine, examineFromOutside } from '../../../domain/doctor/checks.ts';
import { findings } from '../parts/findings.ts';
import { adminPage } from './door.ts';
import { adminShown, facts } from './frame.ts';

export const overview = new Hono().get(
  '/admin',
  adminPage(async (visitor) => {
    const outside = visitor.c.req.query('outside') === 'yes';
    const [stock, found] = await Promise.all([takeStock(), outside ? examineFromOutside() : examine()]);
    const { deliveries } = stock;
    const body = html`${facts([
      ['Accounts', stock.members],
      ['Suspended', stock.suspended],
      ['Items', stock.items],
      ['Waiting for an account', linked(stock.applications, '/admin/accounts')],
      ['Open reports', linked(stock.open_reports, '/admin/reports')],
      ['Oldest due job', stock.oldestDue < 1 ? 'none' : `${Math.round(stock.oldestDue)} s`],
      ['Set aside', stock.setAside],
      ['Deliveries waiting', deliveries.pending ?? 0],
      ['Deliveries made', deliveries.delivered ?? 0],
      ['Deliveries given up', deliveries.failed ?? 0],
      ['Pictures of ours', size(stock.picture_bytes)],
      ['Pictures of others', size(stock.remote_bytes)],
      ['Database', size(stock.database_bytes)],
    ])}<h2>What the doctor says</h2>${findings(found)}${outside ? '' : html`<p><a href="/admin?outside=yes">Look from outside, too</a> <span class="hint">asks this server by its own name, which may take some seconds</span></p>`}`;
    return adminShown(visitor, '/admin', 'Overview', body);
  }),
);

const linked = (count: number, path: string) => (count > 0 ? html`<a href="${path}">${count}</a>` : 0);

function size(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
