/** Says where moderators read private items, and shows members who read theirs. */
import { html } from 'hono/html';
import { viewerOf } from '../../domain/accounts/account.ts';
import { listByIds } from '../../domain/items/read.ts';
import { listPrivateAccess } from '../../domain/moderation/reports.ts';
import { t } from '../../lib/language/text.ts';
import { day } from './date-text.ts';
import { empty } from './elements.ts';
import { pathOf, titleOf } from './item-link.ts';
import type { Html } from './layout.ts';
import { richText } from './rich-text.ts';

/** The log keeps `report 12`, `decision 7` or `account`. */
export function accessPlaceText(place: string): string {
  const [where, id = ''] = place.split(' ');
  if (where === 'report') return t('decisions.read-in-report', { id });
  return where === 'decision' ? t('decisions.read-in-decision', { id }) : t('decisions.read-on-account-page');
}

const maxShown = 50;

/** Of the member: when, by whom, for what, and which items. Deleted ones have no link. */
export async function privateAccessList(accountId: number): Promise<Html> {
  const list = await listPrivateAccess(accountId, { limit: maxShown });
  const ids = [...new Set(list.flatMap(({ itemIds }) => itemIds))];
  const items = new Map((await listByIds(ids, viewerOf(accountId))).map((item) => [item.id, item]));
  const rows = list.map(({ at, by, action, place, itemIds }) => {
    const links = itemIds.map((id) => {
      const item = items.get(id);
      return html`<li>${item ? html`<a href="${pathOf(item)}"><bdi>${titleOf(item)}</bdi></a>` : t('decisions.deleted-post')}</li>`;
    });
    const text =
      action === 'export-account'
        ? richText('decisions.exported-by-operator', { day: day(at) })
        : richText('decisions.read-private', { day: day(at), by, place: accessPlaceText(place) });
    return html`<li><div><p>${text}</p>${links.length > 0 ? html`<ul>${links}</ul>` : ''}</div></li>`;
  });
  return html`<h2>${t('decisions.access-title')}</h2><p class="hint">${t('decisions.access-hint')}</p>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : empty(t('decisions.access-none'))}`;
}
