/** Renders the form of the search page. It works without script. */
import { html } from 'hono/html';
import type { RecipeSearchInput } from '../../http/input/recipe-search.ts';
import { checkbox, selectField } from '../components/choice-fields.ts';
import { field } from '../components/field.ts';

const sortOptions: [string, string][] = [
  ['', 'Best match'],
  ['newest', 'Newest'],
  ['cooked', 'Most cooked'],
  ['rating', 'Best rated'],
];
const orMore = (stars: number): string => (stars === 5 ? '5' : `${stars} or more`);
const ratingOptions: [string, string][] = [
  ['', 'Any'],
  ...[4, 3, 2].map((stars): [string, string] => [String(stars), orMore(stars)]),
];
const timeOptions: [string, string][] = [
  ['', 'Any'],
  ['15', '15 minutes'],
  ['30', '30 minutes'],
  ['60', '1 hour'],
  ['120', '2 hours'],
];

export function searchForm(input: RecipeSearchInput, label: string) {
  const time = input.max_time === null ? '' : String(input.max_time);
  const times = timeOptions.some(([value]) => value === time)
    ? timeOptions
    : [...timeOptions, [time, `${time} minutes`] as [string, string]];
  return html`<form class="search" method="get" action="/search" role="search">
${field({ name: 'q', label, type: 'search', value: input.q, attributes: { maxlength: 200, autocapitalize: 'none' } })}
<div class="field-row">${field({ name: 'ingredient', label: 'With ingredients', value: input.ingredient.join(', '), attributes: { placeholder: 'leek, potatoes', autocapitalize: 'none' } })}${field({ name: 'without', label: 'Without', value: input.without.join(', '), attributes: { placeholder: 'cream', autocapitalize: 'none' } })}</div>
<div class="field-row four">${selectField({ name: 'max_time', label: 'Ready in', value: time, options: times })}${ratingField(input.min_rating)}${selectField({ name: 'sort', label: 'Sort by', value: input.sort === 'relevance' || input.sort === null ? '' : input.sort, options: sortOptions })}${field({ name: 'author', label: 'Author', value: input.author ?? '', attributes: { placeholder: '@name', autocapitalize: 'none' } })}</div>
${carried(input)}
<div class="search-submit"><button>Search</button>${checkbox({ name: 'has_photo', label: 'With photo', value: 'true', checked: input.has_photo === true })}</div>
</form>`;
}

function ratingField(minRating: number | null) {
  const value = minRating === null ? '' : String(minRating);
  const isListed = ratingOptions.some(([option]) => option === value);
  const own: [string, string][] = isListed ? [] : [[value, orMore(minRating!)]];
  return selectField({ name: 'min_rating', label: 'Stars', value, options: [...ratingOptions, ...own] });
}

/** Filters that are chosen by links stay when the form is submitted. */
const carried = (input: RecipeSearchInput) =>
  (['tag', 'diet', 'category', 'cuisine', 'language'] as const).flatMap((name) =>
    input[name].map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  );
