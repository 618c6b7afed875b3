/** Names the lists of recipes to discover, and their pages. */

import { type ExploreList, maxQuickTime } from '../../domain/search/explore.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';

export interface ExplorePage {
  list: ExploreList;
  path: string;
  label: () => string;
  title: () => string;
  emptyText: () => string;
}

export const explorePages: ExplorePage[] = [
  {
    list: { name: 'new' },
    path: '/explore/new',
    label: () => t('explore.new'),
    title: () => t('explore.new-title'),
    emptyText: () => t('explore.new-empty'),
  },
  {
    list: { name: 'popular' },
    path: '/explore/popular',
    label: () => t('explore.popular'),
    title: () => t('explore.popular-title'),
    emptyText: () => t('explore.popular-empty'),
  },
  {
    list: { name: 'quick' },
    path: '/explore/quick',
    label: () => t('explore.quick'),
    title: () => t('explore.quick-title', { minutes: maxQuickTime }),
    emptyText: () => t('explore.quick-empty'),
  },
];

export const pathOfCategory = (category: string) => `/explore/categories/${encodeURIComponent(category.toLowerCase())}`;

export function categoryPage(category: string): ExplorePage {
  const label = () => category.charAt(0).toLocaleUpperCase(reader().language) + category.slice(1);
  return {
    list: { name: 'category', category },
    path: pathOfCategory(category),
    label,
    title: label,
    emptyText: () => t('explore.category-empty'),
  };
}
