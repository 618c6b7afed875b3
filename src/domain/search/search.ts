/** Searches. */
import { setTimeout } from 'node:timers/promises';
import { selectIsFirstAttempt } from '../../db/sql/jobs.ts';
import {
  searchAccounts,
  searchEventableIds,
  selectAccountNamed,
  selectEventableIdByUrl,
} from '../../db/sql/search-items.ts';
import { db, nest } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { missingAsNull } from '../../lib/errors.ts';
import { isLocalIri, normalIri, originOf } from '../../lib/iris.ts';
import { idsOf } from '../../lib/lists.ts';
import { type Account, type AccountCard, normaliseHandle, type Viewer, viewerOf } from '../accounts/account.ts';
import { findIriAt, findRecentLookUp } from '../accounts/discover.ts';
import { findCurrent, isFetching, lookUpAccount } from '../accounts/remote.ts';
import { type Collection, findCollectionAt } from '../collections/collections.ts';
import { getRelationships } from '../interactions/follow.ts';
import type { Eventable, EventableType } from '../items/eventable.ts';
import { type ItemCard, listByIds, listNewestRecipes } from '../items/read.ts';
import { listTrendingLocalAccounts } from './explore.ts';
import { allRecipes, findRecipes, splitWords } from './recipes.ts';

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
  if (!isUrl(text)) return lookUpAccount(text).then(fetchOf, missingAsNull);
  if (isLocalIri(text) || originOf(text) === null) return null;
  const id = await transact((tx) => enqueue(tx, jobs.loadObject, { iri: text }));
  return { isPending: async () => (await selectIsFirstAttempt(db, id)).length > 0 };
}

const fetchOf = (account: Account) => ({
  isPending: async () => isFetching(await findCurrent(account), account),
});

// Suggests recipes to read and people to follow to members who are new

interface Suggestions {
  recipes: ItemCard[];
  /** Those who are not followed yet come first. */
  people: AccountCard[];
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
    .toSorted((a, b) => Number(a.following) - Number(b.following))
    .map(({ id }) => accounts.get(id)!);
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
  /** Whether recipes with similar words follow. */
  isWidened?: boolean;
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
export async function search(
  accountId: number,
  { query, type, resolve, isWidened = false, limit }: Search,
): Promise<SearchResults> {
  if (isName(query)) {
    const { account, itemId, collection } = await resolveName(accountId, query, { resolve });
    const accounts = account && (type ?? 'account') === 'account' ? [account] : [];
    const items = itemId === null ? [] : await listByIds([itemId], viewerOf(accountId));
    const collections = collection && type === null ? [collection] : [];
    return { accounts, items: items.filter((item) => type === null || item.type === type), collections };
  }

  const [accounts, items] = await Promise.all([
    type === null || type === 'account' ? findAccounts(accountId, query, limit) : [],
    type === 'account' ? [] : findItems(accountId, query, { type, isWidened, limit }),
  ]);
  return { accounts, items, collections: [] };
}

async function findItems(
  accountId: number,
  query: string,
  { type, isWidened, limit }: { type: EventableType | null; isWidened: boolean; limit: number },
): Promise<Eventable[]> {
  const viewer = viewerOf(accountId);
  const rows = await searchEventableIds(db, accountId, null, query, type, limit);
  const ids = idsOf(rows);
  const items = await listByIds(ids, viewer);
  const missing = limit - items.filter((item) => item.type === 'recipe').length;
  const isForRecipes = (type === null || type === 'recipe') && splitWords(query).words !== '';
  if (!isWidened || missing <= 0 || !isForRecipes) return items;
  const similar = await findRecipes({ ...allRecipes, words: query, limit, offset: 0 }, viewer);
  const more = similar.ids.filter((id) => !ids.includes(id)).slice(0, missing);
  return [...items, ...(await listByIds(more, viewer))];
}

const maxSuggestedWords = 10;

/** Each word must be the prefix of a part of the name. */
async function findAccounts(accountId: number, query: string, limit: number): Promise<AccountCard[]> {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxSuggestedWords) ?? [];
  if (words.length === 0) return [];
  const prefixes = words.map((word) => `'${word}':*`).join(' & ');
  return nest<AccountCard>(await searchAccounts(db, accountId, prefixes, limit));
}
