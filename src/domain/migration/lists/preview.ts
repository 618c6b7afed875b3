/** Previews lists of accounts, servers and bookmarks from Mastodon, without a database. */
import type { Zip } from '../../../lib/archive/unzip.ts';
import { decodeText } from '../../../lib/decode-text.ts';
import { invalid } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import type { SourceEvent } from '../reading/events.ts';
import { type ListKind, maxListEntries, type ReadList, readList } from './read-list.ts';

interface NamedList extends ReadList {
  /** The name of the file. */
  name: string;
}

export interface ListPreview {
  name: string;
  /** What the import does with the entries. */
  kind: ListKind | 'skip';
  isGuess: boolean;
  entries: number;
  /** The number of lines that are not understood. */
  skipped: number;
  /** The first of them. */
  examples: { line: number; text: string }[];
}

/** What became of the entries. */
export interface ListCounts {
  added: number;
  existing: number;
  failed: number;
}

export interface ListsPreview extends ListCounts {
  files: ListPreview[];
}

export interface ListChoice {
  /** The index of the list in the import. */
  position: number;
  kind: ListKind | 'skip';
}

const maxExamples = 20;
const maxFiles = 20;

/** From a CSV file. Returns null for another file. Throws validation_failed. */
export function findLists(bytes: Uint8Array, name: string): Generator<SourceEvent> | null {
  const text = decodeText(bytes);
  const list = text === null ? null : readList(text, name);
  return list && listEvents([{ ...list, name }]);
}

/** From a zip of nothing but CSV files. Returns null for another zip. Throws validation_failed. */
export async function findListsInZip(zip: Zip): Promise<Generator<SourceEvent> | null> {
  const { names } = zip;
  if (names.length === 0 || names.length > maxFiles || !names.every((name) => /\.csv$/i.test(name)))
    return null;
  const lists: NamedList[] = [];
  for (const name of names) {
    const bytes = await zip.read(name);
    const list = readList((bytes && decodeText(bytes)) ?? '', name);
    if (!list) throw refused(t('migration.unreadable-file', { name }));
    lists.push({ ...list, name });
  }
  if (countEntries(lists) > maxListEntries)
    throw refused(t('migration.too-many-lines-together', { maxListEntries }));
  return listEvents(lists);
}

const refused = (reason: string) => invalid('file', reason);
const countEntries = (lists: ReadList[]) => lists.reduce((sum, { entries }) => sum + entries.length, 0);

function* listEvents(found: NamedList[]): Generator<SourceEvent> {
  if (countEntries(found) === 0) throw refused(t('migration.no-entries'));
  yield { type: 'format', format: 'Mastodon' };
  for (const { kind, entries } of found) yield { type: 'list', kind, entries };
  const files = found.map(({ entries, skipped, ...list }) => ({
    ...list,
    entries: entries.length,
    skipped: skipped.length,
    examples: skipped.slice(0, maxExamples),
  }));
  // Last, so that an import of lists has all of their entries.
  yield { type: 'facts', facts: { lists: { files, added: 0, existing: 0, failed: 0 } } };
}

/** Throws validation_failed for a choice that the list does not have. */
export function applyListChoices({ files }: ListsPreview, choices: ListChoice[]): void {
  for (const [at, { position, kind }] of choices.entries()) {
    const list = files[position];
    if (!list) throw invalid(`lists[${at}].position`, t('migration.no-such-list'));
    const allowed = choicesFor(list);
    if (!allowed.includes(kind))
      throw invalid(`lists[${at}].kind`, t('migration.must-be', { allowed: allowed.join(', ') }));
    list.kind = kind;
  }
}

const accountKinds: ListKind[] = ['follow', 'block', 'mute'];

/** Addresses of accounts may be for several purposes. */
export const choicesFor = ({ kind }: ListPreview): (ListKind | 'skip')[] =>
  kind === 'domain' || kind === 'bookmark' ? [kind, 'skip'] : [...accountKinds, 'skip'];
