/** Converts ratings to and from schema.org Rating and AggregateRating. */
import type { Ratings } from '../../domain/items/eventable.ts';
import { meanRating, ratingScale } from '../../domain/recipes/related.ts';
import { firstOf, isObject, type JsonObject, member, numberOf } from '../json-ld/json.ts';

export const toRating = (stars: number): JsonObject => ({
  type: 'Rating',
  ratingValue: stars,
  ...ratingScale,
});

/** Others do not trust it: every server counts the ratings that it knows. */
export const toAggregateRating = (ratings: Ratings): JsonObject => ({
  type: 'AggregateRating',
  ratingValue: meanRating(ratings),
  ratingCount: ratings.ratingCount,
  ...ratingScale,
});

/** Returns 1 to 5 stars, also from another scale or a bare number. Null for what is no rating. */
export function readRating(value: unknown): number | null {
  const rating = firstOf(value);
  const given = numberOf(isObject(rating) ? (member(rating, 'ratingValue') ?? rating) : rating);
  const best = numberOf(member(rating, 'bestRating')) ?? ratingScale.bestRating;
  const worst = numberOf(member(rating, 'worstRating')) ?? Math.min(ratingScale.worstRating, best);
  if (given === null || best <= worst || given < worst || given > best) return null;
  const stars = Math.round(1 + (4 * (given - worst)) / (best - worst));
  return Number.isInteger(stars) ? stars : null;
}
