/** Parts of the search page. */
import type { RestrictedDiet } from '../../db/recipe-details.ts';
import { applyFilters, noResults } from '../../domain/filters/filters.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { listCardsByIds, withQuotes } from '../../domain/items/read.ts';
import { dietText } from '../../domain/recipes/text.ts';
import { type FacetValue, type FoundRecipes, findRecipes, maxMatches } from '../../domain/search/recipes.ts';
import { search as find, type SearchResults } from '../../domain/search/search.ts';
import { type RecipeSearchInput, recipeSearchInput, toRecipeSearch } from '../../http/input/recipe.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { canonicalCategory, categoryIn } from '../../recipe-import/categories.ts';
import { CollectionCards } from '../collections/show.tsx';
import { addressOf, Byline, profileHere } from '../components/account.tsx';
import { actionContext } from '../components/actions.tsx';
import { Pager, tagText } from '../components/elements.tsx';
import { Checkbox, Field, SelectField } from '../components/fields.tsx';
import { Cards, ItemEntries } from '../components/item-lists.tsx';
import { starsAndUp } from '../components/item-parts.tsx';
import type { Visitor } from '../components/page-handler.tsx';
import { capitalised, richText } from '../components/texts.tsx';

// Reads the criteria of the search page from its URL, and builds the URLs of other searches

/** Wrong parameters are ignored, because people edit URLs. */
export function readQuery(url: string): RecipeSearchInput {
  const sent = new URL(url).searchParams;
  const fields = Object.fromEntries(
    Object.entries(recipeSearchInput.shape).map(([name, schema]) => {
      const values = sent.getAll(name);
      const value = values.length > 1 ? values : values[0];
      const parsed = schema.safeParse(value);
      return [name, parsed.success ? parsed.data : schema.parse(undefined)];
    }),
  ) as RecipeSearchInput;
  const category = fields.category.map((each) => canonicalCategory(each, reader().language) ?? each);
  return { ...fields, category, q: fields.q.trim() };
}

type ListName = 'ingredient' | 'without' | 'tag' | 'diet' | 'category' | 'cuisine' | 'language';
const listNames: ListName[] = ['ingredient', 'without', 'tag', 'diet', 'category', 'cuisine', 'language'];

/** The parameters that are not at their defaults. */
function toParameters(input: RecipeSearchInput): URLSearchParams {
  const parameters = new URLSearchParams();
  if (input.q) parameters.set('q', input.q);
  for (const name of listNames) for (const value of input[name]) parameters.append(name, value);
  if (input.max_time !== null) parameters.set('max_time', String(input.max_time));
  if (input.author !== null) parameters.set('author', input.author);
  if (input.min_rating !== null) parameters.set('min_rating', String(input.min_rating));
  if (input.has_photo !== null) parameters.set('has_photo', String(input.has_photo));
  if (input.sort !== null) parameters.set('sort', input.sort);
  return parameters;
}

export const urlOf = (input: RecipeSearchInput, offset = 0): string => {
  const parameters = toParameters(input);
  if (offset > 0) parameters.set('offset', String(offset));
  return `/search${parameters.size > 0 ? '?' : ''}${parameters}`;
};

const withValue = (input: RecipeSearchInput, name: ListName, value: string): RecipeSearchInput => ({
  ...input,
  [name]: [...input[name], value],
});

const withoutValue = (input: RecipeSearchInput, name: ListName, value: string): RecipeSearchInput => ({
  ...input,
  [name]: input[name].filter((each) => each !== value),
});

/** Wrong text is ignored, because people edit URLs. */
export const readOffset = (text: string | undefined): number =>
  text !== undefined && /^[0-9]{1,4}$/.test(text) ? Math.min(Number(text), maxMatches) : 0;

const categoryText = (category: string) => categoryIn(reader().language, category);

/** A few words that say what was searched for. Empty for a search for everything. */
export function searchTitle(input: RecipeSearchInput): string {
  const parts = [
    input.q,
    ...listNames
      .filter((name) => name !== 'without')
      .flatMap((name) => (name === 'category' ? input[name].map(categoryText) : input[name])),
    ...input.without.map((name) => t('search.without-value', { ingredient: name })),
    input.max_time === null ? '' : t('search.up-to', { minutes: input.max_time }),
    input.min_rating === null ? '' : starsAndUp(input.min_rating),
    input.author ?? '',
  ];
  return parts.filter(Boolean).join(', ');
}

// Renders the filters of a search as links: those in use, and those that narrow it further, with counts

