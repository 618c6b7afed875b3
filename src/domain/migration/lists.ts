/** Imports and exports lists of accounts, servers and bookmarks. */
import { prisma } from '../../db/client.ts';
import { isDataError } from '../../db/errors.ts';
import { listSavedIris } from '../../db/sql/archive.ts';
import {
  countImportEntries,
  countRunningLists,
  type DueEntry,
  type EntryCounts,
  selectDueEntries,
} from '../../db/sql/imports.ts';
import { selectVisibleAt } from '../../db/sql/items.ts';
import { db, type Executor } from '../../db/statement.ts';
import { type PrismaTx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { csvLine } from '../../lib/csv.ts';
import { DomainError, explain, notFound } from '../../lib/errors.ts';
import { isLocalIri, normalIri } from '../../lib/iris.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import type { Account } from '../accounts/account.ts';
import { lookUpAccount } from '../accounts/remote.ts';
import { addItem, createCollection, maxItems } from '../collections/collections.ts';
import { block, blockDomain, hideBoosts, mute } from '../interactions/block.ts';
import { follow } from '../interactions/follow.ts';
import { files } from './archive/layout.ts';
import { blocksCsv, domainBlocksCsv, followsCsv, iterate, mutesCsv } from './archive/lists.ts';
import type { ListPreview } from './list-files.ts';

// Adds bookmarked items to private collections of a member

/**
 * Returns null while the item is being fetched. Throws not_found, and validation_failed beyond the limits of
 * collections.
 */
async function addBookmark(accountId: number, { value, tries }: DueEntry): Promise<'added' | 'existing' | null> {
  const url = normalIri(value);
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
  return createCollection(accountId, { name: wanted, description: '', visibility: 'private', coverId: null });
}

// Lists the CSV files that Mastodon and other servers can import

interface MemberList {
  name: string;
  label: MessageKey;
  write(accountId: number): AsyncGenerator<Buffer>;
}

export const memberLists: MemberList[] = [
  { name: files.follows, label: 'migration.your-follows', write: followsCsv },
  { name: files.blocks, label: 'migration.your-blocks', write: blocksCsv },
  { name: files.mutes, label: 'migration.your-mutes', write: mutesCsv },
  { name: files.domainBlocks, label: 'migration.your-domain-blocks', write: domainBlocksCsv },
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
    if ((await prisma().block.count({ where: { blockerId: accountId, blockedId: id } })) > 0) return 'existing';
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
    if (isDataError(error)) return { outcome: 'failed', reason: t('reading.unreadable') };
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

const reasonOf = (error: DomainError) => (error.code === 'not_found' ? t('migration.not-found') : explain(error));

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
export async function chooseKinds(tx: PrismaTx, importId: number, lists: ListPreview[]): Promise<void> {
  let from = 0;
  for (const { kind, entries } of lists) {
    const where = { importId, position: { gte: from, lt: from + entries } };
    if (kind === 'skip') await tx.prisma.importEntry.deleteMany({ where });
    else await tx.prisma.importEntry.updateMany({ where: { ...where, kind: { not: kind } }, data: { kind } });
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
  const isWaiting = result.outcome === null;
  const data = isWaiting
    ? { tries: { increment: 1 }, dueAt: new Date(Date.now() + delay! * 1_000) }
    : { outcome: result.outcome, reason: result.outcome === 'failed' ? result.reason.slice(0, 500) : '' };
  await prisma().importEntry.updateMany({ where: { importId, position: entry.position }, data });
  return isWaiting;
}
