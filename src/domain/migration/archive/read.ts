/** Reads the archive of an account. */
import type { z } from 'zod';
import type { Zip } from '../../../lib/archive/unzip.ts';
import { csvValue, readRows } from '../../../lib/csv.ts';
import { readDate } from '../../../lib/date.ts';
import type { EventableKind } from '../../../lib/iris.ts';
import { t } from '../../../lib/language/text.ts';
import { type ArchivedItem, archivedItem, exactKey } from '../../../recipe-import/potluck-item.ts';
import {
  type ArchivedCollection,
  type ArchivedNote,
  archivedCollections,
  archivedFilters,
  archivedNotes,
  archivedShoppingList,
  files,
  type Manifest,
  type ManifestItem,
  manifest,
  type Profile,
  profile,
} from './layout.ts';

// Reads the manifest and the lists of an account's archive, without a database

const maxListEntries = 5_000;
/** Items of a collection, and notes, per step. */
const batchSize = 100;

interface ArchivedMute {
  address: string;
  notifications: boolean;
  /** Null for no end. */
  expiresAt: Date | null;
}

/** An address, and whether its boosts are shown. */
export interface ArchivedFollow {
  address: string;
  showsBoosts: boolean;
}

/** What a restoration does beside the items of the manifest, the profile, the pins and the follows. */
interface ArchivedLists {
  /** Large collections are split. */
  collections: ArchivedCollection[];
  /** Addresses. */
  blocks: string[];
  mutes: ArchivedMute[];
  /** Hosts. */
  domainBlocks: string[];
  /** In batches. */
  notes: ArchivedNote[][];
  shoppingList: z.output<typeof archivedShoppingList> | null;
  filters: z.output<typeof archivedFilters>['filters'];
}

/** Returns null if the zip is no archive of an account. */
export async function readManifest(zip: Zip): Promise<Manifest | null> {
  return readJson(zip, files.manifest, manifest);
}

async function readLists(zip: Zip): Promise<ArchivedLists> {
  const list = await readJson(zip, files.collections, archivedCollections);
  return {
    collections: (list?.collections ?? []).flatMap(splitCollection),
    blocks: await readNames(zip, files.blocks),
    mutes: await readMutes(zip),
    domainBlocks: await readNames(zip, files.domainBlocks),
    notes: batchesOf((await readJson(zip, files.notes, archivedNotes))?.notes ?? []),
    shoppingList: await readJson(zip, files.shoppingList, archivedShoppingList),
    filters: (await readJson(zip, files.filters, archivedFilters))?.filters ?? [],
  };
}

/** The first column of a list of addresses. */
async function readNames(zip: Zip, name: string): Promise<string[]> {
  return (await readTable(zip, name)).map(([first]) => first!);
}

/** Rows with a first value. None if the file is missing. */
async function readTable(zip: Zip, name: string): Promise<string[][]> {
  const text = (await zip.read(name))?.toString('utf8') ?? '';
  // A line with a quotation mark that is never closed spoils no other one.
  const rows =
    rowsOf(text, maxListEntries) ?? text.split('\n', maxListEntries).flatMap((line) => rowsOf(line, 1) ?? []);
  return rows.map((row) => row.map(csvValue)).filter(([first]) => first);
}

function rowsOf(text: string, maxRows: number): string[][] | null {
  try {
    return readRows(text, { maxRows });
  } catch {
    return null;
  }
}

/** Without mutes that have ended. Other columns than the first may be absent. */
async function readMutes(zip: Zip): Promise<ArchivedMute[]> {
  return (await readTable(zip, files.mutes)).flatMap(([address = '', notifications = '', ends = '']) => {
    const expiresAt = readDate(ends);
    if (!address.includes('@') || (expiresAt && expiresAt <= new Date())) return [];
    return [{ address, notifications: notifications !== 'false', expiresAt }];
  });
}

async function readFollows(zip: Zip): Promise<ArchivedFollow[]> {
  const rows = await readTable(zip, files.follows);
  return rows.map(([address = '', boosts]) => ({ address, showsBoosts: boosts !== 'false' }));
}

