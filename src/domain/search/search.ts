/** Searches. */
import { setTimeout } from 'node:timers/promises';
import { nest } from '../../db/nest-columns.ts';
import { restrictedDiets } from '../../db/recipe-details.ts';
import { selectIsFirstAttempt } from '../../db/sql/jobs.ts';
import {
  maxMatches,
  type SearchOrder,
  type SearchRow,
  searchAccounts,
  searchEventableIds,
  searchRecipes,
  selectAccountNamed,
  selectEventableIdByUrl,
} from '../../db/sql/search.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { isLocalIri, normalIri, originOf } from '../../lib/iris.ts';
import { canonicalCategory } from '../../recipe-import/categories.ts';
import {
  type Account,
  type AccountCard,
  findAccountByHandle,
  normaliseHandle,
  type Viewer,
  viewerOf,
} from '../accounts/account.ts';
import { findIriAt, findRecentLookUp } from '../accounts/discover.ts';
import { findCurrent, isFetching, lookUpAccount } from '../accounts/remote.ts';
import { type Collection, findCollectionAt } from '../collections/collections.ts';
import { getRelationships, type Relationship } from '../interactions/follow.ts';
import type { Eventable, EventableType } from '../items/eventable.ts';
import { type ItemCard, listByIds, listNewestRecipes } from '../items/read.ts';
import {
  authorTerm,
  categoryTerms,
  cuisineTerm,
  dietTerm,
  ingredientTerms,
  languageTerm,
  starsTerm,
  tagTerm,
  termValue,
  timeTerm,
  unknownIngredientTerm,
} from '../items/search-index.ts';
import { listTrendingLocalAccounts } from '../trending/trending.ts';

// Converts the criteria of a search for recipes to a PostgreSQL tsquery of terms

interface RecipeCriteria {
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
function toFilter(criteria: RecipeCriteria, authorId: number | null, locale: string): string {
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
    ...anyOf(criteria.categories.flatMap((each) => categoryTerms(each, locale))),
    ...anyOf(criteria.cuisines.map(cuisineTerm)),
    ...anyOf(criteria.languages.map(languageTerm)),
    ...keysOf(criteria.without).map((key) => `!${lexeme(key)}`),
  ].join(' & ');
}

const maxQueryWords = 20;

/**
 * Separates what a text asks for from what it excludes with a minus sign. Either is empty without letters and digits.
 */
