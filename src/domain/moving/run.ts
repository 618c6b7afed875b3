/** The work on an import that its owner confirmed: one recipe or item after the other, going on where it was interrupted. */
import {
  confirmImport,
  type ImportRow,
  keepResults,
  noteProgress,
  selectConfirmed,
  selectImport,
} from '../../db/sql/imports.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { openZip } from '../../lib/archive/unzip.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { readStored } from '../../lib/storage.ts';
import type { Visibility } from '../eventables/draft.ts';
import { limits } from './archive/preview.ts';
import { readManifest, stepsOf } from './archive/restore.ts';
import { type Preview, readGiven, storedName } from './import.ts';
import { importRecipe } from './import-recipe.ts';

/** How long a turn may take, in ms: others wait, and a process that is told to end has some seconds. */
const turn = 4_000;

/** A job makes recipes of it. Once is enough; again goes on where it was interrupted. Throws not_found. */
export async function confirm(accountId: number, id: number, visibility: Visibility | null): Promise<void> {
  await transact(async (tx) => {
    const [row] = await selectImport(tx, accountId, id);
    if (!row) throw notFound();
    const [unfinished] = await confirmImport(tx, accountId, id, visibility);
    if (unfinished) await enqueue(tx, jobs.runImport, { importId: id });
  });
}

interface Work {
  steps: ((preview: Preview) => Promise<void>)[];
  close(): void;
}

/** False when there is more to do than fits into a turn. */
export async function runImport(id: number): Promise<boolean> {
  const [row] = await selectConfirmed(db, id);
  if (!row) return true;
  const preview = row.preview as Preview;
  const bytes = await readStored(row.key, storedName);
  if (!bytes) {
    preview.problems.push('The file is gone.');
    await keepResults(db, id, row.done, JSON.stringify(preview), true);
    return true;
  }

  const { steps, close } = await (preview.archive ? archiveWork : recipeWork)(row, bytes, preview);
  try {
    const end = performance.now() + turn;
    let at = row.done;
    for (; at < steps.length && performance.now() < end; at += 1) {
      await steps[at]!(preview);
      await noteProgress(db, id, at + 1);
    }
    await keepResults(db, id, at, JSON.stringify(preview), at >= steps.length);
    return at >= steps.length;
  } finally {
    close();
  }
}

async function archiveWork({ account_id }: ImportRow, bytes: Buffer, preview: Preview): Promise<Work> {
  const zip = await openZip(bytes, limits);
  const manifest = await readManifest(zip);
  const steps = manifest ? await stepsOf(account_id, zip, manifest, preview.archive!) : [];
  return { steps, close: () => zip.close() };
}

async function recipeWork(row: ImportRow, bytes: Buffer): Promise<Work> {
  const { account_id, name, source_url, visibility, done } = row;
  const { recipes } = await readGiven({ bytes, name, sourceUrl: source_url });
  const steps = recipes.map((recipe, at) => async (preview: Preview) => {
    const shown = preview.recipes[at]!;
    try {
      const { id, isOld } = await importRecipe(account_id, recipe, visibility ?? undefined);
      // One that was made before this was interrupted is not old.
      Object.assign(shown, { recipeId: id, isOld: isOld && (shown.isOld || at >= done) });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      shown.notUnderstood.push(`not imported: ${error.message}.`);
    }
  });
  return { steps, close: () => {} };
}
