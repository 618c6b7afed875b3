/** Renders the filters of a search as links: those in use, and those that narrow it further, with counts. */

import { html } from 'hono/html';
import { dietText } from '../../domain/recipes/text.ts';
import type { FacetValue, FoundRecipes } from '../../domain/search/search.ts';
import type { RecipeSearchInput } from '../../http/input/recipe.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import type { RestrictedDiet } from '../../recipe-import/details.ts';
import { type ListName, urlOf, withoutValue, withValue } from './query.ts';

const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase(reader().language) + text.slice(1);

function labelOf(name: ListName, value: string): string {
  if (name === 'tag') return `#${value}`;
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
  return name === 'ingredient' ? value : capitalised(value);
}

const chosenNames: ListName[] = ['category', 'cuisine', 'diet', 'tag', 'language'];

export function chosenFilters(input: RecipeSearchInput) {
  const chosen = chosenNames.flatMap((name) => input[name].map((value) => [name, value] as const));
  if (chosen.length === 0) return '';
  return html`<ul class="chips" aria-label="${t('search.filters')}">${chosen.map(
    ([name, value]) =>
      html`<li><a class="chip on" href="${urlOf(withoutValue(input, name, value))}" aria-label="${t('search.remove-filter', { name: labelOf(name, value) })}">${labelOf(name, value)} ✕</a></li>`,
  )}</ul>`;
}

const shown = 8;

export function facetLinks(input: RecipeSearchInput, { facets, total, isCapped }: FoundRecipes) {
  const more = isCapped ? '+' : '';
  const group = (title: string, name: ListName, values: FacetValue[]) => {
    // A value that all matches share narrows nothing.
    const useful = values.filter(
      ({ value, count }) => !isChosen(input[name], value) && (count < total || isCapped),
    );
    if (useful.length === 0) return '';
    return html`<div class="facet"><h3>${title}</h3><ul class="chips">${useful
      .slice(0, shown)
      .map(
        ({ value, count }) =>
          html`<li><a class="chip" href="${urlOf(withValue(input, name, value))}">${labelOf(name, value)} <span class="hint">${count}${more}</span></a></li>`,
      )}</ul></div>`;
  };
  const groups = [
    group(t('search.category'), 'category', facets.categories),
    group(t('search.cuisine'), 'cuisine', facets.cuisines),
    group(t('search.diet'), 'diet', facets.diets),
    group(t('search.tags'), 'tag', facets.tags),
    group(t('search.language'), 'language', facets.languages),
  ].filter((each) => each !== '');
  if (groups.length === 0) return '';
  return html`<details class="facets"><summary>${t('search.narrow')}</summary>${groups}</details>`;
}

const isChosen = (chosen: string[], value: string) =>
  chosen.some((each) => each.toLowerCase() === value.toLowerCase());
