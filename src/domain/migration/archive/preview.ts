/** Previews what an archive of an account contains, without a database. */
import { openZip } from '../../../lib/archive/unzip.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { EventableKind } from '../../../lib/iris.ts';
import type { Manifest } from './layout.ts';
import { type ArchivedLists, readLists, readManifest } from './read.ts';
import type { RestoreResult } from './restore.ts';

export interface ArchivePreview extends RestoreResult {
  /** `name@host`. */
  address: string;
  exported: string;
  /** The number of items of each type. */
  counts: Partial<Record<EventableKind, number>>;
}

/** Limits for an uploaded archive. */
export const archiveLimits = { entries: 20_000, entryBytes: 32 * 2 ** 20, totalBytes: 512 * 2 ** 20 };

/** Returns null if the file is no archive of an account. */
export async function previewArchive(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 2).toString('latin1') !== 'PK') return null;
  const zip = await openZip(buffer, archiveLimits).catch((error) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (!zip) return null;
  try {
    const manifest = await readManifest(zip);
    if (!manifest) return null;
    const { address, exported, items } = manifest;
    const counts = Object.fromEntries(
      [...Map.groupBy(items, ({ type }) => type)].map(([type, { length }]) => [type, length]),
    );
    const archive: ArchivePreview = { address, exported, counts, restored: 0, existing: 0, problems: [] };
    const total = countSteps(manifest, await readLists(zip));
    return { format: 'Potluck', total, archive };
  } finally {
    zip.close();
  }
}

/** One step each for the profile, the pins, the shopping list, the hashtags and the follows. */
const countSteps = ({ items }: Manifest, lists: ArchivedLists): number =>
  5 +
  items.length +
  [lists.collections, lists.blocks, lists.mutes, lists.domainBlocks, lists.notes].flat().length;
