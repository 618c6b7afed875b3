/** What a feed holds, however it is written. */
import type { Card } from '../../../domain/cards.ts';

export interface Feed {
  title: string;
  /** Of the page. */
  url: string;
  /** Of the feed, without its ending. */
  path: string;
  items: Card[];
}
