/** The small blocks that pages are built of: tabs, notes, chips, steps between pages of a list. */
import { html } from 'hono/html';
import { iris } from '../../../lib/iris.ts';
import type { Html } from '../layout.ts';

export interface Tab {
  label: string;
  href: string;
  current: boolean;
}

/** `name` says to those who hear the page what is chosen among. */
export function tabs(name: string, list: Tab[]) {
  return html`<nav aria-label="${name}"><ul class="tabs">${list.map(
    ({ label, href, current }) =>
      html`<li><a href="${href}"${current ? html` aria-current="page"` : ''}>${label}</a></li>`,
  )}</ul></nav>`;
}

/** Says what happened, or what is to be known first. A bad one is read out at once. */
export function note(body: Html | string, kind: 'plain' | 'good' | 'bad' = 'plain') {
  const role = { plain: '', good: html` role="status"`, bad: html` role="alert"` }[kind];
  return html`<div class="note ${kind}"${role}>${body}</div>`;
}

/** Null for the end of the list. */
export function pager({ newer, older }: { newer: string | null; older: string | null }) {
  if (!newer && !older) return '';
  return html`<nav class="pager" aria-label="Pages">${newer && html`<a class="button quiet" href="${newer}" rel="prev">← Newer</a>`}${older && html`<a class="button quiet" href="${older}" rel="next">Older →</a>`}</nav>`;
}

export const empty = (text: string) => html`<p class="empty">${text}</p>`;
export function tagChips(tags: string[]) {
  if (tags.length === 0) return '';
  return html`<ul class="chips" aria-label="Tags">${tags.map(
    (tag) => html`<li><a class="chip" href="${iris.tag(tag)}" rel="tag">#${tag}</a></li>`,
  )}</ul>`;
}
