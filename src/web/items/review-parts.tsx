/** Renders the mean rating and the newest reviews on the page of a recipe. */
import { raw } from 'hono/html';
import type { FilterResults } from '../../domain/filters/filters.ts';
import type { Ratings } from '../../domain/items/eventable.ts';
import type { Review } from '../../domain/recipes/related.ts';
import { t } from '../../lib/language/text.ts';
import { Byline } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { factLine } from '../components/elements.tsx';
import { lang } from '../components/item-lists.tsx';
import { behindFilter, meanText, Stars } from '../components/item-parts.tsx';
import { Day } from '../components/texts.tsx';

export const maxReviews = 5;

/** Example: "★ 4.5 · 12 ratings". It links to the reviews if the viewer can see any. */
export function RatingLine({ ratings, reviews }: { ratings: Ratings; reviews: Review[] }) {
  const { ratingCount } = ratings;
  if (ratingCount === 0) return null;
  const mean = meanText(ratings);
  const number = t('recipe.ratings', { count: ratingCount });
  return (
    <span class="rating-line">
      <span class="stars" role="img" aria-label={t('recipe.rated', { mean })}>
        ★ {mean}
      </span>{' '}
      · {reviews.length > 0 ? <a href="#reviews">{number}</a> : number}
    </span>
  );
}

/** `reviews` has one more than is shown if there are more. */
export function ReviewSection({ reviews, path, filters }: { reviews: Review[]; path: string; filters: FilterResults }) {
  if (reviews.length === 0) return null;
  const more =
    reviews.length > maxReviews ? (
      <p class="no-print">
        <a class="button small quiet" href={`${path}/reviews`}>
          {t('recipe.all-reviews')}
        </a>
      </p>
    ) : null;
  return (
    <section id="reviews" class="no-print">
      <h2>{t('recipe.reviews')}</h2>
      <ol class="posts">
        {reviews.slice(0, maxReviews).map((review) => (
          <li>{behindFilter(filters.of(review), <ReviewEntry review={review} />)}</li>
        ))}
      </ol>
      {more}
    </section>
  );
}

function ReviewEntry({ review }: { review: Review }) {
  const { account, rating, name, contentHtml, publishedAt, locale } = review;
  const path = pathOf(review);
  const langAttribute = lang(locale);
  return (
    <article class="post">
      <Byline
        person={account}
        line={factLine([
          <Stars rating={rating} />,
          <a class="when" href={path}>
            <Day date={publishedAt} />
          </a>,
        ])}
      />
      <div class="prose" {...langAttribute}>
        {contentHtml ? (
          raw(contentHtml)
        ) : (
          <p>
            <a href={path}>{name}</a>
          </p>
        )}
      </div>
    </article>
  );
}
