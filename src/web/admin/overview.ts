/** The admin overview: health at a glance, what waits for a decision, checks and figures. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { runAllChecks, runChecks } from '../../domain/instance/doctor/run-checks.ts';
import { collectStatistics } from '../../domain/instance/statistics.ts';
import { checkResults, healthSummary } from '../components/check-results.ts';
import { adminPage } from './guard.ts';
import { adminContent, facts } from './layout.ts';

type Statistics = Awaited<ReturnType<typeof collectStatistics>>;

export const overview = new Hono().get(
  '/admin',
  adminPage(async (visitor) => {
    const outside = visitor.c.req.query('outside') === 'yes';
    const [stock, found] = await Promise.all([collectStatistics(), outside ? runAllChecks() : runChecks()]);
    const body = html`${healthSummary(found)}${waiting(stock)}
<h2>Health checks</h2>${checkResults(found)}${outside ? '' : html`<p><a href="/admin?outside=yes">Also check from outside</a> <span class="hint">Requests this server by its public name, which can take some seconds.</span></p>`}
<h2>Figures</h2>${figures(stock)}`;
    return adminContent(visitor, '/admin', 'Overview', body);
  }),
);

/** What only a person can decide. */
function waiting({ applications, open_reports, quarantined }: Statistics) {
  const list = [
    [open_reports, '/admin/reports', 'open report', 'open reports'],
    [applications, '/admin/accounts', 'account request', 'account requests'],
    [quarantined, '/admin/jobs', 'quarantined job', 'quarantined jobs'],
  ] as const;
  const open = list.filter(([count]) => count > 0);
  if (open.length === 0) return '';
  return html`<h2>Waiting for you</h2><ul class="waiting">${open.map(
    ([count, path, one, several]) =>
      html`<li><a href="${path}"><strong>${count}</strong> ${count === 1 ? one : several}</a></li>`,
  )}</ul>`;
}

function figures({ deliveries, ...stock }: Statistics) {
  return facts([
    ['Accounts', stock.members],
    ['Suspended', stock.suspended],
    ['Items', stock.items],
    ['Account requests', stock.applications],
    ['Open reports', stock.open_reports],
    ['Oldest due job', stock.oldestDue < 1 ? 'none' : `${Math.round(stock.oldestDue)} s`],
    ['Quarantined jobs', stock.quarantined],
    ['Deliveries pending', deliveries.pending ?? 0],
    ['Deliveries done', deliveries.delivered ?? 0],
    ['Deliveries failed', deliveries.failed ?? 0],
    ['Local pictures', size(stock.picture_bytes)],
    ['Remote pictures', size(stock.remote_bytes)],
    ['Database', size(stock.database_bytes)],
  ]);
}

function size(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
