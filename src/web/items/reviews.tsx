/** The reviews of a recipe: the newest ones and the mean rating on its page, and the page with all. */
import { Hono } from 'hono';
import { raw } from 'hono/html';
import { applyFilters, type FilterResults } from '../../domain/filters/filters.ts';
import type { Ratings } from '../../domain/items/eventable.ts';
import { listReviews, type Review } from '../../domain/recipes/related.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { Byline } from '../components/account.tsx';
import { actionContext, pathOf } from '../components/actions.tsx';
import { factLine, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { ItemEntries, lang } from '../components/item-lists.tsx';
import { behindFilter, meanText, Stars } from '../components/item-parts.tsx';
import { headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { Day, richText } from '../components/texts.tsx';
import { getRecipeFromPath } from './item-from-path.ts';

const perPage = 20;

export const reviews = new Hono().get('/:name{@[^/]+}/recipes/:slug/reviews', pageHandler(show));

async function show(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const page = requestedPage(visitor.c, perPage);
  const path = `${pathOf(recipe)}/reviews`;
  const found = await listReviews(recipe.id, visitor.viewer, page);
  const { items, newer, older } = withNeighbours(found, page, path);
  const filters = await applyFilters(items, visitor.viewer, 'thread');
  const title = t('reviews.page-title', { recipe: recipe.name });
  const recipeLink = <a href={pathOf(recipe)}>{recipe.name}</a>;
  const body = (
    <>
      <h1>{richText('reviews.page-title', { recipe: recipeLink })}</h1>
      <p>
        <RatingLine ratings={recipe} reviews={[]} />
      </p>
      <p class="hint">{t('reviews.hint')}</p>
      <ItemEntries items={items} context={actionContext(visitor)} filters={filters} empty={t('reviews.empty')} />
      <Pager newer={newer} older={older} />
    </>
  );
  const head = headTags({ title, canonical: `${config.baseUrl}${path}`, index: false });
  return { title, body, layout: { width: 'text' as const, head } };
}

// Renders the mean rating and the newest reviews on the page of a recipe

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
