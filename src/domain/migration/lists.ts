/** Lists of accounts and servers in imports and exports. */
import { parse } from 'csv-parse/sync';
import { prisma } from '../../db/client.ts';
import { listSavedIris } from '../../db/sql/archive.ts';
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
} from '../../db/sql/imports.ts';
import { selectVisibleAt } from '../../db/sql/items.ts';
import { db, type Executor } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { csvLine } from '../../lib/csv.ts';
import { DomainError, explain, invalid, notFound } from '../../lib/errors.ts';
import { isLocalIri } from '../../lib/iris.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { t } from '../../lib/language/text.ts';
import type { Account } from '../accounts/account.ts';
import { lookUpAccount } from '../accounts/remote.ts';
import { addItem, createCollection, maxItems } from '../collections/collections.ts';
import { block, blockDomain, hideBoosts, mute } from '../interactions/block.ts';
import { follow } from '../interactions/follow.ts';
import { blocksName, domainBlocksName, followsName, mutesName } from './archive/layout.ts';
import { blocksCsv, domainBlocksCsv, followsCsv, iterate, mutesCsv } from './archive/lists.ts';

// Reads the CSV lists that members export from Mastodon, without a database

/** What an entry asks for. */
export const listKinds = ['follow', 'block', 'mute', 'domain', 'bookmark'] as const;
export type ListKind = (typeof listKinds)[number];

export interface ListEntry {
  /** The address of an account, the name of a server or the IRI of an item. */
  value: string;
  /** Of a follow: show boosts. Of a mute: hide notifications. */
  option: boolean;
}

