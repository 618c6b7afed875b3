/** Filters of members. */
import {
  deleteFilterRow,
  type FilterKeyword,
  type FilterRow,
  insertFilter,
  lockFilters,
  renewFiltersVersion,
  selectFilters,
  selectItemTexts,
  updateFilterRow,
} from '../../db/sql/filters.ts';
import { db, toJson } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact } from '../../db/transaction.ts';
import type { FilterAction, FilterContext } from '../../db/vocabulary.ts';
import { createCache } from '../../lib/cache.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { textOfSafe } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { memoryPlan } from '../../lib/memory.ts';
import { compilePhrases, normalisePhrase } from '../../lib/phrase-matcher.ts';
import type { Viewer } from '../accounts/account.ts';
import { maxFilters, maxPhraseCharacters } from './limits.ts';

// Reads and changes the filters of members: phrases that they do not want to read

export interface FilterDraft {
  title: string;
  contexts: FilterContext[];
  /** `warn` covers items by a notice, `hide` leaves them out of lists. */
  action: FilterAction;
  keywords: FilterKeyword[];
  /** Null: it does not expire. */
  expiresAt: Date | null;
}

export interface Filter extends FilterDraft {
  id: number;
}

/** Oldest first, also expired ones. */
export async function listFilters(accountId: number): Promise<Filter[]> {
  return (await selectFilters(db, accountId)).map(toFilter);
}

/** Throws not_found. */
export async function getFilter(accountId: number, id: number): Promise<Filter> {
  return withId(await listFilters(accountId), id);
}

/** Throws validation_failed on `keywords` and beyond 50 filters. */
export async function createFilter(
  accountId: number,
  draft: FilterDraft,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  return changeFilters(
    accountId,
    async (tx, others) => {
      if (others.length >= maxFilters) throw invalid('base', t('errors.too-many-filters', { maxFilters }));
      checkPhrases([...others, draft]);
      const [inserted] = await insertFilter(tx, accountId, ...columnsOf(draft));
      return inserted!.id;
    },
    beforeCommit,
  );
}

/** A list given replaces the list. Throws not_found, and validation_failed on `keywords`. */
export async function updateFilter(accountId: number, id: number, changes: Partial<FilterDraft>): Promise<void> {
  await changeFilters(accountId, async (tx, filters) => {
    const changed = { ...withId(filters, id), ...changes };
    checkPhrases([...filters.filter((each) => each.id !== id), changed]);
    await updateFilterRow(tx, accountId, id, ...columnsOf(changed));
  });
}

/** Throws not_found. */
export async function deleteFilter(accountId: number, id: number): Promise<void> {
  await changeFilters(accountId, async (tx) => {
    const deleted = await deleteFilterRow(tx, accountId, id);
    if (deleted.length === 0) throw notFound();
  });
}

/** Adds the filters that the member does not have. Throws validation_failed beyond the limits, and then adds none. */
export async function restoreFilters(accountId: number, drafts: FilterDraft[]): Promise<void> {
  await changeFilters(accountId, async (tx, filters) => {
    const known = new Set(filters.map(identityOf));
    const added = drafts.filter((draft) => !known.has(identityOf(draft)));
    if (filters.length + added.length > maxFilters) throw invalid('base', t('errors.too-many-filters', { maxFilters }));
    checkPhrases([...filters, ...added]);
    for (const draft of added) await insertFilter(tx, accountId, ...columnsOf(draft));
  });
}

function changeFilters<T>(
  accountId: number,
  change: (tx: Tx, filters: Filter[]) => Promise<T>,
  beforeCommit?: BeforeCommit<T>,
): Promise<T> {
  return transact(async (tx) => {
    await lockFilters(tx, accountId);
    const result = await change(tx, (await selectFilters(tx, accountId)).map(toFilter));
    await renewFiltersVersion(tx, accountId);
    return result;
  }, beforeCommit);
}

const toFilter = ({ contexts, ...row }: FilterRow): Filter => ({
  ...row,
  contexts: contexts as FilterContext[],
});

function withId(filters: Filter[], id: number): Filter {
  const filter = filters.find((each) => each.id === id);
  if (!filter) throw notFound();
  return filter;
}

const columnsOf = ({ title, contexts, action, keywords, expiresAt }: FilterDraft) =>
  [title, contexts, action, toJson(keywords), expiresAt] as const;

const identityOf = ({ title, contexts, action, keywords }: FilterDraft): string =>
  JSON.stringify([title, contexts, action, keywords.map(({ phrase, wholeWord }) => [phrase, wholeWord])]);

/** Matching takes memory for each character. */
function checkPhrases(filters: FilterDraft[]): void {
  const phrases = filters.flatMap(({ keywords }) => keywords.map(({ phrase }) => normalisePhrase(phrase)));
  if (phrases.includes('')) throw invalid('keywords', t('errors.phrase-invisible'));
  if (phrases.reduce((sum, { length }) => sum + length, 0) > maxPhraseCharacters)
    throw invalid('keywords', t('errors.phrases-too-long', { maxPhraseCharacters }));
}

