/** Where an item of any kind has its page, and what to call it. */
import type { AccountCard } from '../../../domain/accounts/account.ts';
import type { Eventable } from '../../../domain/eventables/eventable.ts';
import { excerpt, textOf } from '../../../lib/html.ts';
import { folders } from '../../../lib/iris.ts';
import { webUrl } from './web-url.ts';

type Placed = Pick<Eventable, 'id' | 'type' | 'url' | 'iri'> & {
  slug?: string | null;
  account: Pick<AccountCard, 'handle' | 'host'>;
};

/** A path of ours; what has no place here is at its own server. */
export function pathOf({ id, type, url, iri, slug, account }: Placed): string {
  if (account.handle === null) return webUrl(url) ?? webUrl(iri) ?? '#';
  const last = type === 'recipe' && account.host === '' && slug ? slug : id;
  return `/@${account.handle}/${folders[type]}/${last}`;
}

/** Its name; of a status its warning or the beginning of its text. */
export function titleOf(given: { name: string; contentHtml: string; spoilerText?: string }): string {
  const { name, contentHtml, spoilerText } = given;
  return name || spoilerText || excerpt(textOf(contentHtml), 80) || 'Post';
}
