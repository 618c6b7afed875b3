/** An item of any kind as lists show it. */
import type { AccountCard } from '../accounts/account.ts';
import type { Visibility } from './draft.ts';
import type { EventableType, Medium } from './eventable.ts';

export interface ShortEventable {
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
  recipeId: number | null;
  inReplyToId: number | null;
  likesCount: number;
  boostsCount: number;
  repliesCount: number;
  cookedCount: number;
  createdAt: Date;
  publishedAt: Date;
  liked: boolean;
  boosted: boolean;
  /** The first four. */
  media: Medium[];
  account: AccountCard;
}