export function splitWords(text: string): { words: string; excluded: string } {
  const parts = (text.match(/-?"[^"]*"|\S+/g) ?? [])
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .slice(0, maxQueryWords);
  const isExcluded = (part: string) => /^-./.test(part);
  return {
    words: parts.filter((part) => !isExcluded(part)).join(' '),
    excluded: parts
      .filter(isExcluded)
      .map((part) => part.slice(1))
      .join(' or '),
  };
}

// Resolves an address or URL to an account, item or collection, here or on another server

/** How long a search waits for another server; a later result is found by the next search. */
const timeoutMs = 3_000;
const pollIntervalMs = 150;

const isUrl = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
const isAddress = (text: string) => /^(?:[@＠][^\s@＠]+|[@＠]?[^\s@＠]+[@＠][^\s@＠]+)$/.test(text);

/** Reads what people copy: a page of an account on a third server, `web+ap:`, and an address without `https://`. */
function toName(text: string): string {
  const [, address] = /^https?:\/\/[^\s/]+\/(?:@|%40)([^\s/@?#]+@[^\s/@?#]+)\/?$/i.exec(text) ?? [];
  if (address) return address;
  if (/^web\+ap:\/\//i.test(text)) return text.replace(/^web\+ap:/i, 'https:');
  return /^[^\s/@:.]+(?:\.[^\s/@:.]+)+\/@\S+$/.test(text) ? `https://${text}` : text;
}

export const isName = (text: string): boolean => isUrl(toName(text)) || isAddress(toName(text));

/** Of our own pages, as they are stored. */
const toPlainUrl = (url: string): string =>
  isLocalIri(url)
    ? url
        .replace(/[?#].*$/, '')
        .replace(/(?<=[^/])\/$/, '')
        .replace('/%40', '/@')
    : url;

interface NameMatch {
  account: AccountCard | null;
  itemId: number | null;
  collection?: Collection | null;
}

const noMatch: NameMatch = { account: null, itemId: null };

/** Requires a text that `isName` accepts. With `resolve`, an unknown name is fetched from its server. */
async function resolveName(viewerId: number, text: string, { resolve }: { resolve: boolean }): Promise<NameMatch> {
  const stated = toName(text);
  const name = isUrl(stated) ? toPlainUrl(normalIri(stated)) : stated;
  const find = () => (isUrl(name) ? findByUrl(viewerId, name) : findByAddress(viewerId, name));
  const known = await find();
  if (!resolve || isComplete(known)) return known ?? noMatch;
  const fetching = await startFetch(name);
  if (!fetching) return known ?? noMatch;

  let found = known;
  let isPending = true;
  for (const end = Date.now() + timeoutMs; isPending && !isComplete(found) && Date.now() < end; ) {
    await setTimeout(pollIntervalMs);
    isPending = await fetching.isPending();
    found = await find();
  }
  return found ?? noMatch;
}

const isComplete = (match: NameMatch | null) => match !== null && match.account?.state !== 'unknown';

async function findByUrl(viewerId: number, url: string): Promise<NameMatch | null> {
  const known = await findAt(viewerId, url);
  const iri = known ? null : await findIriAt(url);
  return iri === null ? known : findAt(viewerId, iri);
}

async function findAt(viewerId: number, url: string): Promise<NameMatch | null> {
  const [item] = await selectEventableIdByUrl(db, viewerId, null, url);
  if (item) return { account: null, itemId: item.id };
  const collection = await findCollectionAt(url, viewerOf(viewerId));
  if (collection) return { account: null, itemId: null, collection };
  return toMatch(await selectAccountNamed(db, viewerId, null, url));
}

async function findByAddress(viewerId: number, address: string): Promise<NameMatch | null> {
  const handle = normaliseHandle(address);
  const known = toMatch(await selectAccountNamed(db, viewerId, handle, null));
  const other = known ? null : await findRecentLookUp(handle);
  if (other === null || other === 'missing') return known;
  return toMatch(await selectAccountNamed(db, viewerId, other.handle, other.iri));
}

function toMatch(rows: Record<string, unknown>[]): NameMatch | null {
  const [account] = nest<AccountCard>(rows);
  return account ? { account, itemId: null } : null;
}

/** Enqueues a fetch. Returns null when no other server can know the name. */
async function startFetch(text: string): Promise<{ isPending(): Promise<boolean> } | null> {
  if (!config.federates) return null;
  if (!isUrl(text)) return lookUpAccount(text).then(fetchOf, ignoreMissing);
  if (isLocalIri(text) || originOf(text) === null) return null;
  const id = await transact((tx) => enqueue(tx, jobs.loadObject, { iri: text }));
  return { isPending: async () => (await selectIsFirstAttempt(db, id)).length > 0 };
}

const fetchOf = (account: Account) => ({
  isPending: async () => isFetching(await findCurrent(account), account),
});

function ignoreMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}

// Searches recipes by words, ingredients and facts, for members and anonymous visitors

export { maxMatches };

interface RecipeSearch extends RecipeCriteria {
  /** `name` or `name@host`. */
  author: string | null;
  /** The language in which the ingredients are named, BCP 47. `und` if it is unknown. */
  locale: string;
  /** Null for relevance if there are words or ingredients, otherwise newest. */
  order: SearchOrder | null;
  limit: number;
  offset: number;
}

export interface FacetValue {
  value: string;
  count: number;
}

/** Counted among the matches. */
interface Facets {
  tags: FacetValue[];
  categories: FacetValue[];
  cuisines: FacetValue[];
  diets: FacetValue[];
  languages: FacetValue[];
  /** Recipes that take at most so many minutes. */
  maxTimes: { minutes: number; count: number }[];
  withPhoto: number;
}

export interface FoundRecipes {
  /** The requested page. */
  ids: number[];
  /** At most `maxMatches`. */
  total: number;
  /** True if there are more than `maxMatches`; then all counts are lower bounds. */
  isCapped: boolean;
  facets: Facets;
}

/** Finds public recipes, the viewer's own, and followers-only recipes of accounts that the viewer follows. */
export async function findRecipes(search: RecipeSearch, { accountId, host }: Viewer): Promise<FoundRecipes> {
  const authorId = await findAuthorId(search.author);
  const { words, excluded } = splitWords(search.words);
  if (authorId === 'missing' || (search.words.trim() !== '' && words === '' && excluded === '')) return nothing;
  const { ingredients, maxTime, limit, offset, hasPhoto } = search;
  const order = search.order ?? (words === '' && ingredients.length === 0 ? 'newest' : 'relevance');
  const filter = toFilter(search, authorId, search.locale);
  const [row] = await searchRecipes[order](
    db,
    accountId,
    host,
    words,
    filter,
    maxTime === null ? null : maxTime * 60,
    ingredients.length,
    Math.min(limit, Math.max(0, maxMatches - offset)),
    offset,
    hasPhoto,
    excluded,
  );
  return toFound(row!);
}

async function findAuthorId(author: string | null): Promise<number | null | 'missing'> {
  if (author === null) return null;
  return (await findAccountByHandle(normaliseHandle(author)))?.id ?? 'missing';
}

const dietNames = new Map<string, string>(restrictedDiets.map((diet) => [termValue(diet), diet]));

function toFound({ ids, total, terms, times, photos }: SearchRow): FoundRecipes {
  const facet = (letter: string) =>
    terms
      .filter(({ term }) => term.startsWith(`${letter}:`))
      .map(({ term, count }) => ({ value: term.slice(2), count }));
  const facets = {
    tags: facet('t'),
    categories: mergeCategories(facet('c')),
    cuisines: facet('u'),
    diets: facet('d').map(({ value, count }) => ({ value: dietNames.get(value) ?? value, count })),
    languages: facet('l'),
    maxTimes: times.filter(({ count }) => count > 0),
    withPhoto: photos,
  };
  return { ids, total: Math.min(total, maxMatches), isCapped: total > maxMatches, facets };
}

/** Recipes that were indexed before common categories were merged have those of their authors. */
function mergeCategories(found: FacetValue[]): FacetValue[] {
  const merged = Map.groupBy(found, ({ value }) => canonicalCategory(value, 'und') ?? value);
  return [...merged]
    .map(([value, each]) => ({ value, count: each.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count);
}

const nothing: FoundRecipes = toFound({ ids: [], total: 0, terms: [], times: [], photos: 0 });

// Suggests recipes to read and people to follow to members who are new

export interface SuggestedPerson {
  account: AccountCard;
  relationship: Relationship;
}

interface Suggestions {
  recipes: ItemCard[];
  /** Those who are not followed yet come first. */
  people: SuggestedPerson[];
}

const limits = { recipes: 8, people: 6 };

/** People are those whom others follow these days, and the authors of new recipes. */
export async function findSuggestions(viewer: Viewer & { accountId: number }): Promise<Suggestions> {
  const [trending, recipes] = await Promise.all([
    listTrendingLocalAccounts(viewer, { limit: 2 * limits.people, offset: 0 }),
    listNewestRecipes(viewer, 4 * limits.recipes),
  ]);
  const accounts = new Map<number, AccountCard>();
  for (const account of [...trending, ...recipes.map(({ account: author }) => author)])
    if (account.id !== viewer.accountId) accounts.set(account.id, account);

  const relationships = await getRelationships(viewer.accountId, [...accounts.keys()]);
  const people = relationships
    .filter(({ blocking }) => !blocking)
    .map((relationship) => ({ relationship, account: accounts.get(relationship.id)! }))
    .toSorted((a, b) => Number(a.relationship.following) - Number(b.relationship.following));
  const others = recipes.filter(({ account }) => account.id !== viewer.accountId);
  return { recipes: others.slice(0, limits.recipes), people: people.slice(0, limits.people) };
}

// Searches accounts and items by words, address or URL

interface Search {
  query: string;
  /** Null for all types. */
  type: 'account' | EventableType | null;
  /** Whether to fetch an unknown address or URL from its server. */
  resolve: boolean;
  /** Per type. */
  limit: number;
}

export interface SearchResults {
  accounts: AccountCard[];
  items: Eventable[];
  /** Found by address only. */
  collections: Collection[];
}

/** Best matches first within each type. A query that is an address or URL finds only what it names. */
export async function search(accountId: number, { query, type, resolve, limit }: Search): Promise<SearchResults> {
  if (isName(query)) {
    const { account, itemId, collection } = await resolveName(accountId, query, { resolve });
    const accounts = account && (type ?? 'account') === 'account' ? [account] : [];
    const items = itemId === null ? [] : await listByIds([itemId], viewerOf(accountId));
    const collections = collection && type === null ? [collection] : [];
    return { accounts, items: items.filter((item) => type === null || item.type === type), collections };
  }

  const [accounts, items] = await Promise.all([
    type === null || type === 'account' ? findAccounts(accountId, query, limit) : [],
    type === 'account' ? [] : findItems(accountId, query, { type, limit }),
  ]);
  return { accounts, items, collections: [] };
}

async function findItems(
  accountId: number,
  query: string,
  { type, limit }: { type: EventableType | null; limit: number },
): Promise<Eventable[]> {
  const rows = await searchEventableIds(db, accountId, null, query, type, limit);
  return listByIds(
    rows.map(({ id }) => id),
    viewerOf(accountId),
  );
}

const maxSuggestedWords = 10;

/** Each word must be the prefix of a part of the name. */
async function findAccounts(accountId: number, query: string, limit: number): Promise<AccountCard[]> {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxSuggestedWords) ?? [];
  if (words.length === 0) return [];
  const prefixes = words.map((word) => `'${word}':*`).join(' & ');
  return nest<AccountCard>(await searchAccounts(db, accountId, prefixes, limit));
}
