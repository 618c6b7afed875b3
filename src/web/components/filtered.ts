/** Covers items in lists that the viewer's filters match. */
import { html } from 'hono/html';
import type { FilterMatch, FilterResults } from '../../domain/filters/filters.ts';
import { t } from '../../lib/language/text.ts';
import { empty } from './elements.ts';
import type { Html } from './layout.ts';
import { richText } from './rich-text.ts';

/** Shows a line with the titles of the filters, which opens. */
export function behindFilter(matches: FilterMatch[], content: Html): Html {
  if (matches.length === 0) return content;
  const titles = matches.map(({ filter }) => filter.title).join(', ');
  const line = richText('filters.filtered', { title: () => html`<bdi>${titles}</bdi>` });
  return html`<details class="filtered"><summary>${line} <span class="show">${t('filters.show')}</span></summary>${content}</details>`;
}

/** Shown where the filters hide every item of a page. */
export const allHidden = () => empty(t('filters.all-hidden'));

/** Renders the items that the filters do not hide. `items` are not empty. */
export function filteredList<Item extends { id: number }>(
  items: Item[],
  filters: FilterResults,
  render: (shown: Item[]) => Html,
): Html {
  const shown = filters.shown(items);
  return shown.length > 0 ? render(shown) : allHidden();
}
