/** Returns the path and the title of an item. */

import type { AccountCard } from '../../domain/accounts/account.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { folders } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { webUrl } from './web-url.ts';

type LinkedItem = Pick<Eventable, 'id' | 'type' | 'url' | 'iri'> & {
  slug?: string | null;
  publication?: 'draft' | 'published';
  account: Pick<AccountCard, 'handle' | 'host'>;
};

/** Returns a path on this server, or the original URL if the item has no page here. A draft has only its form. */
export function pathOf({ id, type, url, iri, slug, publication, account }: LinkedItem): string {
  if (publication === 'draft') return `/items/${id}/edit`;
  if (account.handle === null) return webUrl(url) ?? webUrl(iri) ?? '#';
  const last = type === 'recipe' && account.host === '' && slug ? slug : id;
  return `/@${account.handle}/${folders[type]}/${last}`;
}

/** Returns the name of an item, or the warning or first words of a status. */
export function titleOf(item: { name: string; contentHtml: string; spoilerText?: string }): string {
  const { name, contentHtml, spoilerText } = item;
  return name || spoilerText || excerpt(textOf(contentHtml), 80) || t('items.post');
}
