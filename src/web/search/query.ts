/** Reads the criteria of the search page from its URL, and builds the URLs of other searches. */

import { maxMatches } from '../../domain/search/search.ts';
import { type RecipeSearchInput, recipeSearchInput } from '../../http/input/recipe.ts';
import { t } from '../../lib/language/text.ts';
import { starsAndUp } from '../components/rating.ts';

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
  return { ...fields, q: fields.q.trim() };
}

export type ListName = 'ingredient' | 'without' | 'tag' | 'diet' | 'category' | 'cuisine' | 'language';
export const listNames: ListName[] = [
  'ingredient',
  'without',
  'tag',
  'diet',
  'category',
  'cuisine',
  'language',
];

/** The parameters that are not at their defaults. */
export function toParameters(input: RecipeSearchInput): URLSearchParams {
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

export const withValue = (input: RecipeSearchInput, name: ListName, value: string): RecipeSearchInput => ({
  ...input,
  [name]: [...input[name], value],
});

export const withoutValue = (input: RecipeSearchInput, name: ListName, value: string): RecipeSearchInput => ({
  ...input,
  [name]: input[name].filter((each) => each !== value),
});

export const readOffset = (text: string | undefined): number =>
  text !== undefined && /^[0-9]{1,4}$/.test(text) ? Math.min(Number(text), maxMatches) : 0;

/** A few words that say what was searched for. Empty for a search for everything. */
export function titleOf(input: RecipeSearchInput): string {
  const parts = [
    input.q,
    ...listNames.filter((name) => name !== 'without').flatMap((name) => input[name]),
    ...input.without.map((name) => t('search.without-value', { ingredient: name })),
    input.max_time === null ? '' : t('search.up-to', { minutes: input.max_time }),
    input.min_rating === null ? '' : starsAndUp(input.min_rating),
    input.author ?? '',
  ];
  return parts.filter(Boolean).join(', ');
}
