/** Splits an account's archive into steps that can be stored, interrupted and repeated, without a database. */
import type { z } from 'zod';
import type { Zip } from '../../../lib/archive/unzip.ts';
import type { EventableKind } from '../../../lib/iris.ts';
import { t } from '../../../lib/language/text.ts';
import { type ArchivedItem, archivedItem, exactKey } from '../../../recipe-import/potluck-item.ts';
import * as layout from './layout.ts';
import type { ArchivedNote, archivedFilters, archivedShoppingList } from './private-layout.ts';
import { type Profile, profile } from './profile-layout.ts';
import {
  type ArchivedFollow,
  type ArchivedMute,
  readFollows,
  readJson,
  readLists,
  readNames,
} from './read.ts';

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
  | { type: 'collection'; collection: layout.ArchivedCollection }
  | { type: 'notes'; notes: ArchivedNote[] }
  | { type: 'shopping-list'; list: z.output<typeof archivedShoppingList> }
  | { type: 'filters'; filters: z.output<typeof archivedFilters>['filters'] }
  | { type: 'block'; address: string }
  | { type: 'mute'; mute: ArchivedMute }
  | { type: 'domain-block'; host: string }
  | { type: 'tags'; names: string[] }
  | { type: 'follows'; follows: ArchivedFollow[] };

export interface NamedStep {
  /** Of a file or a list. */
  name: string;
  /** Null for a file that cannot be read. */
  step: ArchiveStep | null;
  reason: string;
}

/** Yields the steps in order. One item is in memory at a time. */
export async function* archiveSteps(zip: Zip, manifest: layout.Manifest): AsyncGenerator<NamedStep> {
  const named = (name: string, step: ArchiveStep): NamedStep => ({ name, step, reason: '' });
  const archivedProfile = await readJson(zip, layout.profileName, profile);
  if (archivedProfile) yield named('', { type: 'profile', profile: archivedProfile });
  for (const listed of manifest.items) yield await itemStep(zip, listed);
  yield named('', { type: 'pins', origins: manifest.pinned });

  const lists = await readLists(zip);
  for (const collection of lists.collections)
    yield named(collection.name, { type: 'collection', collection });
  for (const notes of lists.notes) yield named('', { type: 'notes', notes });
  if (lists.shoppingList) yield named('', { type: 'shopping-list', list: lists.shoppingList });
  if (lists.filters.length > 0) yield named('', { type: 'filters', filters: lists.filters });
  for (const address of lists.blocks) yield named(address, { type: 'block', address });
  for (const mute of lists.mutes) yield named(mute.address, { type: 'mute', mute });
  for (const host of lists.domainBlocks) yield named(host, { type: 'domain-block', host });
  yield named('', { type: 'tags', names: await readNames(zip, layout.tagsName) });
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

async function itemStep(zip: Zip, { file, origin, type }: layout.ManifestItem): Promise<NamedStep> {
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
