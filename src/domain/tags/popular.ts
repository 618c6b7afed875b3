/** Lists the hashtags that most people use at present. */
import { selectPopularTags } from '../../db/sql/tags.ts';
import { db } from '../../db/statement.ts';
import type { Viewer } from '../accounts/viewer.ts';

export interface PopularTag {
  /** Normalised. */
  tag: string;
  /** How many accounts used it among the newest uses of the last 7 days. */
  people: number;
}

/** Older uses of the week are not counted. */
const maxUses = 2_000;

/** Of public items, the tag of most people first. */
export const listPopularTags = ({ accountId }: Viewer, limit: number): Promise<PopularTag[]> =>
  selectPopularTags(db, accountId, maxUses, limit);
