/** Renders the head of an entry: who wrote it, when, and what kind of item it is. */

import { html } from 'hono/html';
import type { EventableType } from '../../domain/items/eventable.ts';
import type { ItemCard } from '../../domain/items/read.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { t } from '../../lib/language/text.ts';
import { avatar, nameOf, profileUrl, shortAddressOf } from './account.ts';
import { age } from './date-text.ts';
import { factLine } from './fact-line.ts';
import { icons } from './icons.ts';
import { pathOf } from './item-link.ts';
import { itemMarks, type MarkedItem } from './item-marks.ts';
import type { Html } from './layout.ts';

type Entry = Pick<ItemCard, 'id' | 'type' | 'url' | 'iri' | 'account' | 'publishedAt'> &
  MarkedItem & { slug?: string | null };

/** Posts are known by their text, and need no name. */
const kinds: Record<EventableType, { icon: Html; label: MessageKey } | null> = {
  recipe: { icon: icons.pot, label: 'items.kind-recipe' },
  preparation: { icon: icons.check, label: 'items.kind-cooked' },
  baking: { icon: icons.check, label: 'items.kind-cooked' },
  status: null,
};

export function entryHead(item: Entry): Html {
  const { account, type } = item;
  const remote = account.host === '' ? '' : html` rel="nofollow noopener noreferrer"`;
  const kind = kinds[type];
  const facts = [
    html`<span class="handle">${shortAddressOf(account)}</span>`,
    html`<a class="when" href="${pathOf(item)}">${age(item.publishedAt)}</a>`,
    ...itemMarks(item),
  ];
  return html`<header class="entry-head">${avatar(account, 44)}<div class="entry-author"><a class="author" href="${profileUrl(account)}"${remote}><bdi>${nameOf(account)}</bdi></a>${factLine(facts)}</div>${kind ? html`<span class="kind ${type === 'recipe' ? 'recipe' : 'cooked'}">${kind.icon}${t(kind.label)}</span>` : ''}</header>`;
}