/** Returns null if the file is missing or of another form. */
async function readJson<T>(zip: Zip, name: string, schema: z.ZodType<T>): Promise<T | null> {
  const bytes = await zip.read(name);
  if (!bytes) return null;
  try {
    return schema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function splitCollection({ items, ...collection }: ArchivedCollection): ArchivedCollection[] {
  return items.length === 0
    ? [{ ...collection, items }]
    : batchesOf(items).map((batch) => ({ ...collection, items: batch }));
}

const batchesOf = <Entry>(entries: Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / batchSize) }, (_, at) =>
    entries.slice(at * batchSize, (at + 1) * batchSize),
  );

// Splits an account's archive into steps that can be stored, interrupted and repeated, without a database

/** Facts about the whole archive. */
export interface ArchivePreview {
  /** `name@host`. */
  address: string;
  /** The account's IRI. The IRIs of its items start with it. */
  actor: string;
  exported: string;
  /** The number of items of each type. */
  counts: Partial<Record<EventableKind, number>>;
}

/** Values are JSON: times are ISO 8601. */
export type ArchiveStep =
  | { type: 'profile'; profile: Profile }
  | { type: 'item'; item: ArchivedItem }
  | { type: 'pins'; origins: string[] }
  | { type: 'collection'; collection: ArchivedCollection }
  | { type: 'notes'; notes: ArchivedNote[] }
  | { type: 'shopping-list'; list: z.output<typeof archivedShoppingList> }
  | { type: 'filters'; filters: z.output<typeof archivedFilters>['filters'] }
  | { type: 'block'; address: string }
  | { type: 'mute'; mute: ArchivedMute }
  | { type: 'domain-block'; host: string }
  | { type: 'tags'; names: string[] }
  | { type: 'follows'; follows: ArchivedFollow[] };

interface NamedStep {
  /** Of a file or a list. */
  name: string;
  /** Null for a file that cannot be read. */
  step: ArchiveStep | null;
  reason: string;
}

/** Yields the steps in order. One item is in memory at a time. */
export async function* archiveSteps(zip: Zip, manifest: Manifest): AsyncGenerator<NamedStep> {
  const named = (name: string, step: ArchiveStep): NamedStep => ({ name, step, reason: '' });
  const archivedProfile = await readJson(zip, files.profile, profile);
  if (archivedProfile) yield named('', { type: 'profile', profile: archivedProfile });
  for (const listed of manifest.items) yield await itemStep(zip, listed);
  yield named('', { type: 'pins', origins: manifest.pinned });

  const lists = await readLists(zip);
  for (const collection of lists.collections) yield named(collection.name, { type: 'collection', collection });
  for (const notes of lists.notes) yield named('', { type: 'notes', notes });
  if (lists.shoppingList) yield named('', { type: 'shopping-list', list: lists.shoppingList });
  if (lists.filters.length > 0) yield named('', { type: 'filters', filters: lists.filters });
  for (const address of lists.blocks) yield named(address, { type: 'block', address });
  for (const mute of lists.mutes) yield named(mute.address, { type: 'mute', mute });
  for (const host of lists.domainBlocks) yield named(host, { type: 'domain-block', host });
  yield named('', { type: 'tags', names: await readNames(zip, files.tags) });
  yield named('', { type: 'follows', follows: await readFollows(zip) });
}

/** The names of the pictures that a step needs. */
export function picturesOf(step: ArchiveStep): string[] {
  if (step.type === 'item') return step.item.media.map(({ file }) => file);
  if (step.type === 'collection') return step.collection.cover === null ? [] : [step.collection.cover];
  if (step.type !== 'profile') return [];
  const { avatar, header } = step.profile;
  return [avatar, header].flatMap((picture) => picture?.file ?? []);
}

async function itemStep(zip: Zip, { file, origin, type }: ManifestItem): Promise<NamedStep> {
  const item = readItem(await zip.read(file).catch(() => null));
  if (item && item.origin === origin && item.type === type)
    return { name: file, step: { type: 'item', item }, reason: '' };
  return { name: file, step: null, reason: t('reading.unreadable') };
}

function readItem(bytes: Buffer | null): ArchivedItem | null {
  try {
    const parsed = JSON.parse(bytes?.toString('utf8') ?? '');
    return archivedItem.safeParse(parsed?.[exactKey]).data ?? null;
  } catch {
    return null;
  }
}