export interface ReadList {
  kind: ListKind;
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
const shapeOf = (kind: ListKind): Shape =>
  kind === 'domain' ? 'host' : kind === 'bookmark' ? 'url' : 'address';

const isNo = (value: string | undefined) => /^(?:false|0|no)$/i.test(value?.trim() ?? '');

/** Returns null if the text is no such list. Throws validation_failed for a list that cannot be imported. */
export function readList(text: string, name: string): ReadList | null {
  const isNamedCsv = /\.csv$/i.test(name);
  const sample = rowsOf(lastLineRemoved(text.slice(0, sampleLength))) ?? [];
  const kind = kindOf(sample, name);
  if (kind === 'unknown') {
    if (isNamedCsv) throw refused(t('migration.no-known-list'));
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

/** Returns null for text that is no CSV. */
function rowsOf(text: string): string[][] | null {
  try {
    return parse(text, {
      ...{ bom: true, trim: true, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true },
      ...{ toLine: maxListEntries + 2, maxRecordSize: maxLineLength },
    });
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
function toEntries(rows: string[][], kind: ListKind): Pick<ReadList, 'entries' | 'skipped'> {
  const [first = []] = rows;
  const columns = first.map((column) => column.toLowerCase());
  const hasHeader = /^(?:account address|#domain|#uri)$/.test(columns[0] ?? '');
  const optionAt = columns.findIndex((column) => column === 'show boosts' || column === 'hide notifications');
  const shape = shapes[shapeOf(kind)];
  const entries = new Map<string, ListEntry>();
  const skipped: ReadList['skipped'] = [];
  for (const [at, row] of rows.entries()) {
    if (at === 0 && hasHeader) continue;
    const value = (row[0] ?? '').trim();
    if (!shape.test(value)) skipped.push({ line: at + 1, text: value.slice(0, 200) });
    else {
      const plain = kind === 'bookmark' ? value : value.replace(/^@/, '').toLowerCase();
      entries.set(plain, { value: plain, option: optionAt < 0 || !isNo(row[optionAt]) });
    }
  }
  return { entries: [...entries.values()], skipped };
}

// Defines what is shown of the lists of an import, and what can be done with each

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
  kind: ListKind | 'skip';
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

// Adds bookmarked items to private collections of a member

/** Returns null while the item is being fetched. Throws not_found, and validation_failed beyond the limits of collections. */
async function addBookmark(
  accountId: number,
  { value: url, tries }: DueEntry,
): Promise<'added' | 'existing' | null> {
  const [item] = await selectVisibleAt(db, accountId, null, [url]);
  if (!item) {
    if (isLocalIri(url) || !config.federates) throw notFound();
    if (tries === 0) await transact((tx) => enqueue(tx, jobs.loadObject, { iri: url }));
    return null;
  }
  const saved = await prisma().collectionItem.count({
    where: { eventableId: item.id, collection: { accountId } },
  });
  if (saved > 0) return 'existing';
  await addToCollection(accountId, item);
  return 'added';
}

/** A full collection is followed by another one. */
async function addToCollection(accountId: number, item: Parameters<typeof addItem>[2]): Promise<void> {
  const name = t('migration.bookmarks');
  for (let number = 1; ; number += 1) {
    const id = await findOrCreate(accountId, number === 1 ? name : `${name} ${number}`);
    if ((await prisma().collectionItem.count({ where: { collectionId: id } })) >= maxItems) continue;
    await addItem(accountId, id, item);
    return;
  }
}

/** A collection of that name that others see stays as it is. */
async function findOrCreate(accountId: number, wanted: string): Promise<number> {
  const known = await prisma().collection.findFirst({
    select: { id: true },
    where: { accountId, name: wanted, visibility: 'private' },
    orderBy: { id: 'asc' },
  });
  if (known) return Number(known.id);
  return createCollection(accountId, {
    ...{ name: wanted, description: '', visibility: 'private', coverId: null },
  });
}

// Lists the CSV files that Mastodon and other servers can import

interface MemberList {
  name: string;
  label: MessageKey;
  write(accountId: number): AsyncGenerator<Buffer>;
}

export const memberLists: MemberList[] = [
  { name: followsName, label: 'migration.your-follows', write: followsCsv },
  { name: blocksName, label: 'migration.your-blocks', write: blocksCsv },
  { name: mutesName, label: 'migration.your-mutes', write: mutesCsv },
  { name: domainBlocksName, label: 'migration.your-domain-blocks', write: domainBlocksCsv },
  { name: 'bookmarks.csv', label: 'migration.your-bookmarks', write: bookmarksCsv },
];

/** One IRI per line, as Mastodon writes it. */
async function* bookmarksCsv(accountId: number): AsyncGenerator<Buffer> {
  for await (const { iri } of iterate((above, limit) => listSavedIris(db, accountId, null, above, limit)))
    yield Buffer.from(csvLine([iri]));
}

// Follows, blocks, mutes or saves what an entry of a list names

type EntryResult =
  | { outcome: 'added' | 'existing' }
  | { outcome: 'failed'; reason: string }
  /** Its server was asked, and has not answered. */
  | { outcome: null };

type AddTo = (accountId: number, target: Account, entry: DueEntry) => Promise<'added' | 'existing'>;

const addAccount: Record<'follow' | 'block' | 'mute', AddTo> = {
  follow: async (accountId, { id }, { option: showsBoosts }) => {
    const known =
      (await prisma().follow.count({ where: { followerId: accountId, followeeId: id } })) +
      (await prisma().followRequest.count({ where: { requesterId: accountId, targetId: id } }));
    if (known > 0) return 'existing';
    await follow(accountId, id);
    if (!showsBoosts) await hideBoosts(accountId, id);
    return 'added';
  },
  block: async (accountId, { id }) => {
    if ((await prisma().block.count({ where: { blockerId: accountId, blockedId: id } })) > 0)
      return 'existing';
    await block(accountId, id);
    return 'added';
  },
  mute: async (accountId, { id }, { option: notifications }) => {
    if ((await prisma().mute.count({ where: { muterId: accountId, mutedId: id } })) > 0) return 'existing';
    await mute(accountId, id, { notifications, seconds: null });
    return 'added';
  },
};

async function addDomain(accountId: number, { value }: DueEntry): Promise<'added' | 'existing'> {
  const host = URL.parse(`https://${value}/`)?.host ?? value;
  if ((await prisma().accountDomainBlock.count({ where: { accountId, host } })) > 0) return 'existing';
  await blockDomain(accountId, value);
  return 'added';
}

/** Idempotent. `isLastTry`: the result is not null. */
async function addEntry(accountId: number, entry: DueEntry, isLastTry: boolean): Promise<EntryResult> {
  try {
    const result = await add(accountId, entry, isLastTry);
    if (result !== null) return typeof result === 'string' ? { outcome: result } : result;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code !== 'unavailable') return { outcome: 'failed', reason: reasonOf(error) };
  }
  return isLastTry ? { outcome: 'failed', reason: t('migration.no-answer') } : { outcome: null };
}

function add(accountId: number, entry: DueEntry, isLastTry: boolean) {
  if (entry.kind === 'bookmark') return addBookmark(accountId, entry);
  return entry.kind === 'domain'
    ? addDomain(accountId, entry)
    : addNamedAccount(accountId, { ...entry, kind: entry.kind }, isLastTry);
}

const reasonOf = (error: DomainError) =>
  error.code === 'not_found' ? t('migration.not-found') : explain(error);

async function addNamedAccount(
  accountId: number,
  entry: DueEntry & { kind: keyof typeof addAccount },
  isLastTry: boolean,
) {
  const account = await lookUpAccount(entry.value);
  const isUnknown = account.host !== '' && account.state === 'unknown';
  // Blocks and mutes also count for an account whose server is away.
  if (isUnknown && !(isLastTry && entry.kind !== 'follow')) return null;
  return addAccount[entry.kind](accountId, account, entry);
}

// Imports the entries of confirmed lists a few at a time, so that no other server gets many requests at once

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
