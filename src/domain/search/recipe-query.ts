/** Converts the criteria of a search for recipes to a PostgreSQL tsquery of terms. */
import {
  authorTerm,
  categoryTerm,
  cuisineTerm,
  dietTerm,
  ingredientTerms,
  languageTerm,
  starsTerm,
  tagTerm,
  timeTerm,
  unknownIngredientTerm,
} from '../items/search-terms.ts';

export interface RecipeCriteria {
  /** Words, phrases in quotation marks, and words to exclude after a minus sign. Empty for all recipes. */
  words: string;
  /** Names of ingredients that a recipe must have. */
  ingredients: string[];
  /** Names of ingredients that it must not have. */
  without: string[];
  /** All of them. */
  tags: string[];
  /** All of them, values of schema.org's RestrictedDiet such as `VeganDiet`. */
  diets: string[];
  /** One of them. */
  categories: string[];
  /** One of them. */
  cuisines: string[];
  /** One of them, BCP 47. */
  languages: string[];
  /** Minutes. */
  maxTime: number | null;
  hasPhoto: boolean | null;
  /** The mean of its ratings reaches so many stars. */
  minRating: number | null;
}

/** A term as a lexeme of a tsquery. */
const lexeme = (term: string): string => `'=${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const anyOf = (terms: string[]): string[] => (terms.length === 0 ? [] : [`(${terms.map(lexeme).join('|')})`]);

/** `locale` is the language in which the ingredients are named. */
export function toFilter(criteria: RecipeCriteria, authorId: number | null, locale: string): string {
  const keysOf = (names: string[]) =>
    names.map((name) => ingredientTerms(name, locale)[0] ?? unknownIngredientTerm(name));
  const time = criteria.maxTime === null ? null : timeTerm(criteria.maxTime);
  const all = [
    ...keysOf(criteria.ingredients),
    ...criteria.tags.map(tagTerm),
    ...criteria.diets.map(dietTerm),
    ...(time === null ? [] : [time]),
    ...(authorId === null ? [] : [authorTerm(authorId)]),
    ...(criteria.minRating === null ? [] : [starsTerm(criteria.minRating)]),
  ];
  return [
    ...all.map(lexeme),
    ...anyOf(criteria.categories.map(categoryTerm)),
    ...anyOf(criteria.cuisines.map(cuisineTerm)),
    ...anyOf(criteria.languages.map(languageTerm)),
    ...keysOf(criteria.without).map((key) => `!${lexeme(key)}`),
  ].join(' & ');
}

const maxWords = 20;

/** Separates what a text asks for from what it excludes with a minus sign. Either is empty without letters and digits. */
export function splitWords(text: string): { words: string; excluded: string } {
  const parts = (text.match(/-?"[^"]*"|\S+/g) ?? [])
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .slice(0, maxWords);
  const isExcluded = (part: string) => /^-./.test(part);
  return {
    words: parts.filter((part) => !isExcluded(part)).join(' '),
    excluded: parts
      .filter(isExcluded)
      .map((part) => part.slice(1))
      .join(' or '),
  };
}
