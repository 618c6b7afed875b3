/** Other servers: whether they answer, what waits for them, and trying again. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { noting } from '../../../domain/admin/log.ts';
import { type HostReport, listHosts, retryHost } from '../../../domain/hosts.ts';
import { excerpt } from '../../../lib/html.ts';
import { empty } from '../parts/blocks.ts';
import { adminForm, adminPage } from './door.ts';
import { adminShown, button, row, rows } from './frame.ts';

const most = 200;
const path = '/admin/hosts';

export const hosts = new Hono()
  .get(
    path,
    adminPage(async (visitor) => {
      const list = (await listHosts(most)).map((host) => row(told(host), acts(host, visitor.token)));
      const body = html`<p class="hint">Those for which most waits first, ${most} at most.</p>${list.length > 0 ? rows(list) : empty('No other server is known.')}`;
      return adminShown(visitor, path, 'Servers', body);
    }),
  )
  .post(
    `${path}/retry`,
    adminForm(async ({ visit, fields }) => {
      const host = fields.get('host') ?? '';
      await noting(visit.accountId, 'retry-host', host, () => retryHost(host));
      return `${path}?done=retry-host`;
    }),
  );

const acts = ({ host, deliveries, circuit, blocked }: HostReport, token: string) => {
  const isStuck = deliveries.pending + deliveries.failed > 0 || circuit !== 'closed';
  return [
    isStuck && !blocked ? button(token, `${path}/retry`, 'Retry now', { host }) : '',
    blocked
      ? ''
      : html`<a class="button quiet small" href="/admin/domains?host=${encodeURIComponent(host)}">Block</a>`,
  ];
};

function told({ host, software, circuit, blocked, deliveries, accounts, ...rest }: HostReport) {
  const { lastSuccessAt, lastFailureAt, lastError, openUntil, slowSince } = rest;
  const state = blocked ? 'blocked' : circuit;
  return html`<strong>${host}</strong> ${state === 'closed' ? '' : html`<span class="chip">${state}</span>`} <span class="hint"><bdi>${software ?? ''}</bdi></span>
<br>${deliveries.pending} waiting, ${deliveries.failed} given up, ${accounts} accounts known
<br><span class="hint">last success ${at(lastSuccessAt)}${slowSince ? html`, slow since ${at(slowSince)}` : ''}${openUntil ? html`, left in peace until ${at(openUntil)}` : ''}${lastError ? html`; last error ${at(lastFailureAt)}: <bdi>${excerpt(lastError, 200)}</bdi>` : ''}</span>`;
}

const at = (time: Date | null) => (time ? time.toISOString().slice(0, 16).replace('T', ' ') : 'never');
