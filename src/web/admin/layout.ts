/** Shared parts of the admin pages: tabs, confirmations, rows and buttons. */
import { html } from 'hono/html';
import { may, type Permission } from '../../domain/access/permissions.ts';
import { note, tabs } from '../components/elements.ts';
import { hidden } from '../components/field.ts';
import type { Html } from '../components/layout.ts';
import type { PageContent } from '../components/page-handler.ts';
import type { AdminVisitor } from './guard.ts';

const sections: [path: string, label: string, permission: Permission][] = [
  ['/admin', 'Overview', 'moderate'],
  ['/admin/accounts', 'Accounts', 'moderate'],
  ['/admin/reports', 'Reports', 'moderate'],
  ['/admin/domains', 'Blocked servers', 'manage-domains'],
  ['/admin/hosts', 'Servers', 'operate'],
  ['/admin/jobs', 'Jobs', 'operate'],
  ['/admin/storage', 'Storage', 'operate'],
  ['/admin/instance', 'Instance', 'change-instance'],
  ['/admin/log', 'Log', 'moderate'],
];

const confirmations: Record<string, string> = {
  decide: 'Decision saved.',
  undo: 'Decision undone.',
  appeal: 'Appeal answered.',
  role: 'Role changed.',
  'block-domain': 'Rule saved.',
  'unblock-domain': 'Rule ended.',
  'import-domains': 'Rules imported. They take effect within a minute.',
  'follow-block-list': 'You follow this list now. It is being read.',
  'unfollow-block-list': 'You do not follow this list any more. Its rules ended.',
  allowed: 'Saved. It takes effect within a minute.',
  'retry-host': 'Retrying deliveries to this server now.',
  'replay-job': 'Retrying the job.',
  approve: 'Account created. The member can log in now.',
  reject: 'Request rejected. The name is available again.',
  'change-retention': 'Saved. It begins within an hour and runs once a day.',
  'change-instance': 'Saved. The change takes effect within seconds.',
};

/** `path` is the path of the current tab. */
export function adminContent(
  { c, session }: AdminVisitor,
  path: string,
  title: string,
  body: Html,
): PageContent {
  const done = confirmations[c.req.query('done') ?? ''];
  const nav = sections
    .filter(([, , permission]) => may(session.role, permission))
    .map(([href, label]) => ({ label, href, current: href === path }));
  return {
    title: `${title} · Admin`,
    body: html`<h1>${title}</h1>${tabs('Administration', nav)}${done ? note(done, 'good') : ''}${body}`,
    layout: { width: 'wide', path: '/admin' },
  };
}

/** A form with one button. Actions that cannot be undone link to a confirmation page instead. */
export function button(token: string, action: string, label: string, fields: Record<string, string> = {}) {
  return html`<form method="post" action="${action}">${hidden({ form_token: token, ...fields })}<button class="quiet small">${label}</button></form>`;
}

export const rows = (list: Html[]) =>
  html`<ul class="admin-rows">${list.map((row) => html`<li>${row}</li>`)}</ul>`;

/** Text on the left, buttons on the right. */
export const row = (text: Html | string, buttons: (Html | string)[] = []) =>
  html`<div class="admin-text">${text}</div>${buttons.length > 0 ? html`<div class="admin-actions">${buttons}</div>` : ''}`;

export function facts(list: [label: string, value: Html | string | number][]) {
  return html`<dl class="admin-facts">${list.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The cursor of a list. The first page starts below the largest id. */
export function beforeId({ c }: AdminVisitor): number {
  const text = c.req.query('before') ?? '';
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}

/** Returns null on the last page. Expects one row more than `limit`. */
export const olderThan = (list: { id: number }[], limit: number, path: string): string | null =>
  list.length > limit ? `${path}${path.includes('?') ? '&' : '?'}before=${list[limit - 1]!.id}` : null;
