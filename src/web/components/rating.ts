/** Renders ratings, and the field to choose one. */

import { html } from 'hono/html';
import type { Ratings } from '../../domain/items/eventable.ts';
import { meanRating, starText } from '../../domain/recipes/related.ts';
import { decimalText } from '../../lib/language/formats.ts';
import { t } from '../../lib/language/text.ts';

const starCount = (count: number) => t('rating.stars', { count });

export const starsAndUp = (count: number): string =>
  count === 5 ? starCount(count) : t('rating.stars-and-up', { count });

export const stars = (rating: number) =>
  html`<span class="stars" role="img" aria-label="${t('rating.of-five', { rating })}">${starText(rating)}</span>`;

export const starLine = (rating: number | null | undefined) =>
  rating ? html`<p class="star-line">${stars(rating)}</p>` : '';

/** Example: `4.5 ★ (12)` for a recipe, `4 ★` for a cooked item. */
export function ratingText({ rating, ratingCount = 0, ratingSum = 0 }: Partial<Ratings> & { rating?: number | null }) {
  if (rating) return `${rating} ★`;
  return ratingCount > 0 && `${meanText({ ratingCount, ratingSum })} ★ (${ratingCount})`;
}

export const meanText = (ratings: Ratings): string => decimalText(meanRating(ratings)!);

/** A group of radio buttons. Its style sheet fills all stars up to the chosen one. */
export function starField(value: string, errors: string[] = []) {
  const choice = (stars: number) =>
    html`<label class="star"><input type="radio" name="rating" value="${stars}"${value === String(stars) ? html` checked` : ''}><span aria-hidden="true">★</span><span class="visually-hidden">${starCount(stars)}</span></label>`;
  return html`<fieldset class="rating"><legend>${t('rating.how-good')}</legend><div class="rating-choices">${[1, 2, 3, 4, 5].map(choice)}
<label class="no-star"><input type="radio" name="rating" value=""${value === '' ? html` checked` : ''}> ${t('rating.none')}</label></div>${errors.length > 0 ? html`<p class="error">${errors.join(', ')}</p>` : ''}</fieldset>`;
}
