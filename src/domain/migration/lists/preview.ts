/** Previews lists of accounts, servers and bookmarks from Mastodon, without a database. */
import { openZip } from '../../../lib/archive/unzip.ts';
import { decodeText } from '../../../lib/decode-text.ts';
import { DomainError, invalid } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { type ListKind, maxListEntries, type ReadList, readList } from './read-list.ts';

export interface NamedList extends ReadList {
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
const zipLimits = { entries: 20, entryBytes: 32 * 2 ** 20, totalBytes: 64 * 2 ** 20 };

/** From a CSV file, or from a zip of nothing else. Returns null for other files. Throws validation_failed. */
export async function readLists(bytes: Uint8Array, name: string): Promise<NamedList[] | null> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
    const text = decodeText(bytes);
    const list = text === null ? null : readList(text, name);
    return list && [{ ...list, name }];
  }
  const files = await csvFiles(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const lists = files?.map((file) => ({ ...readNamed(file), name: file.name }));
  if (lists && countEntries(lists) > maxListEntries)
    throw refused(t('migration.too-many-lines-together', { maxListEntries }));
  return lists ?? null;
}

interface CsvFile {
  name: string;
  text: string;
}

/** Returns null if the zip has other files. */
async function csvFiles(bytes: Buffer): Promise<CsvFile[] | null> {
  const zip = await openZip(bytes, zipLimits).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (!zip) return null;
  try {
    if (zip.names.length === 0 || !zip.names.every((name) => /\.csv$/i.test(name))) return null;
    const files: CsvFile[] = [];
    for (const name of zip.names) {
      const bytes = await zip.read(name);
      files.push({ name, text: (bytes && decodeText(bytes)) ?? '' });
    }
    return files;
  } finally {
    zip.close();
  }
}

function readNamed({ name, text }: CsvFile): ReadList {
  const list = readList(text, name);
  if (!list) throw refused(t('migration.unreadable-file', { name }));
  return list;
}

const refused = (reason: string) => invalid('file', reason);
const countEntries = (lists: ReadList[]) => lists.reduce((sum, { entries }) => sum + entries.length, 0);

/** Returns null for a file of another kind. Throws validation_failed. */
export async function previewLists(bytes: Uint8Array, name: string) {
  const found = await readLists(bytes, name);
  if (!found) return null;
  const total = countEntries(found);
  if (total === 0) throw refused(t('migration.no-entries'));
  const files = found.map(({ entries, skipped, ...list }) => ({
    ...{ ...list, entries: entries.length, skipped: skipped.length },
    examples: skipped.slice(0, maxExamples),
  }));
  const lists: ListsPreview = { files, added: 0, existing: 0, failed: 0 };
  return { format: 'Mastodon', total, lists };
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
