/** Opens pictures for a viewer. */
import { markMediumMissing, selectServableMedium, touchMedium } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { keyPattern, type StoredFile } from '../../lib/storage/backend.ts';
import { openStored } from '../../lib/storage/storage.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { fetchMedium } from './fetch.ts';

export const mediaSizes = ['original', 'medium', 'small'] as const;
export type MediaSize = (typeof mediaSizes)[number];

export interface ServedMedium {
  /** True if everybody may see it, so shared caches may store it. */
  isPublic: boolean;
  file: StoredFile;
}

/** Returns null for pictures that are missing or invisible for the viewer. Throws unavailable like `fetchMedium`. */
export async function openMedium(key: string, size: MediaSize, viewer: Viewer): Promise<ServedMedium | null> {
  if (!keyPattern.test(key)) return null;
  const [medium] = await selectServableMedium(db, viewer.accountId, viewer.host, key);
  if (!medium || medium.state === 'failed') return null;
  if (medium.remote_url === null) return openFile(medium, key, size);

  if (medium.state === 'ready') {
    const found = await openFile(medium, key, size);
    await (found ? touchMedium(db, medium.id) : markMediumMissing(db, medium.id));
    if (found) return found;
  }
  return (await fetchMedium(medium.id)) ? openFile(medium, key, size) : null;
}

async function openFile(
  medium: { public: boolean },
  key: string,
  size: MediaSize,
): Promise<ServedMedium | null> {
  const file = await openStored(key, size);
  return file && { isPublic: medium.public, file };
}
