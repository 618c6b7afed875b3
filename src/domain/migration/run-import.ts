/** Runs confirmed imports, one recipe or item at a time, and resumes after an interruption. */
import { prisma } from '../../db/client.ts';
import type { Import as ImportRow } from '../../db/generated/client.ts';
import { lockAccount } from '../../db/sql/accounts/accounts.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { openZip } from '../../lib/archive/unzip.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { readStored, removeStored } from '../../lib/storage/storage.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { writeForMember } from '../accounts/language.ts';
import { archiveLimits } from './archive/preview.ts';
import { readManifest } from './archive/read.ts';
import { restoreSteps } from './archive/restore.ts';
import { fromJson, type Preview, storedName, toJson, whereLive } from './import.ts';
import { applyChoices, type ImportAction, type ImportChoice } from './import-action.ts';
import { addStatedPicture } from './import-picture.ts';
import { importRecipe } from './import-recipe.ts';
import { applyListChoices, type ListChoice } from './lists/preview.ts';
import { checkRunningLists, countEntries, runEntries, storeEntries } from './lists/run.ts';
import { restorePost } from './posts/restore.ts';
import { readNamedLists, readPosts, readRecipes } from './read-source.ts';

/** Other jobs are waiting, and a worker has only seconds to shut down. */
const maxRunMs = 4_000;

export interface Confirmation {
  visibility: Visibility | null;
  withPictures?: boolean | undefined;
  /** Recipes without a choice get their default. */
  choices?: ImportChoice[] | undefined;
  /** What to do with lists. A list without a choice is used for what it was recognised as. */
  lists?: ListChoice[] | undefined;
}

/** Enqueues the import. The first confirmation decides, and a later one resumes. Throws not_found, validation_failed or conflict. */
export async function confirmImport(
  accountId: number,
  id: number,
  { visibility, withPictures = true, choices = [], lists = [] }: Confirmation,
): Promise<void> {
  await transactWithPrisma(async (tx) => {
    await lockAccount(tx, accountId);
    const row = await tx.prisma.import.findFirst({ where: whereLive(accountId, id) });
    if (!row) throw notFound();
    const preview = fromJson(row.preview);
    if (row.confirmedAt === null) {
      applyChoices(preview.recipes, choices);
      if (preview.lists) {
        applyListChoices(preview.lists, lists);
        await checkRunningLists(tx, accountId);
      }
    }
    await tx.prisma.import.updateMany({
      where: { id, confirmedAt: null },
      data: { visibility, withPictures, preview: toJson(preview), confirmedAt: new Date() },
    });
    if (row.finishedAt === null) await enqueue(tx, jobs.runImport, { importId: id });
  });
}

interface ImportSteps {
  /** The next ones. None at the end. */
  steps: ((preview: Preview) => Promise<void>)[];
  close(): void;
}

/** Returns when to continue, or null at the end. */
export async function runImport(id: number): Promise<Date | null> {
  const where = { id, confirmedAt: { not: null }, finishedAt: null };
  const row = await prisma().import.findFirst({ where });
  return row && writeForMember(Number(row.accountId), () => runRow(row));
}

async function runRow(row: ImportRow): Promise<Date | null> {
  const id = Number(row.id);
  const preview = fromJson(row.preview);
  if (preview.lists) return runLists(row, preview);
  const bytes = await readStored(row.key, storedName);
  if (!bytes) {
    preview.problems.push(t('migration.file-deleted'));
    await saveResults(id, row.done, preview, true);
    return null;
  }

  const { steps, close } = await stepsFor(preview)(row, bytes, preview);
  try {
    const end = performance.now() + maxRunMs;
    let { done } = row;
    for (const step of steps) {
      if (done >= row.total || performance.now() >= end) break;
      await step(preview);
      done += 1;
      await prisma().import.updateMany({ where: { id }, data: { done } });
    }
    const isFinished = done >= row.total || steps.length === 0;
    await saveResults(id, done, preview, isFinished);
    if (isFinished) await removeStored(row.key);
    return isFinished ? null : new Date();
  } finally {
    close();
  }
}