function labelOf(name: ListName, value: string): string {
  if (name === 'tag') return tagText(value);
  if (name === 'diet') return dietText(value as RestrictedDiet);
  if (name === 'without') return t('search.without-value', { ingredient: value });
  if (name === 'language') {
    try {
      const names = new Intl.DisplayNames(reader().language, { type: 'language', fallback: 'code' });
      return names.of(value) ?? value;
    } catch {
      return value;
    }
  }
  if (name === 'category') return capitalised(categoryText(value));
  return name === 'ingredient' ? value : capitalised(value);
}

const chosenNames: ListName[] = ['category', 'cuisine', 'diet', 'tag', 'language'];

function ChosenFilters({ input }: { input: RecipeSearchInput }) {
  const chosen = chosenNames.flatMap((name) => input[name].map((value) => [name, value] as const));
  if (chosen.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('search.filters')}>
      {chosen.map(([name, value]) => (
        <li>
          <a
            class="chip on"
            href={urlOf(withoutValue(input, name, value))}
            aria-label={t('search.remove-filter', { name: labelOf(name, value) })}
          >
            {labelOf(name, value)} ✕
          </a>
        </li>
      ))}
    </ul>
  );
}

const shown = 8;

function FacetLinks({ input, found: { facets, total, isCapped } }: { input: RecipeSearchInput; found: FoundRecipes }) {
  const more = isCapped ? '+' : '';
  const group = (title: string, name: ListName, values: FacetValue[]) => {
    // A value that all matches share narrows nothing.
    const useful = values.filter(({ value, count }) => !isChosen(input[name], value) && (count < total || isCapped));
    if (useful.length === 0) return '';
    return (
      <div class="facet">
        <h3>{title}</h3>
        <ul class="chips">
          {useful.slice(0, shown).map(({ value, count }) => (
            <li>
              <a class="chip" href={urlOf(withValue(input, name, value))}>
                {labelOf(name, value)}{' '}
                <span class="hint">
                  {count}
                  {more}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    );
  };
  const groups = [
    group(t('search.category'), 'category', facets.categories),
    group(t('search.cuisine'), 'cuisine', facets.cuisines),
    group(t('search.diet'), 'diet', facets.diets),
    group(t('search.tags'), 'tag', facets.tags),
    group(t('search.language'), 'language', facets.languages),
  ].filter((each) => each !== '');
  if (groups.length === 0) return null;
  return (
    <details class="facets">
      <summary>{t('search.narrow')}</summary>
      {groups}
    </details>
  );
}

const isChosen = (chosen: string[], value: string) => chosen.some((each) => each.toLowerCase() === value.toLowerCase());

// Renders the form of the search page. It works without script

export const atHandPath = '/search/at-hand';

const sortOptions = (): [string, string][] => [
  ['', t('search.sort-relevance')],
  ['newest', t('search.sort-newest')],
  ['cooked', t('search.sort-cooked')],
  ['rating', t('search.sort-rating')],
];
const orMore = (stars: number): string => (stars === 5 ? '5' : t('search.stars-or-more', { stars }));
const ratingOptions = (): [string, string][] => [
  ['', t('search.any-rating')],
  ...[4, 3, 2].map((stars): [string, string] => [String(stars), orMore(stars)]),
];
const minutesText = (count: number) => t('search.minutes', { count });
const hoursText = (count: number) => t('search.hours', { count });
const timeOptions = (): [string, string][] => [
  ['', t('search.any-time')],
  ['15', minutesText(15)],
  ['30', minutesText(30)],
  ['60', hoursText(1)],
  ['120', hoursText(2)],
];

export function SearchForm({ input, label }: { input: RecipeSearchInput; label: string }) {
  const time = input.max_time === null ? '' : String(input.max_time);
  const listed = timeOptions();
  const times = listed.some(([value]) => value === time)
    ? listed
    : [...listed, [time, minutesText(Number(time))] as [string, string]];
  return (
    <form class="search" method="get" action="/search" role="search">
      <div class="search-words">
        <Field
          name="q"
          label={label}
          type="search"
          value={input.q}
          attributes={{ maxlength: 200, autocapitalize: 'none', enterkeyhint: 'search' }}
        />
        <button>{t('search.submit')}</button>
      </div>
      {/* The results begin on the first screen of a phone. */}
      <details class="search-more" open={isNarrowed(input)}>
        <summary class="button small quiet">{t('search.more-options')}</summary>
        <div class="field-row">
          <Field
            name="ingredient"
            label={t('search.with')}
            value={input.ingredient.join(', ')}
            attributes={{ placeholder: t('search.with-example'), autocapitalize: 'none' }}
          />
          <Field
            name="without"
            label={t('search.without')}
            value={input.without.join(', ')}
            attributes={{ placeholder: t('search.without-example'), autocapitalize: 'none' }}
          />
        </div>
        <div class="field-row four">
          <SelectField name="max_time" label={t('search.ready-in')} value={time} options={times} />
          <RatingField minRating={input.min_rating} />
          <SelectField
            name="sort"
            label={t('search.sort')}
            value={input.sort === 'relevance' || input.sort === null ? '' : input.sort}
            options={sortOptions()}
          />
          <Field
            name="author"
            label={t('search.author')}
            value={input.author ?? ''}
            attributes={{ placeholder: t('search.author-example'), autocapitalize: 'none' }}
          />
        </div>
        <div class="search-submit">
          <Checkbox name="has_photo" label={t('search.with-photo')} value="true" checked={input.has_photo === true} />
          <button class="quiet">{t('search.submit')}</button>
        </div>
      </details>
      {carried(input)}
      <p>
        <a class="button quiet" href={atHandPath}>
          {t('search.at-hand-title')}
        </a>
      </p>
    </form>
  );
}

/** What the further fields hold is shown. */
const isNarrowed = ({ ingredient, without, max_time, min_rating, sort, author, has_photo }: RecipeSearchInput) =>
  ingredient.length + without.length > 0 ||
  max_time !== null ||
  min_rating !== null ||
  author !== null ||
  has_photo === true ||
  (sort !== null && sort !== 'relevance');

function RatingField({ minRating }: { minRating: number | null }) {
  const value = minRating === null ? '' : String(minRating);
  const options = ratingOptions();
  const isListed = options.some(([option]) => option === value);
  const own: [string, string][] = isListed ? [] : [[value, orMore(minRating!)]];
  return <SelectField name="min_rating" label={t('search.stars')} value={value} options={[...options, ...own]} />;
}

/** Filters that are chosen by links stay when the form is submitted. */
const carried = (input: RecipeSearchInput) =>
  (['tag', 'diet', 'category', 'cuisine', 'language'] as const).flatMap((name) =>
    input[name].map((value) => <input type="hidden" name={name} value={value} />),
  );

// Renders what a search found: recipes with filters, people and posts

export const perPage = 24;
const maxOthers = 20;

export async function recipeResults(input: RecipeSearchInput, offset: number, { viewer }: Visitor) {
  const found = await findRecipes({ ...toRecipeSearch(input), limit: perPage, offset }, viewer);
  const { ids, total, isCapped } = found;
  const recipes = await listCardsByIds(ids, viewer);
  const filters = await applyFilters(recipes, viewer, 'public');
  const count = isCapped ? t('search.many-recipes', { count: total }) : t('search.recipes', { count: total });
  return (
    <section aria-labelledby="recipes">
      <h2 id="recipes">{count}</h2>
      {found.corrected === null ? null : <Corrected typed={input.q} query={found.corrected} />}
      <ChosenFilters input={input} />
      <FacetLinks input={input} found={found} />
      <Cards items={recipes} filters={filters} empty={t(total === 0 ? 'search.no-recipes' : 'search.no-more')} />
      <Pages urlAt={(start) => urlOf(input, start)} offset={offset} total={total} />
      {isCapped && <p class="hint">{t('search.capped', { count: maxMatches })}</p>}
    </section>
  );
}

/** Says what was searched for, because there was nothing with the words that were typed. */
const Corrected = ({ typed, query }: { typed: string; query: string }) => (
  <p role="status">{richText('search.results-for', { query: <strong>{query}</strong>, typed: <q>{typed}</q> })}</p>
);

interface PagesProps {
  urlAt: (offset: number) => string;
  offset: number;
  total: number;
}

export function Pages({ urlAt, offset, total }: PagesProps) {
  const previous = offset > 0 ? urlAt(Math.max(0, offset - perPage)) : null;
  const next = offset + perPage < total ? urlAt(offset + perPage) : null;
  return <Pager newer={previous} older={next} labels={['search.previous', 'search.next']} />;
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
  return (
    <section>
      <h2>{t('search.posts')}</h2>
      <ItemEntries items={items} context={actionContext(visitor)} filters={filters} heading="h3" />
    </section>
  );
}

export async function otherResults({ accounts, items, collections }: SearchResults, visitor: Visitor, isName: boolean) {
  return (
    <>
      {accounts.length > 0 && (
        <section>
          <h2>{t('search.people')}</h2>
          <ul class="rows">
            {accounts.map((account) => (
              <li>
                <Byline person={account} line={addressOf(account)} href={profileHere(account)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {collections.length > 0 && (
        <section>
          <h2>{t('search.collections')}</h2>
          <CollectionCards collections={collections} withOwner />
        </section>
      )}
      {await postSection(items, visitor, isName)}
    </>
  );
}
