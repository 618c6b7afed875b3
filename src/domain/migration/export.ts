/** Exports an account to one file, built by a job, which its owner can download for 7 days. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { prisma } from '../../db/client.ts';
import { beginExport } from '../../db/sql/archive.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { newKey, openStored, removeStored, type StoredFile, storeFile } from '../../lib/storage/storage.ts';
import type { ExportProgress } from './archive/write.ts';

interface Export extends ExportProgress {
  bytes: number;
  createdAt: Date;
  finishedAt: Date | null;
}

const storedName = 'export';
const exportTtlMs = 7 * 24 * 3_600_000;

/** Replaces the previous export. Throws conflict while one is being built. */
export async function startExport(accountId: number): Promise<void> {
  const key = newKey();
  await transact(async (tx) => {
    const [begun] = await beginExport(tx, accountId, key);
    if (!begun) throw new DomainError('conflict', t('errors.export-in-progress'));
    await deleteFiles(tx, begun.former_key === null ? [] : [begun.former_key]);
    await enqueue(tx, jobs.buildExport, { accountId, key });
  });
}

export async function findExport(accountId: number): Promise<Export | null> {
  const row = await findRow(accountId);
  if (!row) return null;
  const { done, total, bytes, createdAt, finishedAt } = row;
  return { done, total, bytes: Number(bytes), createdAt, finishedAt };
}

/** Returns null without a finished export. */
export async function openExport(accountId: number): Promise<StoredFile | null> {
  const row = await findRow(accountId);
  return row?.finishedAt ? openStored(row.key, storedName) : null;
}

const findRow = (accountId: number) =>
  prisma().export.findFirst({
    where: {
      accountId,
      OR: [{ finishedAt: null }, { finishedAt: { gt: new Date(Date.now() - exportTtlMs) } }],
    },
  });

/** The export was replaced or its account deleted. */
class ExportCancelled extends Error {}

/** The shortest time between two progress updates. */
const progressIntervalMs = 500;

/** `write` writes the file at the path and reports its progress. A cancelled export leaves nothing behind. */
export async function makeExport(
  key: string,
  write: (path: string, report: (progress: ExportProgress) => Promise<void>) => Promise<void>,
): Promise<void> {
  const path = join(config.dataDir, `export-${key}.zip`);
  const unfinished = { key, finishedAt: null };
  let reportedAt = 0;
  try {
    await write(path, async ({ done, total }) => {
      if (performance.now() - reportedAt < progressIntervalMs) return;
      reportedAt = performance.now();
      const { count } = await prisma().export.updateMany({ where: unfinished, data: { done, total } });
      if (count === 0) throw new ExportCancelled();
    });
    await storeFile(key, storedName, path);
    const data = { bytes: (await stat(path)).size, finishedAt: new Date() };
    const { count } = await prisma().export.updateMany({ where: unfinished, data });
    if (count === 0) await removeStored(key);
  } catch (error) {
    if (!(error instanceof ExportCancelled)) throw error;
  } finally {
    await rm(path, { force: true });
  }
}
