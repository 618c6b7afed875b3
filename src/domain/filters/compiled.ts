/** Compiles the filters of each member once per version. */
import { LRUCache } from 'lru-cache';
import { compilePhrases } from '../../lib/phrase-matcher.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type Filter, listFilters } from './filters.ts';
import type { FilterContext } from './limits.ts';

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

const maxBytes = 64 * 2 ** 20;
const bytesPerCharacter = 400;
const cache = new LRUCache<number, CompiledFilters & { version: number }>({
  maxSize: maxBytes,
  sizeCalculation: ({ keywords }) =>
    keywords.reduce((sum, { phrase }) => sum + bytesPerCharacter * (phrase.length + 1), 1_000),
});

/** Matches the texts of an item. */
export type MatchTexts = (texts: Iterable<string>) => FilterMatch[];

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
    filters.flatMap((filter) =>
      filter.keywords.map(({ phrase, wholeWord }) => ({ text: phrase, wholeWord })),
    ),
  );
  const compiled = { filters, keywords, search, version };
  cache.set(accountId, compiled);
  return compiled;
}
