/** A picture that somebody looks at: found if they may see it, fetched from its server if it is not here. */
import { markMediumLost, selectServable, touchMedium } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { keyForm, type StoredFile } from '../../lib/storage/shelf.ts';
import { openStored } from '../../lib/storage.ts';
import type { Viewer } from '../eventables/visibility.ts';
import { settled } from './settled.ts';

export const sizes = ['original', 'medium', 'small'] as const;
export type Size = (typeof sizes)[number];

export interface Seen {
  /** Whether anybody may see it, and caches keep it. */
  public: boolean;
  file: StoredFile;
}

/** How long a picture of another server is waited for, in ms. */
const patience = 4_000;

/** Null for what is missing, not to be had, or not for the viewer to see. */
export async function lookAt(key: string, size: Size, viewer: Viewer): Promise<Seen | null> {
  if (!keyForm.test(key)) return null;
  const [medium] = await selectServable(db, viewer.accountId, viewer.host, key);
  if (!medium || medium.state === 'failed') return null;
  if (medium.remote_url === null) return seen(medium, key, size);

  if (medium.state === 'ready') {
    const found = await seen(medium, key, size);
    await (found ? touchMedium(db, medium.id) : markMediumLost(db, medium.id));
    if (found) return found;
  }
  await transact((tx) => enqueue(tx, jobs.fetchMedium, { mediumId: medium.id }));
  return (await settled(medium.id, patience)) === 'ready' ? seen(medium, key, size) : null;
}

async function seen(medium: { public: boolean }, key: string, size: Size): Promise<Seen | null> {
  const file = await openStored(key, size);
  return file && { public: medium.public, file };
}
