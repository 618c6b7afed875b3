/** Imports the entries of confirmed lists a few at a time, so that no other server gets many requests at once. */
import {
  countImportEntries,
  countRunningLists,
  type DueEntry,
  deleteEntries,
  type EntryCounts,
  postponeImportEntry,
  selectDueEntries,
  setEntryKind,
  settleImportEntry,
} from '../../../db/sql/imports.ts';
import { db, type Executor } from '../../../db/statement.ts';
import { DomainError } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { addEntry } from './add-entry.ts';
import type { ListPreview } from './preview.ts';

/** Entries of unknown accounts and items of one server wait for each other this long. */
const hostPauseMs = 4_000;
/** Seconds until an entry is tried again whose server has not answered. */
const retryDelays = [5, 30, 120, 600, 3_600, 6 * 3_600];
const entriesPerRun = { ofHost: 20, all: 400 };
const maxRunning = 3;

/** Throws conflict. The caller locks the account's imports. */
export async function checkRunningLists(on: Executor, accountId: number): Promise<void> {
  const [running] = await countRunningLists(on, accountId);
  if (running!.count >= maxRunning) throw new DomainError('conflict', t('migration.too-many-running'));
}

/** Entries are stored in the order of the lists. Those of lists that are left out are deleted. */
export async function chooseKinds(on: Executor, importId: number, lists: ListPreview[]): Promise<void> {
  let from = 0;
  for (const { kind, entries } of lists) {
    if (kind === 'skip') await deleteEntries(on, importId, from, from + entries);
    else await setEntryKind(on, importId, from, from + entries, kind);
    from += entries;
  }
}

export const countEntries = async (importId: number): Promise<EntryCounts> =>
  (await countImportEntries(db, importId))[0]!;

/** Imports what is due until `end` (a `performance.now()`). Returns when to continue, or null at the end. */
export async function runEntries(importId: number, accountId: number, end: number): Promise<Date | null> {
  const askedHosts = new Set<string>();
  const due = await selectDueEntries(db, importId, entriesPerRun.ofHost, entriesPerRun.all);
  for (const entry of due) {
    if (performance.now() >= end) break;
    if (askedHosts.has(entry.host)) continue;
    if (await runEntry(importId, accountId, entry)) askedHosts.add(entry.host);
  }
  const { next_at: next } = await countEntries(importId);
  return next && new Date(Math.max(next.getTime(), Date.now() + hostPauseMs));
}

/** Returns true if the server of the entry is being asked. */
async function runEntry(importId: number, accountId: number, entry: DueEntry): Promise<boolean> {
  const delay = retryDelays[entry.tries];
  const result = await addEntry(accountId, entry, delay === undefined);
  if (result.outcome === null) await postponeImportEntry(db, importId, entry.position, delay!);
  else {
    const reason = result.outcome === 'failed' ? result.reason.slice(0, 500) : '';
    await settleImportEntry(db, importId, entry.position, result.outcome, reason);
  }
  return result.outcome === null;
}
