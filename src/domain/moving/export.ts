/** Exports: all that an account has in one file, made by a job, for its owner alone to fetch within a week. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beginExport, finishExport, noteExported, selectExport } from '../../db/sql/moving.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import type { StoredFile } from '../../lib/storage/shelf.ts';
import { newKey, openStored, removeStored, storeFile } from '../../lib/storage.ts';
import { deleteFiles } from '../media/files.ts';
import type { Written } from './archive/write.ts';

export interface Export extends Written {
  bytes: number;
  createdAt: Date;
  finishedAt: Date | null;
}

const storedName = 'export';

/** The one before is gone from now on. Throws conflict while one is being made. */
export async function startExport(accountId: number): Promise<void> {
  const key = newKey();
  await transact(async (tx) => {
    const [begun] = await beginExport(tx, accountId, key);
    if (!begun) throw new DomainError('conflict', 'your export is being made already');
    await deleteFiles(tx, begun.former_key === null ? [] : [begun.former_key]);
    await enqueue(tx, jobs.buildExport, { accountId, key });
  });
}

export async function findExport(accountId: number): Promise<Export | null> {
  const [row] = await selectExport(db, accountId);
  if (!row) return null;
  const { done, total, bytes, created_at, finished_at } = row;
  return { done, total, bytes, createdAt: created_at, finishedAt: finished_at };
}

/** Null when there is none, or none yet. */
export async function openExport(accountId: number): Promise<StoredFile | null> {
  const [row] = await selectExport(db, accountId);
  return row?.finished_at ? openStored(row.key, storedName) : null;
}

/** It was replaced, or its account is gone. */
class Unwanted extends Error {}

/** Progress is told at most so often, in ms. */
const tellEvery = 500;

/** `write` makes a file at the path and tells how far it is. Nothing is kept of what nobody wants any more. */
export async function makeExport(
  key: string,
  write: (path: string, tell: (written: Written) => Promise<void>) => Promise<void>,
): Promise<void> {
  const path = join(config.dataDir, `export-${key}.zip`);
  let told = 0;
  try {
    await write(path, async ({ done, total }) => {
      if (performance.now() - told < tellEvery) return;
      told = performance.now();
      const [wanted] = await noteExported(db, key, done, total);
      if (!wanted) throw new Unwanted();
    });
    await storeFile(key, storedName, path);
    const [finished] = await finishExport(db, key, (await stat(path)).size);
    if (!finished) await removeStored(key);
  } catch (error) {
    if (!(error instanceof Unwanted)) throw error;
  } finally {
    await rm(path, { force: true });
  }
}
