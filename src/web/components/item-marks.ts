/** Marks items that were edited, and direct posts. */

import { html } from 'hono/html';
import type { ItemCard } from '../../domain/items/read.ts';
import { dayText } from '../../lib/language/formats.ts';
import { t } from '../../lib/language/text.ts';

export type MarkedItem = Pick<ItemCard, 'editedAt' | 'visibility'>;

/** Facts that follow the date of the item. */
export const itemMarks = ({ editedAt, visibility }: MarkedItem) => [
  editedAt && html`<time datetime="${editedAt.toISOString()}" title="${dayText(editedAt)}">${t('items.edited')}</time>`,
  visibility === 'direct' && html`<strong class="direct">${t('items.direct')}</strong>`,
];
