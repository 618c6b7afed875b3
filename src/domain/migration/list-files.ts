/** Reads the CSV lists that members export from Mastodon, without a database. */
import type { ImportListKind } from '../../db/vocabulary.ts';
import { csvValue, readRows } from '../../lib/csv.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

// Recognises lists, and reads their entries

export interface ListEntry {
  /** The address of an account, the name of a server or the IRI of an item. */
  value: string;
  /** Of a follow: show boosts. Of a mute: hide notifications. */
  option: boolean;
}

export interface ReadList {
  kind: ImportListKind;
  /** True if neither the columns nor the name of the file say what a list of addresses is for. */
  isGuess: boolean;
  entries: ListEntry[];
  /** Lines that are not understood. */
  skipped: { line: number; text: string }[];
}

/** As in Mastodon. */
export const maxListEntries = 20_000;
/** A line that is longer is no entry of a list. */
const maxLineLength = 20_000;
const sampleLength = 64 * 1_024;
/** The part of the first lines that must be entries of one kind, and in a file named as Mastodon names it. */
const minShare = 0.8;
const minNamedShare = 0.2;
const mastodonName = /^(?:following_accounts|blocked_accounts|muted_accounts|blocked_domains|bookmarks)\b/;

const shapes = {
  address: /^@?[^@\s/]{1,100}@[^@\s/]{1,255}$/,
  url: /^https?:\/\/[^\s<>"]{1,2000}$/i,
  host: /^(?=.{4,255}$)(?:[\p{L}\p{N}_-]{1,63}\.)+[\p{L}\p{N}-]{2,63}(?::\d{1,5})?$/u,
};
type Shape = keyof typeof shapes;
const shapeOf = (kind: ImportListKind): Shape => (kind === 'domain' ? 'host' : kind === 'bookmark' ? 'url' : 'address');

const isNo = (value: string | undefined) => /^(?:false|0|no)$/i.test(value?.trim() ?? '');

/** True for a file with a name that Mastodon gives to its lists. */
export const isNamedList = (name: string): boolean => mastodonName.test(name);

/** Returns null if the text is no such list. Throws validation_failed for a list that cannot be imported. */
export function readList(text: string, name: string): ReadList | null {
  const isTable = /\.(?:csv|tsv|tab)$/i.test(name);
  const sample = rowsOf(lastLineRemoved(text.slice(0, sampleLength))) ?? [];
  const kind = kindOf(sample, name);
  if (kind === 'unknown') {
    if (isTable) throw refused(t('migration.no-known-list'));
    return null;
  }
  if (kind === 'lists') throw refused(t('migration.mastodon-lists'));
  const rows = rowsOf(text);
  if (!rows) throw refused(t('migration.unreadable-csv'));
  if (rows.length > maxListEntries + 1) throw refused(t('migration.too-many-lines', { maxListEntries }));
  return { ...toEntries(rows, kind.kind), ...kind };
}

const refused = (reason: string) => invalid('file', reason);

/** The line may be cut. */
const lastLineRemoved = (sample: string) =>
  sample.length < sampleLength ? sample : sample.slice(0, sample.lastIndexOf('\n') + 1);

/** JSON and markup, of which a lenient reader makes rows too. */
const isNoTable = (text: string) => /^[\s\uFEFF]*[[{<]/.test(text);

/** Returns null for text that is no CSV. */
function rowsOf(text: string): string[][] | null {
  if (isNoTable(text)) return null;
  try {
    return readRows(text, { maxRows: maxListEntries + 2, maxRowLength: maxLineLength });
  } catch {
    return null;
  }
}

type Recognised = Pick<ReadList, 'kind' | 'isGuess'> | 'lists' | 'unknown';

/** Decides by the columns, then by the name of the file and the form of the entries. */
function kindOf([header = [], ...rest]: string[][], name: string): Recognised {
  const columns = header.map((column) => column.toLowerCase());
  if (columns[0] === 'list name') return 'lists';
  if (columns.includes('hide notifications')) return { kind: 'mute', isGuess: false };
  if (columns.includes('show boosts')) return { kind: 'follow', isGuess: false };
  if (columns[0] === '#domain') return { kind: 'domain', isGuess: false };
  if (columns[0] === '#uri') return { kind: 'bookmark', isGuess: false };

  const rows = columns[0] === 'account address' ? rest : [header, ...rest];
  const min = mastodonName.test(name) ? minNamedShare : minShare;
  const share = (shape: Shape, at: number) =>
    rows.filter((row) => shapes[shape].test(row[at] ?? '')).length / Math.max(rows.length, 1);
  if (share('url', 0) >= min) return { kind: 'bookmark', isGuess: false };
  if (share('address', 0) >= min) return kindByName(name);
  if (share('host', 0) >= min) return { kind: 'domain', isGuess: false };
  return share('address', 1) >= minShare ? 'lists' : 'unknown';
}

function kindByName(name: string): Recognised {
  if (/mute/i.test(name)) return { kind: 'mute', isGuess: false };
  if (/block/i.test(name)) return { kind: 'block', isGuess: false };
  return { kind: 'follow', isGuess: !/follow/i.test(name) };
}

/** An entry that is listed twice counts once. */
function toEntries(rows: string[][], kind: ImportListKind): Pick<ReadList, 'entries' | 'skipped'> {
  const [first = []] = rows;
  const columns = first.map((column) => column.toLowerCase());
  const hasHeader = /^(?:account address|#domain|#uri)$/.test(columns[0] ?? '');
  const optionAt = columns.findIndex((column) => column === 'show boosts' || column === 'hide notifications');
  const shape = shapes[shapeOf(kind)];
  const entries = new Map<string, ListEntry>();
  const skipped: ReadList['skipped'] = [];
  for (const [at, row] of rows.entries()) {
    if (at === 0 && hasHeader) continue;
    const value = toEntry(csvValue((row[0] ?? '').trim()), kind);
    if (!shape.test(value)) skipped.push({ line: at + 1, text: value.slice(0, 200) });
    else {
      const plain = kind === 'bookmark' ? value : value.replace(/^@/, '').toLowerCase();
      entries.set(plain, { value: plain, option: optionAt < 0 || !isNo(row[optionAt]) });
    }
  }
  return { entries: [...entries.values()], skipped };
}

/** Some list accounts as `acct:` URIs, or by the usual address of their page. */
function toEntry(written: string, kind: ImportListKind): string {
  if (kind === 'domain' || kind === 'bookmark') return written;
  return written.replace(/^https?:\/\/([^/\s]+)\/@([^/@\s]+)\/?$/i, '$2@$1').replace(/^acct:(?:\/\/)?/i, '');
}

// Defines what is shown of the lists of an import, and what can be done with each

export interface ListPreview {
  name: string;
  /** What the import does with the entries. */
  kind: ImportListKind | 'skip';
  isGuess: boolean;
  entries: number;
  /** The number of lines that are not understood. */
  skipped: number;
  /** The first of them. */
  examples: { line: number; text: string }[];
}

/** What became of the entries. */
interface ListCounts {
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
  kind: ImportListKind | 'skip';
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

const accountKinds: ImportListKind[] = ['follow', 'block', 'mute'];

/** Addresses of accounts may be for several purposes. */
export const choicesFor = ({ kind }: ListPreview): (ImportListKind | 'skip')[] =>
  kind === 'domain' || kind === 'bookmark' ? [kind, 'skip'] : [...accountKinds, 'skip'];
