/** What the operator's pages share: where else to go, rows with buttons, and word of what was just done. */
import { html } from 'hono/html';
import type { Html } from '../layout.ts';
import { note, tabs } from '../parts/blocks.ts';
import { hidden } from '../parts/field.ts';
import type { Shown } from '../show.ts';
import type { AdminVisitor } from './door.ts';

const sections: [path: string, label: string][] = [
  ['/admin', 'Overview'],
  ['/admin/accounts', 'Accounts'],
  ['/admin/reports', 'Reports'],
  ['/admin/domains', 'Blocked servers'],
  ['/admin/hosts', 'Servers'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/instance', 'Instance'],
  ['/admin/log', 'Log'],
];

const told: Record<string, string> = {
  suspend: 'The account is suspended.',
  unsuspend: 'The account is shown again.',
  role: 'The rights of the account are changed.',
  'block-domain': 'The server is blocked.',
  'unblock-domain': 'The block is lifted.',
  'retry-host': 'What waited for the server is tried again now.',
  'resolve-report': 'The report is settled.',
  'replay-job': 'The job is tried again.',
  approve: 'The account is made. They can log in now.',
  reject: 'The request is gone; the name is free again.',
  'change-instance': 'Saved. Every process knows within seconds.',
};

/** `path` is the section's. */
export function adminShown({ c }: AdminVisitor, path: string, title: string, body: Html): Shown {
  const done = told[c.req.query('done') ?? ''];
  const nav = sections.map(([href, label]) => ({ label, href, current: href === path }));
  return {
    title: `${title} · Admin`,
    body: html`<h1>${title}</h1>${tabs('Administration', nav)}${done ? note(done, 'good') : ''}${body}`,
    frame: { width: 'wide', path: '/admin' },
  };
}

/** A form of one button; what cannot be undone leads to a page that asks first. */
export function button(token: string, action: string, label: string, fields: Record<string, string> = {}) {
  return html`<form method="post" action="${action}">${hidden({ form_token: token, ...fields })}<button class="quiet small">${label}</button></form>`;
}

export const rows = (list: Html[]) =>
  html`<ul class="admin-rows">${list.map((row) => html`<li>${row}</li>`)}</ul>`;

/** Text on the left, buttons on the right. */
export const row = (text: Html | string, acts: (Html | string)[] = []) =>
  html`<div class="admin-text">${text}</div>${acts.length > 0 ? html`<div class="admin-acts">${acts}</div>` : ''}`;

export function facts(list: [label: string, value: Html | string | number][]) {
  return html`<dl class="admin-facts">${list.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Ids below which a list goes on; the largest there is for its beginning. */
export function below({ c }: AdminVisitor): number {
  const text = c.req.query('before') ?? '';
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}

/** Null when nothing follows; one more than `limit` was read. */
export const olderThan = (list: { id: number }[], limit: number, path: string): string | null =>
  list.length > limit ? `${path}${path.includes('?') ? '&' : '?'}before=${list[limit - 1]!.id}` : null;
