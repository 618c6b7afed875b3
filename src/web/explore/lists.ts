/** Names the lists of recipes to discover, and their pages. */
import { type ExploreList, maxQuickTime } from '../../domain/search/explore.ts';

export interface ExplorePage {
  list: ExploreList;
  path: string;
  label: string;
  title: string;
  emptyText: string;
}

export const explorePages: ExplorePage[] = [
  {
    list: { name: 'new' },
    path: '/explore/new',
    label: 'New',
    title: 'New recipes',
    emptyText: 'No recipes yet. The first one will show up here.',
  },
  {
    list: { name: 'popular' },
    path: '/explore/popular',
    label: 'Popular',
    title: 'Popular this week',
    emptyText: 'It is quiet this week. Cook something and tell others how it was.',
  },
  {
    list: { name: 'quick' },
    path: '/explore/quick',
    label: 'Quick',
    title: `Ready in ${maxQuickTime} minutes`,
    emptyText: 'No quick recipes yet. Recipes show up here when they say how long they take.',
  },
];

export const pathOfCategory = (category: string) =>
  `/explore/categories/${encodeURIComponent(category.toLowerCase())}`;

export function categoryPage(category: string): ExplorePage {
  const label = category.charAt(0).toLocaleUpperCase('en') + category.slice(1);
  return {
    list: { name: 'category', category },
    path: pathOfCategory(category),
    label,
    title: label,
    emptyText: 'No recipes in this category yet.',
  };
}
