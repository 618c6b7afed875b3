/** Pages through the items of a collection, in its order. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import type { Page } from '../../lib/page.ts';

/** Reads one extra row, to know whether there is a next page. */
export function requestedItems(c: Context, limit: number): Page {
  const after = c.req.query('after') ?? '';
  return {
    ...{ limit: limit + 1, maxId: null, order: 'asc' as const },
    minId: /^[0-9]{1,15}$/.test(after) ? Number(after) : null,
  };
}

export function itemPager<Row extends { id: number }>(rows: Row[], { limit, minId }: Page, path: string) {
  const items = rows.slice(0, limit - 1);
  const next = rows.length === limit ? `${path}?after=${items.at(-1)!.id}` : null;
  if (next === null && minId === null) return { items, pager: '' };
  const links = html`${minId !== null ? html`<a class="button quiet" href="${path}">${t('collections.first-page')}</a>` : ''}${next && html`<a class="button quiet" href="${next}" rel="next">${t('collections.next-page')}</a>`}`;
  return { items, pager: html`<nav class="pager" aria-label="${t('site.pages')}">${links}</nav>` };
}
