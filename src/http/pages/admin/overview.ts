/** How the server does, at a glance. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { takeStock } from '../../../domain/admin/stock.ts';
import { examine } from '../../../domain/doctor/checks.ts';
import type { Finding } from '../../../domain/doctor/finding.ts';
import { adminPage } from './door.ts';
import { adminShown, facts, row, rows } from './frame.ts';

export const overview = new Hono().get(
  '/admin',
  adminPage(async (visitor) => {
    const [stock, findings] = await Promise.all([takeStock(), examine()]);
    const { deliveries } = stock;
    const body = html`${facts([
      ['Accounts', stock.members],
      ['Suspended', stock.suspended],
      ['Items', stock.items],
      ['Open reports', stock.open_reports],
      ['Oldest due job', stock.oldestDue < 1 ? 'none' : `${Math.round(stock.oldestDue)} s`],
      ['Set aside', stock.setAside],
      ['Deliveries waiting', deliveries.pending ?? 0],
      ['Deliveries made', deliveries.delivered ?? 0],
      ['Deliveries given up', deliveries.failed ?? 0],
      ['Pictures of ours', size(stock.picture_bytes)],
      ['Pictures of others', size(stock.remote_bytes)],
      ['Database', size(stock.database_bytes)],
    ])}<h2>What the doctor says</h2>${rows(findings.map(finding))}`;
    return adminShown(visitor, '/admin', 'Overview', body);
  }),
);

const finding = ({ check, ok, says, remedy }: Finding) =>
  row(
    html`<strong>${check}</strong> ${ok ? '' : html`<span class="chip">problem</span>`}<br>${says}${remedy ? html`<br><strong>What to do:</strong> ${remedy}` : ''}`,
  );

function size(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
