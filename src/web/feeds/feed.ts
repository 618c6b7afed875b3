/** Defines the content of a feed, independent of the format. */
import type { ItemSummary } from '../../domain/items/read.ts';

export interface Feed {
  title: string;
  /** URL of the page. */
  url: string;
  /** Path of the feed without its extension. */
  path: string;
  /** Query of the feed with its question mark, or empty. */
  query?: string;
  items: ItemSummary[];
}
