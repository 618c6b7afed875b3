/** Renders what a search found: recipes with filters, people and posts. */

import { html } from 'hono/html';
import { applyFilters, noResults } from '../../domain/filters/filters.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { listCardsByIds, withQuotes } from '../../domain/items/read.ts';
import { search as find, findRecipes, maxMatches, type SearchResults } from '../../domain/search/search.ts';
import { type RecipeSearchInput, toRecipeSearch } from '../../http/input/recipe.ts';
import { t } from '../../lib/language/text.ts';
import { collectionCards } from '../collections/cards.ts';
import { addressOf, avatar, nameOf, profileUrl } from '../components/account.ts';
import { actionContext } from '../components/action-buttons.ts';
import { empty } from '../components/elements.ts';
import { behindFilter, filteredList } from '../components/filtered.ts';
import { cards } from '../components/item-cards.ts';
import { itemEntry } from '../components/item-entry.ts';
import type { Visitor } from '../components/page-handler.ts';
import { chosenFilters, facetLinks } from './facets.ts';
import { urlOf } from './query.ts';

const perPage = 24;
const maxOthers = 20;

export async function recipeResults(input: RecipeSearchInput, offset: number, { viewer }: Visitor) {
  const found = await findRecipes({ ...toRecipeSearch(input), limit: perPage, offset }, viewer);
  const { ids, total, isCapped } = found;
  const recipes = await listCardsByIds(ids, viewer);
  const filters = await applyFilters(recipes, viewer, 'public');
  const count = isCapped ? t('search.many-recipes', { count: total }) : t('search.recipes', { count: total });
  return html`<section aria-labelledby="recipes"><h2 id="recipes">${count}</h2>
${chosenFilters(input)}${facetLinks(input, found)}
${recipes.length > 0 ? filteredList(recipes, filters, (shown) => cards(shown, { filters })) : empty(total === 0 ? t('search.no-recipes') : t('search.no-more'))}
${pages(input, offset, total)}${isCapped ? html`<p class="hint">${t('search.capped', { count: maxMatches })}</p>` : ''}</section>`;
}

function pages(input: RecipeSearchInput, offset: number, total: number) {
  const previous = offset > 0 ? urlOf(input, Math.max(0, offset - perPage)) : null;
  const next = offset + perPage < total ? urlOf(input, offset + perPage) : null;
  if (!previous && !next) return '';
  return html`<nav class="pager" aria-label="${t('site.pages')}">${previous && html`<a class="button quiet" href="${previous}" rel="prev">${t('search.previous')}</a>`}${next && html`<a class="button quiet" href="${next}" rel="next">${t('search.next')}</a>`}</nav>`;
}

/** Finds people and items that are not recipes. For an address or URL it finds whatever that names. */
export async function findOthers(me: number, query: string, isName: boolean): Promise<SearchResults> {
  const found = await find(me, { query, type: null, resolve: false, limit: maxOthers });
  const { items } = found;
  return { ...found, items: isName ? items : items.filter(({ type }) => type !== 'recipe') };
}

/** People who look up an item by its address want to see it. */
async function postSection(found: Eventable[], visitor: Visitor, isName: boolean) {
  if (found.length === 0) return '';
  const items = await withQuotes(found, visitor.viewer);
  const filters = isName ? noResults : await applyFilters(items, visitor.viewer, 'public');
  const entry = (item: (typeof items)[number]) =>
    html`<li>${behindFilter(filters.of(item), itemEntry(item, actionContext(visitor)))}</li>`;
  return html`<section><h2>${t('search.posts')}</h2>${filteredList(items, filters, (shown) => html`<ol class="posts">${shown.map(entry)}</ol>`)}</section>`;
}

export async function otherResults(
  { accounts, items, collections }: SearchResults,
  visitor: Visitor,
  isName: boolean,
) {
  return html`${accounts.length > 0 ? html`<section><h2>${t('search.people')}</h2><ul class="rows">${accounts.map((account) => html`<li><div class="byline">${avatar(account)}<div><a href="${account.handle === null ? profileUrl(account) : `/@${account.handle}`}"><bdi>${nameOf(account)}</bdi></a><br>${addressOf(account)}</div></div></li>`)}</ul></section>` : ''}
${collections.length > 0 ? html`<section><h2>${t('search.collections')}</h2>${collectionCards(collections, { withOwner: true })}</section>` : ''}
${await postSection(items, visitor, isName)}`;
}
