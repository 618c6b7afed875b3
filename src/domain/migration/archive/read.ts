/** Reads the manifest and the lists of an account's archive, without a database. */
import type { z } from 'zod';
import type { Zip } from '../../../lib/archive/unzip.ts';
import { firstColumn, simpleRows } from '../../../lib/csv.ts';
import * as layout from './layout.ts';
import {
  type ArchivedNote,
  archivedFilters,
  archivedNotes,
  archivedShoppingList,
  filtersName,
  notesName,
  shoppingListName,
} from './private-layout.ts';

const maxListEntries = 5_000;
/** Items of a collection, and notes, per step. */
const batchSize = 100;

export interface ArchivedMute {
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
export interface ArchivedLists {
  /** Large collections are split. */
  collections: layout.ArchivedCollection[];
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
export async function readManifest(zip: Zip): Promise<layout.Manifest | null> {
  return readJson(zip, layout.manifestName, layout.manifest);
}

export async function readLists(zip: Zip): Promise<ArchivedLists> {
  const list = await readJson(zip, layout.collectionsName, layout.archivedCollections);
  return {
    collections: (list?.collections ?? []).flatMap(splitCollection),
    blocks: await readNames(zip, layout.blocksName),
    mutes: await readMutes(zip),
    domainBlocks: await readNames(zip, layout.domainBlocksName),
    notes: batchesOf((await readJson(zip, notesName, archivedNotes))?.notes ?? []),
    shoppingList: await readJson(zip, shoppingListName, archivedShoppingList),
    filters: (await readJson(zip, filtersName, archivedFilters))?.filters ?? [],
  };
}

/** The first column of a list of addresses. */
export async function readNames(zip: Zip, name: string): Promise<string[]> {
  return firstColumn((await zip.read(name))?.toString('utf8') ?? '', maxListEntries);
}

async function readRows(zip: Zip, name: string): Promise<string[][]> {
  return simpleRows((await zip.read(name))?.toString('utf8') ?? '', maxListEntries);
}

/** Without mutes that have ended. Other columns than the first may be absent. */
async function readMutes(zip: Zip): Promise<ArchivedMute[]> {
  return (await readRows(zip, layout.mutesName)).flatMap(([address = '', notifications = '', ends = '']) => {
    const expiresAt = ends === '' || Number.isNaN(Date.parse(ends)) ? null : new Date(ends);
    if (!address.includes('@') || (expiresAt && expiresAt <= new Date())) return [];
    return [{ address, notifications: notifications !== 'false', expiresAt }];
  });
}

export async function readFollows(zip: Zip): Promise<ArchivedFollow[]> {
  const rows = await readRows(zip, layout.followsName);
  return rows.map(([address = '', boosts]) => ({ address, showsBoosts: boosts !== 'false' }));
}

/** Returns null if the file is missing or of another form. */
export async function readJson<T>(zip: Zip, name: string, schema: z.ZodType<T>): Promise<T | null> {
  const bytes = await zip.read(name);
  if (!bytes) return null;
  try {
    return schema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function splitCollection({ items, ...collection }: layout.ArchivedCollection): layout.ArchivedCollection[] {
  return items.length === 0
    ? [{ ...collection, items }]
    : batchesOf(items).map((batch) => ({ ...collection, items: batch }));
}

const batchesOf = <Entry>(entries: Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / batchSize) }, (_, at) =>
    entries.slice(at * batchSize, (at + 1) * batchSize),
  );
