/** Renders the form of the search page. It works without script. */

import { html } from 'hono/html';
import type { RecipeSearchInput } from '../../http/input/recipe.ts';
import { t } from '../../lib/language/text.ts';
import { checkbox, selectField } from '../components/choice-fields.ts';
import { field } from '../components/field.ts';

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

export function searchForm(input: RecipeSearchInput, label: string) {
  const time = input.max_time === null ? '' : String(input.max_time);
  const listed = timeOptions();
  const times = listed.some(([value]) => value === time)
    ? listed
    : [...listed, [time, minutesText(Number(time))] as [string, string]];
  return html`<form class="search" method="get" action="/search" role="search">
${field({ name: 'q', label, type: 'search', value: input.q, attributes: { maxlength: 200, autocapitalize: 'none' } })}
<div class="field-row">${field({ name: 'ingredient', label: t('search.with'), value: input.ingredient.join(', '), attributes: { placeholder: t('search.with-example'), autocapitalize: 'none' } })}${field({ name: 'without', label: t('search.without'), value: input.without.join(', '), attributes: { placeholder: t('search.without-example'), autocapitalize: 'none' } })}</div>
<div class="field-row four">${selectField({ name: 'max_time', label: t('search.ready-in'), value: time, options: times })}${ratingField(input.min_rating)}${selectField({ name: 'sort', label: t('search.sort'), value: input.sort === 'relevance' || input.sort === null ? '' : input.sort, options: sortOptions() })}${field({ name: 'author', label: t('search.author'), value: input.author ?? '', attributes: { placeholder: t('search.author-example'), autocapitalize: 'none' } })}</div>
${carried(input)}
<div class="search-submit"><button>${t('search.submit')}</button>${checkbox({ name: 'has_photo', label: t('search.with-photo'), value: 'true', checked: input.has_photo === true })}</div>
</form>`;
}

function ratingField(minRating: number | null) {
  const value = minRating === null ? '' : String(minRating);
  const options = ratingOptions();
  const isListed = options.some(([option]) => option === value);
  const own: [string, string][] = isListed ? [] : [[value, orMore(minRating!)]];
  return selectField({ name: 'min_rating', label: t('search.stars'), value, options: [...options, ...own] });
}

/** Filters that are chosen by links stay when the form is submitted. */
const carried = (input: RecipeSearchInput) =>
  (['tag', 'diet', 'category', 'cuisine', 'language'] as const).flatMap((name) =>
    input[name].map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  );
