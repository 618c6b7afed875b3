/** Renders the mean rating and the newest reviews on the page of a recipe. */
import { html, raw } from 'hono/html';
import type { FilterResults } from '../../domain/filters/filters.ts';
import type { Ratings } from '../../domain/items/eventable.ts';
import type { Review } from '../../domain/recipes/related.ts';
import { t } from '../../lib/language/text.ts';
import { byline } from '../components/account.ts';
import { pathOf } from '../components/actions.ts';
import { factLine } from '../components/elements.ts';
import { lang } from '../components/item-lists.ts';
import { behindFilter, meanText, stars } from '../components/item-parts.ts';
import { day } from '../components/texts.ts';

export const maxReviews = 5;

/** Example: "★ 4.5 · 12 ratings". It links to the reviews if the viewer can see any. */
export function ratingLine(ratings: Ratings, reviews: Review[]) {
  const { ratingCount } = ratings;
  if (ratingCount === 0) return '';
  const mean = meanText(ratings);
  const number = t('recipe.ratings', { count: ratingCount });
  return html`<span class="rating-line"><span class="stars" role="img" aria-label="${t('recipe.rated', { mean })}">★ ${mean}</span> · ${reviews.length > 0 ? html`<a href="#reviews">${number}</a>` : number}</span>`;
}

/** `reviews` has one more than is shown if there are more. */
export function reviewSection(reviews: Review[], path: string, filters: FilterResults) {
  if (reviews.length === 0) return '';
  const more =
    reviews.length > maxReviews
      ? html`<p class="no-print"><a class="button small quiet" href="${path}/reviews">${t('recipe.all-reviews')}</a></p>`
      : '';
  return html`<section id="reviews" class="no-print"><h2>${t('recipe.reviews')}</h2><ol class="posts">${reviews.slice(0, maxReviews).map((review) => html`<li>${behindFilter(filters.of(review), entry(review))}</li>`)}</ol>${more}</section>`;
}

function entry(review: Review) {
  const { account, rating, name, contentHtml, publishedAt, locale } = review;
  const path = pathOf(review);
  const langAttribute = lang(locale);
  return html`<article class="post">${byline(account, factLine([stars(rating), html`<a class="when" href="${path}">${day(publishedAt)}</a>`]))}
<div class="prose"${langAttribute}>${contentHtml ? raw(contentHtml) : html`<p><a href="${path}">${name}</a></p>`}</div></article>`;
}
