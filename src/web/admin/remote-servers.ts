/** The admin page for other servers: their state and pending deliveries. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type HostReport, listHosts, retryHost } from '../../domain/instance/hosts.ts';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import { excerpt } from '../../lib/html/html.ts';
import { empty } from '../components/elements.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, button, row, rows } from './layout.ts';

const maxHosts = 200;
const path = '/admin/hosts';

export const remoteServers = new Hono()
  .get(
    path,
    adminPage('operate', async (visitor) => {
      const list = (await listHosts(maxHosts)).map((host) =>
        row(describeHost(host), hostButtons(host, visitor.token)),
      );
      const body = html`<p class="hint">Servers with the most pending deliveries first, at most ${maxHosts}.</p>${list.length > 0 ? rows(list) : empty('No other servers are known yet.')}`;
      return adminContent(visitor, path, 'Servers', body);
    }),
  )
  .post(
    `${path}/retry`,
    adminForm('operate', async ({ moderator, fields }) => {
      const host = fields.get('host') ?? '';
      await logAdminAction(moderator, 'retry-host', host, () => retryHost(host));
      return `${path}?done=retry-host`;
    }),
  );

const hostButtons = ({ host, deliveries, circuit, blocked }: HostReport, token: string) => {
  const isStuck = deliveries.pending + deliveries.failed > 0 || circuit !== 'closed';
  return [
    isStuck && !blocked ? button(token, `${path}/retry`, 'Retry now', { host }) : '',
    blocked
      ? ''
      : html`<a class="button quiet small" href="/admin/domains?host=${encodeURIComponent(host)}">Block</a>`,
  ];
};

function describeHost({ host, software, circuit, blocked, deliveries, accounts, ...rest }: HostReport) {
  const { lastSuccessAt, lastFailureAt, lastError, openUntil, slowSince } = rest;
  const state = blocked ? 'blocked' : circuit;
  return html`<strong>${host}</strong> ${state === 'closed' ? '' : html`<span class="chip">${state}</span>`} <span class="hint"><bdi>${software ?? ''}</bdi></span>
<br>${deliveries.pending} pending, ${deliveries.failed} failed, ${accounts} known accounts
<br><span class="hint">last success ${formatTime(lastSuccessAt)}${slowSince ? html`, slow since ${formatTime(slowSince)}` : ''}${openUntil ? html`, paused until ${formatTime(openUntil)}` : ''}${lastError ? html`; last error ${formatTime(lastFailureAt)}: <bdi>${excerpt(lastError, 200)}</bdi>` : ''}</span>`;
}

const formatTime = (time: Date | null) =>
  time ? time.toISOString().slice(0, 16).replace('T', ' ') : 'never';
