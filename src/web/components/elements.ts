/** Small elements of pages: tabs, notes, pagers, empty states and tags. */
import { html } from 'hono/html';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { normaliseHashtag } from '../../lib/text.ts';
import type { Html } from './layout.ts';

export interface Tab {
  label: string;
  href: string;
  current: boolean;
}

/** The heading of a page. The word joiner keeps "e-mail" in one line. */
export const heading = (text: string) => html`<h1>${text.replaceAll(/\b(e-)(?=\p{L})/giu, '$1\u2060')}</h1>`;

/** `name` is the accessible name of the navigation. */
export function tabs(name: string, list: Tab[]) {
  return html`<nav aria-label="${name}"><ul class="tabs">${list.map(
    ({ label, href, current }) =>
      html`<li><a href="${href}"${current ? html` aria-current="page"` : ''}>${label}</a></li>`,
  )}</ul></nav>`;
}

/** A message to the reader. Screen readers announce a `bad` one at once. */
export function note(body: Html | string, kind: 'plain' | 'good' | 'bad' = 'plain') {
  const role = { plain: '', good: html` role="status"`, bad: html` role="alert"` }[kind];
  return html`<div class="note ${kind}"${role}>${body}</div>`;
}

/** A null URL means that the list ends there. */
export function pager({ newer, older }: { newer: string | null; older: string | null }) {
  if (!newer && !older) return '';
  return html`<nav class="pager" aria-label="${t('site.pages')}">${newer && html`<a class="button quiet" href="${newer}" rel="prev">${t('site.newer')}</a>`}${older && html`<a class="button quiet" href="${older}" rel="next">${t('site.older')}</a>`}</nav>`;
}

export const empty = (text: string) => html`<p class="empty">${text}</p>`;
export function tagChips(tags: string[]) {
  if (tags.length === 0) return '';
  return html`<ul class="chips" aria-label="${t('site.tags')}">${tags.map((tag) => html`<li>${chip(tag)}</li>`)}</ul>`;
}

/** A tag without letters and digits has no page. */
const chip = (tag: string) =>
  normaliseHashtag(tag) === ''
    ? html`<span class="chip">${tag}</span>`
    : html`<a class="chip" href="${iris.tag(tag)}" rel="tag">#${tag}</a>`;
