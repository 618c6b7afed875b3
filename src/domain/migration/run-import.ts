/** Runs confirmed imports, one recipe or item at a time, and resumes after an interruption. */
import { prisma } from '../../db/client.ts';
import type { Import as ImportRow } from '../../db/generated/client.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { openZip } from '../../lib/archive/unzip.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { readStored } from '../../lib/storage/storage.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { archiveLimits } from './archive/preview.ts';
import { readManifest, restoreSteps } from './archive/restore.ts';
import { fromJson, importTtlMs, type Preview, readSource, storedName, toJson } from './import.ts';
import { addStatedPicture } from './import-picture.ts';
import { importRecipe } from './import-recipe.ts';

/** Other jobs are waiting, and a worker has only seconds to shut down. */
const maxRunMs = 4_000;

/**
 * Enqueues the import. The first confirmation decides the visibility, and whether pictures are fetched; a later one resumes.
 * Throws not_found.
 */
export async function confirmImport(
  accountId: number,
  id: number,
  visibility: Visibility | null,
  withPictures = true,
): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const where = { id, accountId, createdAt: { gt: new Date(Date.now() - importTtlMs) } };
    const row = await tx.prisma.import.findFirst({ where });
    if (!row) throw notFound();
    await tx.prisma.import.updateMany({
      where: { id, confirmedAt: null },
      data: { visibility, withPictures, confirmedAt: new Date() },
    });
    if (row.finishedAt === null) await enqueue(tx, jobs.runImport, { importId: id });
  });
}

interface ImportSteps {
  steps: ((preview: Preview) => Promise<void>)[];
  close(): void;
}

/** Returns false if it ran out of time before the end. */
export async function runImport(id: number): Promise<boolean> {
  const where = { id, confirmedAt: { not: null }, finishedAt: null };
  const row = await prisma().import.findFirst({ where });
  if (!row) return true;
  const preview = fromJson(row.preview);
  const bytes = await readStored(row.key, storedName);
  if (!bytes) {
    preview.problems.push('The file was deleted.');
    await saveResults(id, row.done, preview, true);
    return true;
  }

  const { steps, close } = await (preview.archive ? archiveSteps : recipeSteps)(row, bytes, preview);
  try {
    const end = performance.now() + maxRunMs;
    let at = row.done;
    for (; at < steps.length && performance.now() < end; at += 1) {
      await steps[at]!(preview);
      await prisma().import.updateMany({ where: { id }, data: { done: at + 1 } });
    }
    await saveResults(id, at, preview, at >= steps.length);
    return at >= steps.length;
  } finally {
    close();
  }
}

/** The import may have been pruned meanwhile. */
async function saveResults(id: number, done: number, preview: Preview, isFinished: boolean): Promise<void> {
  const finishedAt = isFinished ? new Date() : null;
  await prisma().import.updateMany({ where: { id }, data: { done, preview: toJson(preview), finishedAt } });
}

async function archiveSteps({ accountId }: ImportRow, bytes: Buffer, preview: Preview): Promise<ImportSteps> {
  const zip = await openZip(bytes, archiveLimits);
  const manifest = await readManifest(zip);
  const steps = manifest ? await restoreSteps(Number(accountId), zip, manifest, preview.archive!) : [];
  return { steps, close: () => zip.close() };
}

async function recipeSteps(row: ImportRow, bytes: Buffer): Promise<ImportSteps> {
  const { name, sourceUrl, visibility, done } = row;
  const accountId = Number(row.accountId);
  const { recipes } = await readSource({ bytes, name, sourceUrl });
  const steps = recipes.map((recipe, at) => async (preview: Preview) => {
    const shown = preview.recipes[at]!;
    try {
      const { id, existed } = await importRecipe(accountId, recipe, visibility ?? undefined);
      // A recipe created before an interruption counts as new.
      const isNew = !existed || (!shown.existed && at >= done);
      Object.assign(shown, { recipeId: id, existed: !isNew });
      const problem = isNew && row.withPictures ? await addStatedPicture(accountId, id, recipe) : null;
      if (problem !== null) shown.notUnderstood.push(problem);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      shown.notUnderstood.push(`not imported: ${error.message}.`);
    }
  });
  return { steps, close: () => {} };
}