function stepsFor({ archive, posts }: Preview) {
  if (archive) return archiveSteps;
  return posts ? postSteps : recipeSteps;
}

/** The import may have been pruned meanwhile. */
async function saveResults(id: number, done: number, preview: Preview, isFinished: boolean): Promise<void> {
  const finishedAt = isFinished ? new Date() : null;
  await prisma().import.updateMany({ where: { id }, data: { done, preview: toJson(preview), finishedAt } });
}

/** The file is read once, and its entries are rows from then on. */
async function runLists(row: ImportRow, preview: Preview): Promise<Date | null> {
  const { name, sourceUrl, key } = row;
  const [id, accountId] = [Number(row.id), Number(row.accountId)];
  if ((await countEntries(id)).total === 0) {
    const bytes = await readStored(key, storedName);
    if (bytes) await storeEntries(id, await readNamedLists({ bytes, name, sourceUrl }), preview.lists!.files);
    else preview.problems.push(t('migration.file-deleted'));
  }
  const next = await runEntries(id, accountId, performance.now() + maxRunMs);
  const { total, added, existing, failed } = await countEntries(id);
  Object.assign(preview.lists!, { added, existing, failed });
  await prisma().import.updateMany({ where: { id }, data: { total } });
  await saveResults(id, added + existing + failed, preview, next === null);
  if (next === null) await removeStored(key);
  return next;
}

async function archiveSteps(
  { accountId, done }: ImportRow,
  bytes: Buffer,
  preview: Preview,
): Promise<ImportSteps> {
  const zip = await openZip(bytes, archiveLimits);
  const manifest = await readManifest(zip);
  const steps = manifest ? await restoreSteps(Number(accountId), zip, manifest, preview.archive!) : [];
  return { steps: steps.slice(done), close: () => zip.close() };
}

async function postSteps(row: ImportRow, bytes: Buffer, { problems }: Preview): Promise<ImportSteps> {
  const { name, sourceUrl, done } = row;
  const posts = await readPosts({ bytes, name, sourceUrl }, done).catch((error: unknown) => {
    problems.push(t('reading.file', { problem: refusalOf(error) }));
    return [];
  });
  const accountId = Number(row.accountId);
  const steps = posts.map((post) => (preview: Preview) => restorePost(accountId, post, preview.posts!));
  return { steps, close: () => {} };
}

async function recipeSteps(row: ImportRow, bytes: Buffer, { problems }: Preview): Promise<ImportSteps> {
  const { name, sourceUrl, visibility, done } = row;
  const accountId = Number(row.accountId);
  const recipes = await readRecipes({ bytes, name, sourceUrl }, done).catch((error: unknown) => {
    problems.push(t('reading.file', { problem: refusalOf(error) }));
    return [];
  });
  const steps = recipes.map((recipe, at) => async (preview: Preview) => {
    const shown = preview.recipes[done + at]!;
    if (shown.action === 'skip') return;
    const isSharedPage = preview.recipes.filter(({ sourceUrl }) => sourceUrl === shown.sourceUrl).length > 1;
    // A page that was new in the preview may have been imported in the meantime.
    const action: ImportAction = shown.state === 'new' ? 'skip' : shown.action;
    try {
      const options = { visibility: visibility ?? undefined, action, isSharedPage };
      const { id, existed } = await importRecipe(accountId, recipe, options);
      // A recipe created before an interruption counts as new.
      const isNew = !existed || shown.recipeId === null;
      shown.recipeId = id;
      const problem = isNew && row.withPictures ? await addStatedPicture(accountId, id, recipe) : null;
      if (problem !== null) shown.notUnderstood.push(problem);
    } catch (error) {
      shown.notUnderstood.push(t('import.recipe-not-imported', { reason: refusalOf(error) }));
    }
  });
  return { steps, close: () => {} };
}

/** Throws errors after which the job must run again. */
function refusalOf(error: unknown): string {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  return Object.values(error.errors).flat().join(', ');
}
