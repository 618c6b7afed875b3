/** Defines the fields of an item that lists show. */

import type { Visibility } from '../../recipe-import/draft.ts';
import type { AccountCard } from '../accounts/account.ts';
import type { EventableType, Medium, Ratings } from './eventable.ts';

export interface ItemSummary extends Ratings {
  id: number;
  type: EventableType;
  iri: string | null;
  url: string | null;
  publication: 'draft' | 'published';
  visibility: Visibility;
  slug: string | null;
  name: string;
  content: string;
  contentHtml: string;
  locale: string;
  preparedAt: Date | null;
  /** Stars of a cooked item, 1 to 5. */
  rating: number | null;
  recipeId: number | null;
  inReplyToId: number | null;
  likesCount: number;
  boostsCount: number;
  repliesCount: number;
  cookedCount: number;
  sensitive: boolean;
  /** Empty if there is no content warning. */
  spoilerText: string;
  /** The IRI of the item that it quotes. */
  quoteIri: string | null;
  createdAt: Date;
  publishedAt: Date;
  editedAt: Date | null;
  liked: boolean;
  boosted: boolean;
  /** At most four. */
  media: Medium[];
  account: AccountCard;
}
