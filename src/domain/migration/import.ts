/** Imports, before they run. */
import { readInBatches } from '../../db/batch.ts';
import { prisma } from '../../db/client.ts';
import { countImportRecords, deleteImportPictures, insertImport, type RecordCount } from '../../db/sql/imports.ts';
import { db } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { csvLine } from '../../lib/csv.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { newKey, removeStored, store } from '../../lib/storage/storage.ts';
import type { ImportedRecipe } from '../../recipe-import/import-result.ts';
import {
  type Preview,
  type PreviewedRecipe,
  previewOf,
  type RecordContent,
  type SourceOrigin,
} from './reading/events.ts';
import { storedName } from './reading/reader.ts';
import type { ImportSource } from './reading/source.ts';

// Writes what an import could not read or import, with the reasons

const batchSize = 500;

/** Of lists, and of everything else. */
export async function* failuresCsv(importId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['Entry', 'Reason']));
  yield* linesOf((above, limit) =>
    prisma().importEntry.findMany({
      where: { importId, outcome: 'failed', position: { gt: above } },
      orderBy: { position: 'asc' },
      take: limit,
    }),
  );
  yield* linesOf(async (above, limit) =>
    (await listRecordProblems(importId, above, limit)).map((row) => ({ ...row, value: row.name })),
  );
}

/** Records that failed, or of which something is missing. */
const listRecordProblems = (importId: number, above: number, limit: number) =>
  prisma().importRecord.findMany({
    select: { position: true, kind: true, name: true, outcome: true, reason: true },
    where: { importId, position: { gt: above }, reason: { not: '' }, outcome: { not: null } },
    orderBy: { position: 'asc' },
    take: limit,
  });

interface Row {
  position: number;
  value: string;
  reason: string;
  outcome?: string | null;
}

async function* linesOf(list: (above: number, limit: number) => Promise<Row[]>): AsyncGenerator<Buffer> {
  for await (const rows of readInBatches({ size: batchSize, after: -1 }, list, ({ position }) => position)) {
    const failed = rows.filter(({ outcome = 'failed' }) => outcome === 'failed');
    if (failed.length > 0) yield Buffer.from(failed.map((row) => csvLine([row.value, row.reason])).join(''));
  }
}

// Stores the source of an import, and shows what was read of it and what became of that

/** Numbers of records. */
export interface ImportCounts {
  recipes: number;
  /** Recipes that are not here yet, or with another text. */
  pending: number;
  withPicture: number;
  created: number;
  updated: number;
  existing: number;
  skipped: number;
  /** Of everything, also of files that could not be read. */
  failed: number;
  /** Items that an archive brought. */
  restored: number;
  existingItems: number;
}

export interface Import extends Preview {
  id: number;
  /** The name of the file or the URL of the page. */
  name: string;
  format: string;
  /** One page of them. */
  recipes: PreviewedRecipe[];
  counts: ImportCounts;
  /** Progress in records. */
  done: number;
  total: number;
  /** Null while the source is being read. */
  readAt: Date | null;
  confirmedAt: Date | null;
  finishedAt: Date | null;
  /** Set while its member has paused it. */
  pausedAt: Date | null;
  createdAt: Date;
}

/** For the confirmation. */
const previewTtlMs = 24 * 3_600_000;
/** A list takes long if servers do not answer. */
const resultTtlMs = 7 * 24 * 3_600_000;
const maxProblems = 200;
/** Of the recipes on a page together. */
const maxLines = 3_000;
/** As many recipes as one answer holds. */
const recipesPerPage = 500;

/** A worker begins to read then, unless the request has. */
const workerDelayMs = 30_000;

/** Sources of one account that are not imported yet. */
export const maxStoredBytes = 4 * 2 ** 30;

/** Stores the source. Throws conflict if the account has too much of them. */
export async function storeSource(
  accountId: number,
  source: ImportSource,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  const { bytes, name, sourceUrl } = source;
  const key = newKey();
  await store(key, storedName, bytes);
  try {
    const stored = { key, name, sourceUrl, bytes: bytes.length, chunks: [] };
    return await transact((tx) => createImport(tx, accountId, stored), beforeCommit);
  } catch (error) {
    await removeStored(key).catch(() => {});
    throw error;
  }
}

interface StoredSource extends SourceOrigin {
  key: string;
  bytes: number;
  chunks: string[];
}

/** Throws conflict. The caller locks the account, or accepts one source more. */
export async function createImport(
  tx: Tx,
  accountId: number,
  { key, name, sourceUrl, bytes, chunks }: StoredSource,
): Promise<number> {
  const shownName = name.slice(0, 500).toWellFormed().replaceAll('\0', '');
  const [row] = await insertImport(tx, accountId, key, shownName, sourceUrl, bytes, chunks, maxStoredBytes);
  if (!row) throw new DomainError('conflict', t('errors.too-many-imports'));
  const dueAt = new Date(Date.now() + workerDelayMs);
  await enqueue(tx, jobs.runImport, { importId: row.id }, { dueAt });
  return row.id;
}

const since = (ms: number) => new Date(Date.now() - ms);

/** Selects an import of the account that has not expired. */
export const whereLive = (accountId: number, id: number) => ({
  id,
  accountId,
  OR: [
    { createdAt: { gt: since(previewTtlMs) } },
    { confirmedAt: { not: null }, createdAt: { gt: since(resultTtlMs) } },
  ],
});

/**
 * Returns a page of its recipes, from a position on. Throws not_found, also 24 hours later without a confirmation, and
 * 7 days later with one.
 */
