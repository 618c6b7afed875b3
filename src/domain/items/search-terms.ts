/** The terms under which search finds a recipe, beside its words. A letter in front says what a term is. */
import { ingredientKey } from './ingredient-key.ts';

const maxLength = 100;

/** The form of a value in a term. */
export const termValue = (value: string): string =>
  value.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, maxLength).toWellFormed();

const term = (letter: string) => (value: string) => `${letter}:${termValue(value)}`;

export const tagTerm = term('t');
export const categoryTerm = term('c');
export const cuisineTerm = term('u');
export const dietTerm = term('d');
export const authorTerm = (accountId: number): string => `a:${accountId}`;

/** Regional variants of a language share a term. */
export const languageTerm = (locale: string): string => `l:${termValue(locale).split('-')[0]}`;

/** Also finds `smoked salmon` as `salmon`: the last word of a name says what it is. */
export function ingredientTerms(name: string, locale: string): string[] {
  const key = termValue(ingredientKey(name, locale));
  const last = key.split(' ').at(-1)!;
  return [...new Set([key, last])].filter((value) => value !== '').map((value) => `i:${value}`);
}

/** Minutes. A recipe has the terms of all limits that it keeps. */
const timeLimits = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 480];

/** Terms that also admit recipes a little above `minutes`. Null if only the time itself can tell. */
export function timeTerm(minutes: number): string | null {
  const limit = timeLimits.find((each) => each >= minutes);
  return limit === undefined ? null : `m:${limit}`;
}

export const timeTerms = (seconds: number | null): string[] =>
  seconds === null ? [] : timeLimits.filter((limit) => seconds <= limit * 60).map((limit) => `m:${limit}`);
