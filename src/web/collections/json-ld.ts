/** Builds the schema.org/ItemList data of a collection for search engines. */
import type { Collection } from '../../domain/collections/collections.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { nameOf, profileUrl } from '../components/account.ts';
import { pathOf, titleOf } from '../components/item-link.ts';

type Listed = Parameters<typeof pathOf>[0] & Parameters<typeof titleOf>[0];

export function itemListJsonLd(
  { name, description, itemsCount, cover, account, url }: Collection,
  items: Listed[],
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    ...{ url, name },
    ...(description && { description }),
    ...(cover && { image: pictureUrls(cover.key).medium }),
    author: {
      '@type': 'Person',
      name: nameOf(account),
      url: new URL(profileUrl(account), config.baseUrl).href,
    },
    numberOfItems: itemsCount,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: titleOf(item),
      url: new URL(pathOf(item), config.baseUrl).href,
    })),
  };
}