export async function getImport(
  accountId: number,
  id: number,
  { from = 0, limit = recipesPerPage }: { from?: number; limit?: number } = {},
): Promise<Import> {
  const row = await prisma().import.findFirst({ where: whereLive(accountId, id) });
  // An earlier version kept the recipes in the preview. Such an import has to be started again.
  if (!row || (row.confirmedAt === null && 'recipes' in (row.preview as object))) throw notFound();
  const { name, format, done, total, readAt, confirmedAt, finishedAt, pausedAt, createdAt } = row;
  const preview = previewOf(row);
  const counts = toCounts(await countImportRecords(db, id));
  const recipes = counts.recipes === 0 ? [] : await listRecipeRecords(id, from, limit);
  const problems = [...preview.problems, ...(await listProblems(id))].slice(0, maxProblems);
  return {
    ...preview,
    id,
    name,
    format,
    done,
    total,
    readAt,
    confirmedAt,
    finishedAt,
    pausedAt,
    createdAt,
    counts,
    problems,
    recipes: toRecipes(recipes),
  };
}

export interface OnlyRecipe {
  position: number;
  recipe: ImportedRecipe;
  altText: string;
}

/** Returns the recipe of an import that has nothing else and is not confirmed, if the account has no such recipe yet. */
export async function findOnlyRecipe(accountId: number, id: number): Promise<OnlyRecipe | null> {
  const waiting = { ...whereLive(accountId, id), readAt: { not: null }, confirmedAt: null };
  const [record, ...others] = await prisma().importRecord.findMany({
    where: { importId: id, import: waiting },
    take: 2,
  });
  if (!record || others.length > 0 || record.kind !== 'recipe' || record.state !== 'new') return null;
  const content = record.content as RecordContent | null;
  if (content?.type !== 'recipe') return null;
  return { position: record.position, recipe: content.recipe, altText: content.altTexts?.[0] ?? '' };
}

/** What is missing of anything but recipes, each of which says it itself. */
async function listProblems(id: number): Promise<string[]> {
  const rows = await listRecordProblems(id, -1, maxProblems);
  return rows
    .filter(({ kind }) => kind !== 'recipe')
    .map(({ kind, name, reason }) => (name === '' || kind !== 'file' ? reason : `${name}: ${reason}`));
}

function toCounts(rows: RecordCount[]): ImportCounts {
  const count = (is: (row: RecordCount) => boolean) => rows.filter(is).reduce((sum, row) => sum + row.count, 0);
  const recipes = rows.filter(({ kind }) => kind === 'recipe');
  const ofRecipes = (is: (row: RecordCount) => boolean) => count((row) => row.kind === 'recipe' && is(row));
  return {
    recipes: ofRecipes(() => true),
    pending: ofRecipes(({ state }) => state !== 'existing'),
    withPicture: recipes.reduce((sum, row) => sum + row.with_picture, 0),
    created: ofRecipes(({ outcome, action }) => outcome === 'added' && action === 'create'),
    updated: ofRecipes(({ outcome, action }) => outcome === 'added' && action === 'update'),
    existing: ofRecipes(({ outcome, state }) => outcome === 'existing' || (outcome === null && state === 'existing')),
    skipped: ofRecipes(({ outcome }) => outcome === 'skipped'),
    failed: count(({ outcome }) => outcome === 'failed'),
    restored: count(({ kind, outcome }) => kind === 'item' && outcome === 'added'),
    existingItems: count(({ kind, outcome }) => kind === 'item' && outcome === 'existing'),
  };
}

const listRecipeRecords = (importId: number, from: number, limit: number) =>
  prisma().importRecord.findMany({
    omit: { content: true },
    where: { importId, kind: 'recipe', position: { gte: from } },
    orderBy: { position: 'asc' },
    take: limit,
  });

function toRecipes(rows: Awaited<ReturnType<typeof listRecipeRecords>>): PreviewedRecipe[] {
  let linesLeft = maxLines;
  return rows.map((row) => {
    const { position, name, origin, state, action, outcome, reason } = row;
    const { earlier = null, ...preview } = row.preview as unknown as PreviewedRecipe;
    linesLeft -= preview.lines.length;
    const problem =
      outcome === 'failed' ? t('import.recipe-not-imported', { reason }) : outcome === 'added' ? reason : '';
    return {
      ...preview,
      position,
      name,
      sourceUrl: origin,
      state,
      action,
      outcome,
      earlier,
      problem,
      recipeId: row.eventableId === null ? null : Number(row.eventableId),
      lines: linesLeft < 0 ? [] : preview.lines,
      notUnderstood: problem === '' ? preview.notUnderstood : [...preview.notUnderstood, problem],
    };
  });
}

/** Deletes an import that is not being run, with its files. */
export async function deleteImport(id: number): Promise<void> {
  const row = await prisma().import.findUnique({ select: { key: true }, where: { id } });
  if (!row) return;
  await removeFiles(id, row.key);
  await prisma().import.deleteMany({ where: { id } });
}

const picturesAtOnce = 100;

/** Removes the source, and the pictures that no item has. Files that remain after an error are pruned later. */
export async function removeFiles(id: number, key: string): Promise<void> {
  await removeStored(key);
  await removePictures(id);
}

/** Its recipes are imported without the pictures that it has. */
export async function removePictures(id: number): Promise<void> {
  for (;;) {
    const pictures = await deleteImportPictures(db, id, picturesAtOnce);
    for (const picture of pictures) await removeStored(picture.key);
    if (pictures.length < picturesAtOnce) return;
  }
}
