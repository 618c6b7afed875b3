/** Reads the reviews of a recipe: published cooked items with a rating, except those of the recipe's author. */
import { statement } from '../../statement.ts';
import { itemCardColumns } from '../items/cards.ts';
import { unmuted } from '../items/unmuted.ts';
import { listed, visible } from '../items/visibility.ts';
import type { RecipeCursorRange } from './baking-media.ts';

type Row = Record<string, unknown>;

const reviews = (direction: 'ASC' | 'DESC') => `
  SELECT ${itemCardColumns}, (e.visibility = 'public' AND a.indexable) AS indexable
  FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE e.recipe_id = $3 AND e.rating IS NOT NULL AND e.id > $4 AND e.id < $5 AND e.publication = 'published'
    AND e.account_id <> (SELECT account_id FROM eventable WHERE id = $3) AND ${visible()} AND ${listed()} AND ${unmuted()}
  ORDER BY e.id ${direction} LIMIT $6`;

export const selectReviews = statement<Row, RecipeCursorRange>('select_reviews', reviews('DESC'));
export const selectReviewsAscending = statement<Row, RecipeCursorRange>(
  'select_reviews_ascending',
  reviews('ASC'),
);
