/** Computes the mean rating of a recipe, and writes ratings as text and in schema.org terms. */
import type { Ratings } from '../items/eventable.ts';

/** Rounded to one decimal, as the search index does. Null without ratings. */
export const meanRating = ({ ratingCount, ratingSum }: Ratings): number | null =>
  ratingCount === 0 ? null : Math.round((ratingSum * 10) / ratingCount) / 10;

/** Example: `★★★★☆`. */
export const starText = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(5 - stars);

export const ratingScale = { bestRating: 5, worstRating: 1 };

export const toSchemaRating = (stars: number) => ({ '@type': 'Rating', ratingValue: stars, ...ratingScale });

export const toSchemaRatings = (ratings: Ratings) => ({
  '@type': 'AggregateRating',
  ratingValue: meanRating(ratings),
  ratingCount: ratings.ratingCount,
  ...ratingScale,
});
