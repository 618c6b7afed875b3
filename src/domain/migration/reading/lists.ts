/** Finds the entries of lists of accounts, servers and bookmarks from Mastodon, without a database. */
import type { Zip } from '../../../lib/archive/unzip.ts';
import { decodeText } from '../../../lib/decode-text.ts';
import { invalid } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { maxListEntries, type ReadList, readList } from '../lists/read-list.ts';
import type { SourceEvent } from './events.ts';

interface NamedList extends ReadList {
  /** The name of the file. */
  name: string;
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