// Compiles the filters of each member once per version

export interface FilterMatch {
  filter: Pick<Filter, 'id' | 'title' | 'action'>;
  /** The phrases that occur, as the member wrote them. */
  keywordMatches: string[];
}

interface CompiledFilters {
  filters: Filter[];
  /** Every keyword, with its filter. */
  keywords: { filter: Filter; phrase: string }[];
  search: (texts: Iterable<string>) => number[];
}

const maxBytes = memoryPlan().cacheMegabytes * 2 ** 20;
const bytesPerCharacter = 400;
const cache = createCache<number, CompiledFilters & { version: number }>({
  maxSize: maxBytes,
  sizeCalculation: ({ keywords }) =>
    keywords.reduce((sum, { phrase }) => sum + bytesPerCharacter * (phrase.length + 1), 1_000),
});

/** Matches the texts of an item. */
type MatchTexts = (texts: Iterable<string>) => FilterMatch[];

/** Returns null for a viewer without filters of the context. Expired filters match nothing. */
export async function findMatcher(viewer: Viewer, context: FilterContext): Promise<MatchTexts | null> {
  const { accountId, filtersVersion } = viewer;
  if (accountId === null || filtersVersion == null) return null;
  const { filters, keywords, search } = await compiledFor(accountId, filtersVersion);
  const now = new Date();
  const active = filters.filter(
    ({ contexts, expiresAt }) => contexts.includes(context) && (expiresAt === null || expiresAt > now),
  );
  if (active.length === 0) return null;

  return (texts) => {
    const found = Map.groupBy(
      search(texts).map((index) => keywords[index]!),
      ({ filter }) => filter,
    );
    return active.flatMap((filter) => {
      const matches = found.get(filter);
      if (!matches) return [];
      const { id, title, action } = filter;
      return [{ filter: { id, title, action }, keywordMatches: matches.map(({ phrase }) => phrase) }];
    });
  };
}

/** Filters that are read after a version was current are at least as new as the version. */
async function compiledFor(accountId: number, version: number): Promise<CompiledFilters> {
  const known = cache.get(accountId);
  if (known?.version === version) return known;
  const filters = await listFilters(accountId);
  const keywords = filters.flatMap((filter) => filter.keywords.map(({ phrase }) => ({ filter, phrase })));
  const search = compilePhrases(
    filters.flatMap((filter) => filter.keywords.map(({ phrase, wholeWord }) => ({ text: phrase, wholeWord }))),
  );
  const compiled = { filters, keywords, search, version };
  cache.set(accountId, compiled);
  return compiled;
}

// Applies the filters of a viewer to lists of items, after they were read

/** An item that the viewer may see, and what its entry in a list shows of other items. */
export interface FilterableItem {
  id: number;
  account: { id: number };
  recipeId?: number | null;
  quote?: { item: { id: number } | null } | null;
}

export class FilterResults {
  readonly #matches: ReadonlyMap<number, FilterMatch[]>;

  constructor(matches: ReadonlyMap<number, FilterMatch[]>) {
    this.#matches = matches;
  }

  /** Empty if no filter matches the item. */
  of(item: { id: number } | null): FilterMatch[] {
    return item ? (this.#matches.get(item.id) ?? []) : [];
  }

  shown<Item extends { id: number }>(items: readonly Item[]): Item[] {
    return items.filter((item) => !this.hides(item));
  }

  hides(item: { id: number } | null): boolean {
    return this.of(item).some(({ filter }) => filter.action === 'hide');
  }
}

export const noResults = new FilterResults(new Map());

/** Matches each item, the item that it quotes and the recipe that was cooked. The viewer's own items match nothing. */
export async function applyFilters(
  items: readonly (FilterableItem | null)[],
  viewer: Viewer,
  context: FilterContext,
): Promise<FilterResults> {
  const match = await findMatcher(viewer, context);
  if (!match) return noResults;
  const others = items.filter((item) => item !== null && item.account.id !== viewer.accountId);
  if (others.length === 0) return noResults;

  const texts = await readTexts(viewer.accountId!, others.flatMap(shownIds));
  const matches = others.map((item) => {
    const shown = shownIds(item!).flatMap((id) => texts.get(id) ?? []);
    return [item!.id, match(shown)] as const;
  });
  return new FilterResults(new Map(matches));
}

const shownIds = (item: FilterableItem | null): number[] =>
  item === null ? [] : [item.id, item.recipeId, item.quote?.item?.id].filter((id) => id != null);

async function readTexts(accountId: number, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await selectItemTexts(db, accountId, [...new Set(ids)]);
  return new Map(
    rows.map(({ id, texts, htmlTexts }) => [
      id,
      [...texts, ...htmlTexts.map((html) => html && textOfSafe(html))].filter((text) => text != null),
    ]),
  );
}
