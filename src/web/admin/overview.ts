/** The admin overview: health at a glance, what waits for a decision, checks and figures. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { may } from '../../domain/access/permissions.ts';
import { runAllChecks, runChecks } from '../../domain/instance/doctor/run-checks.ts';
import { collectStatistics } from '../../domain/instance/statistics.ts';
import { byteSize } from '../components/byte-size.ts';
import { checkResults, healthSummary } from '../components/check-results.ts';
import { type AdminVisitor, adminPage } from './guard.ts';
import { adminContent, facts } from './layout.ts';

type Statistics = Awaited<ReturnType<typeof collectStatistics>>;

export const overview = new Hono().get(
  '/admin',
  adminPage('moderate', async (visitor) => {
    const mayOperate = may(visitor.session.role, 'operate');
    const [stock, health] = await Promise.all([
      collectStatistics(),
      mayOperate ? checkHealth(visitor) : null,
    ]);
    const body = html`${health?.summary ?? ''}${waiting(stock, visitor)}${health?.checks ?? ''}
<h2>Figures</h2>${figures(stock)}`;
    return adminContent(visitor, '/admin', 'Overview', body);
  }),
);

async function checkHealth({ c }: AdminVisitor) {
  const outside = c.req.query('outside') === 'yes';
  const found = await (outside ? runAllChecks() : runChecks());
  return {
    summary: healthSummary(found),
    checks: html`<h2>Health checks</h2>${checkResults(found)}${outside ? '' : html`<p><a href="/admin?outside=yes">Also check from outside</a> <span class="hint">Requests this server by its public name, which can take some seconds.</span></p>`}`,
  };
}

/** What only a person can decide. */
function waiting(
  { applications, open_reports, open_appeals, quarantined }: Statistics,
  visitor: AdminVisitor,
) {
  const toOperate = may(visitor.session.role, 'operate') ? quarantined : 0;
  const list = [
    [open_reports, '/admin/reports', 'open report', 'open reports'],
    [open_appeals, '/admin/appeals', 'appeal', 'appeals'],
    [applications, '/admin/accounts', 'account request', 'account requests'],
    [toOperate, '/admin/jobs', 'quarantined job', 'quarantined jobs'],
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
    ['Local pictures', byteSize(stock.picture_bytes)],
    ['Remote pictures', byteSize(stock.remote_bytes)],
    ['Database', byteSize(stock.database_bytes)],
  ]);
}
