/** Reads and changes the filters of members: phrases that they do not want to read. */
import {
  deleteFilterRow,
  type FilterKeyword,
  type FilterRow,
  insertFilter,
  lockFilters,
  renewFiltersVersion,
  selectFilters,
  updateFilterRow,
} from '../../db/sql/filters.ts';
import { db, toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { normalisePhrase } from '../../lib/phrase-matcher.ts';
import { type FilterContext, maxFilters, maxPhraseCharacters } from './limits.ts';

export interface FilterDraft {
  title: string;
  contexts: FilterContext[];
  /** `warn` covers items by a notice, `hide` leaves them out of lists. */
  action: 'warn' | 'hide';
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
export async function createFilter(accountId: number, draft: FilterDraft): Promise<number> {
  return changeFilters(accountId, async (tx, others) => {
    if (others.length >= maxFilters) throw invalid('base', t('errors.too-many-filters', { maxFilters }));
    checkPhrases([...others, draft]);
    const [inserted] = await insertFilter(tx, accountId, ...columnsOf(draft));
    return inserted!.id;
  });
}

/** A list given replaces the list. Throws not_found, and validation_failed on `keywords`. */
export async function updateFilter(
  accountId: number,
  id: number,
  changes: Partial<FilterDraft>,
): Promise<void> {
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
    if (filters.length + added.length > maxFilters)
      throw invalid('base', t('errors.too-many-filters', { maxFilters }));
    checkPhrases([...filters, ...added]);
    for (const draft of added) await insertFilter(tx, accountId, ...columnsOf(draft));
  });
}

function changeFilters<T>(accountId: number, change: (tx: Tx, filters: Filter[]) => Promise<T>): Promise<T> {
  return transact(async (tx) => {
    await lockFilters(tx, accountId);
    const result = await change(tx, (await selectFilters(tx, accountId)).map(toFilter));
    await renewFiltersVersion(tx, accountId);
    return result;
  });
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
