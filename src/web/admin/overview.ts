/** The admin overview: figures and health checks. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { runAllChecks, runChecks } from '../../domain/instance/doctor/run-checks.ts';
import { collectStatistics } from '../../domain/instance/statistics.ts';
import { checkResults } from '../components/check-results.ts';
import { adminPage } from './guard.ts';
import { adminContent, facts } from './layout.ts';

export const overview = new Hono().get(
  '/admin',
  adminPage(async (visitor) => {
    const outside = visitor.c.req.query('outside') === 'yes';
    const [stock, found] = await Promise.all([collectStatistics(), outside ? runAllChecks() : runChecks()]);
    const { deliveries } = stock;
    const body = html`${facts([
      ['Accounts', stock.members],
      ['Suspended', stock.suspended],
      ['Items', stock.items],
      ['Account requests', linked(stock.applications, '/admin/accounts')],
      ['Open reports', linked(stock.open_reports, '/admin/reports')],
      ['Oldest due job', stock.oldestDue < 1 ? 'none' : `${Math.round(stock.oldestDue)} s`],
      ['Quarantined jobs', stock.quarantined],
      ['Deliveries pending', deliveries.pending ?? 0],
      ['Deliveries done', deliveries.delivered ?? 0],
      ['Deliveries failed', deliveries.failed ?? 0],
      ['Local pictures', size(stock.picture_bytes)],
      ['Remote pictures', size(stock.remote_bytes)],
      ['Database', size(stock.database_bytes)],
    ])}<h2>Health checks</h2>${checkResults(found)}${outside ? '' : html`<p><a href="/admin?outside=yes">Also check from outside</a> <span class="hint">Requests this server by its public name, which can take some seconds.</span></p>`}`;
    return adminContent(visitor, '/admin', 'Overview', body);
  }),
);

const linked = (count: number, path: string) => (count > 0 ? html`<a href="${path}">${count}</a>` : 0);

function size(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
