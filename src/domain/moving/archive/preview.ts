/** What is in an archive of an account, before and after it was restored. */
import { openZip } from '../../../lib/archive/unzip.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { EventableKind } from '../../../lib/iris.ts';
import type { Restored } from './restore.ts';
import { readManifest, stepsOf } from './restore.ts';

export interface ArchivePreview extends Restored {
  /** `name@host`. */
  address: string;
  exported: string;
  /** How many of each kind are in it. */
  counts: Partial<Record<EventableKind, number>>;
}

/** Of an archive that is handed in over the web. */
export const limits = { entries: 20_000, entryBytes: 32 * 2 ** 20, totalBytes: 512 * 2 ** 20 };

/** Null for whatever is none. */
export async function previewArchive(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 2).toString('latin1') !== 'PK') return null;
  const zip = await openZip(buffer, limits).catch((error) => {
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
    const archive: ArchivePreview = { address, exported, counts, made: 0, here: 0, problems: [] };
    const { length: total } = await stepsOf(0, zip, manifest, archive);
    return { format: 'Potluck', total, preview: { recipes: [], problems: [], archive } };
  } finally {
    zip.close();
  }
}
