/** Where an item of any kind has its page. */
import type { AccountCard } from '../../../domain/accounts/account.ts';
import type { Eventable } from '../../../domain/eventables/eventable.ts';
import { webUrl } from './web-url.ts';

const folders = { recipe: 'recipes', preparation: 'preparations', baking: 'bakings', status: 'statuses' };

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
