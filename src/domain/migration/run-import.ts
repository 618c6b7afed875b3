/** Runs imports: reads the source, and after the confirmation imports what was read, one record at a time. */
import { prisma, type WithNumbers, withNumbers } from '../../db/client.ts';
import { isDataError } from '../../db/errors.ts';
import type { Import, Prisma } from '../../db/generated/client.ts';
import { lockAccount } from '../../db/sql/accounts.ts';
import {
  chooseActions,
  type DueRecord,
  finishImport,
  selectDueRecords,
  selectItemType,
  selectRunningImport,
  settleImportRecord,
  settleSkippedRecords,
} from '../../db/sql/imports.ts';
import { db, toJson } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import type { ImportAction, Visibility } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { failpoint } from '../../lib/failpoint.ts';
import type { EventableKind } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { isDraining } from '../../lib/shutdown.ts';
import { NoSpace, requireSpace } from '../../lib/storage/disk-space.ts';
import type { RecipeDraft } from '../../recipe-import/draft.ts';
import { understand } from '../../recipe-import/import-result.ts';
import { writeForMember } from '../accounts/account.ts';
import { createNameResolver } from './archive/columns.ts';
import { type RestoreContext, restorePost, restoreStep } from './archive/restore.ts';
import { deleteImport, removeFiles, whereLive } from './import.ts';
import { fetchStatedPicture, findPicture, importRecipe, noPicture } from './import-recipe.ts';
import { applyListChoices, type ListChoice } from './list-files.ts';
import { checkRunningLists, chooseKinds, countEntries, runEntries } from './lists.ts';
import {
  checkChoices,
  cleanJson,
  type ImportChoice,
  type Preview,
  previewOf,
  type RecordContent,
} from './reading/events.ts';
import { type GiveWay, goOn, readImport } from './reading/read-import.ts';

/** Other jobs are waiting, and a worker has only seconds to shut down. */
const maxRunMs = 4_000;
const recordsAtOnce = 20;
const drainingCheckMs = 200;
/** Until a full disk is tried again. */
const pauseMs = 60_000;
/** An import that used up the memory also delays everybody else. */
const memoryPauseMs = 30 * 60_000;
/** Another process may be reading. */
const readerDelayMs = 2_000;
const maxReasonLength = 2_000;

interface Confirmation {
  visibility: Visibility | null;
  /** New recipes become drafts, which only their author sees. */
  asDrafts?: boolean | undefined;
  withPictures?: boolean | undefined;
  /** Recipes without a choice get their default. */
  choices?: ImportChoice[] | undefined;
  /** What to do with lists. A list without a choice is used for what it was recognised as. */
  lists?: ListChoice[] | undefined;
  /** What its member changed of the only recipe. */
  edited?: EditedRecipe | undefined;
}

interface EditedRecipe {
  position: number;
  draft: RecipeDraft;
  /** Of the photo. */
  altText: string;
}

/**
 * Enqueues the import. The first confirmation decides, and a later one changes nothing. Throws not_found,
 * validation_failed, and conflict while another import of the account runs.
 */
export async function confirmImport(
  accountId: number,
  id: number,
  { visibility, asDrafts = false, withPictures = true, choices = [], lists = [], edited }: Confirmation,
): Promise<void> {
  await changeImport(accountId, id, async (tx, row) => {
    if (row.confirmedAt !== null) return;
    const preview = previewOf(row);
    await chooseRecords(tx, id, choices);
    if (edited) await saveEdited(tx, id, edited);
    if (preview.lists) {
      applyListChoices(preview.lists, lists);
      await checkRunningLists(tx, accountId);
      await chooseKinds(tx, id, preview.lists.files);
    } else if ((await selectRunningImport(tx, accountId)).length > 0)
      throw new DomainError('conflict', t('errors.import-running'));
    // Also in the preview, for workers of an earlier version during an upgrade.
    const kept = asDrafts ? { ...preview, asDrafts } : preview;
    const data = { visibility, asDrafts, withPictures, preview: toObject(kept), confirmedAt: new Date() };
    await tx.prisma.import.updateMany({ where: { id }, data });
    await enqueue(tx, jobs.runImport, { importId: id });
  });
}

async function saveEdited(tx: PrismaTx, importId: number, { position, draft, altText }: EditedRecipe): Promise<void> {
  const where = { importId_position: { importId, position } };
  const record = await tx.prisma.importRecord.findUnique({ where });
  const content = record?.content as RecordContent | null | undefined;
  if (content?.type !== 'recipe') return;
  const recipe = { ...content.recipe, draft, ...understand(draft) };
  const changed = { ...content, recipe, altTexts: [altText, ...(content.altTexts ?? []).slice(1)] };
  await tx.prisma.importRecord.update({ where, data: { name: draft.name, content: JSON.parse(cleanJson(changed)) } });
}

/** Stores choices before the confirmation. Throws not_found and validation_failed. */
export const chooseRecipes = (accountId: number, id: number, choices: ImportChoice[]): Promise<void> =>
  changeImport(accountId, id, async (tx, { confirmedAt }) => {
    if (confirmedAt === null) await chooseRecords(tx, id, choices);
  });

/** Pauses an import after the record that is being imported. Throws not_found. */
export const pauseImport = (accountId: number, id: number): Promise<void> =>
  changeImport(accountId, id, async (tx) => {
    const running = { id, confirmedAt: { not: null }, finishedAt: null, pausedAt: null };
    await tx.prisma.import.updateMany({ where: running, data: { pausedAt: new Date() } });
  });

/** Continues a paused import. Throws not_found. */
export const resumeImport = (accountId: number, id: number): Promise<void> =>
  changeImport(accountId, id, async (tx) => {
    const paused = { id, pausedAt: { not: null } };
    const { count } = await tx.prisma.import.updateMany({ where: paused, data: { pausedAt: null } });
    if (count > 0) await enqueue(tx, jobs.runImport, { importId: id });
  });

/** Deletes an import before it is confirmed. Throws not_found, and conflict after the confirmation. */
export async function discardImport(accountId: number, id: number): Promise<void> {
  await changeImport(accountId, id, async (_, { confirmedAt }) => {
    if (confirmedAt !== null) throw new DomainError('conflict', t('errors.import-confirmed'));
  });
  await deleteImport(id);
}

type ImportRow = WithNumbers<Import>;

async function findRow(where: Prisma.ImportWhereInput, on: PrismaTx['prisma'] = prisma()): Promise<ImportRow | null> {
  const row = await on.import.findFirst({ where });
  return row && withNumbers(row);
}

/** Locks the imports of the account. Throws not_found. */
const changeImport = (
  accountId: number,
  id: number,
  change: (tx: PrismaTx, row: ImportRow) => Promise<void>,
): Promise<void> =>
  transactWithPrisma(async (tx) => {
    await lockAccount(tx, accountId);
    const row = await findRow(whereLive(accountId, id), tx.prisma);
    if (!row) throw notFound();
    await change(tx, row);
  });

async function chooseRecords(tx: PrismaTx, importId: number, choices: ImportChoice[]): Promise<void> {
  if (choices.length === 0) return;
  const positions = choices.map(({ position }) => position);
  const rows = await tx.prisma.importRecord.findMany({
    select: { position: true, state: true },
    where: { importId, kind: 'recipe', position: { in: positions } },
  });
  checkChoices(new Map(rows.map(({ position, state }) => [position, state])), choices);
  await chooseActions(tx, importId, toJson(choices));
}

const toObject = (preview: Preview) => preview as unknown as object;

/** Returns when to continue, or null at the end and while it is paused. */
export async function runImport(id: number, giveWay: GiveWay = goOn): Promise<Date | null> {
  const row = await findRow({ id, finishedAt: null, pausedAt: null });
  return row && writeForMember(row.accountId, () => runUnlessFull(row, giveWay));
}

/** Returns when to continue an import for which memory did not suffice. */
export async function pauseForMemory(id: number): Promise<Date> {
  const row = await findRow({ id, finishedAt: null });
  if (row) await writeForMember(row.accountId, () => savePause(id, t('errors.memory-short')));
  return new Date(Date.now() + memoryPauseMs);
}

async function runUnlessFull(row: ImportRow, giveWay: GiveWay): Promise<Date | null> {
  try {
    await requireSpace();
    const next = await runRow(row, giveWay);
    if (previewOf(row).paused) await savePause(row.id, undefined);
    return next;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
    await savePause(row.id, error instanceof NoSpace ? t('errors.disk-full') : error.message);
    return new Date(Date.now() + pauseMs);
  }
}

/** The member sees why nothing happens. */
async function savePause(id: number, reason: string | undefined): Promise<void> {
  const row = await findRow({ id });
  if (!row) return;
  const preview = toObject({ ...previewOf(row), paused: reason });
  await prisma().import.updateMany({ where: { id }, data: { preview } });
}

async function runRow(row: ImportRow, giveWay: GiveWay): Promise<Date | null> {
  if (row.readAt === null && !(await read(row, giveWay))) return new Date(Date.now() + readerDelayMs);
  const known = await findRow({ id: row.id, confirmedAt: { not: null } });
  if (!known) return null;
  return previewOf(known).lists ? runLists(known) : runRecords(known, giveWay);
}

/** Returns true at the end of the source. */
async function read(row: ImportRow, giveWay: GiveWay): Promise<boolean> {
  const { id } = row;
  // An earlier version kept the recipes in the preview.
  if ('recipes' in previewOf(row))
    await prisma().import.update({ where: { id }, data: { preview: { problems: [] }, total: 0, done: 0 } });
  const controller = new AbortController();
  const timer = setInterval(() => isDraining() && controller.abort(), drainingCheckMs);
  try {
    return (await readImport(id, controller.signal, giveWay)).state !== 'stopped';
  } finally {
    clearInterval(timer);
  }
}

async function runLists(row: ImportRow): Promise<Date | null> {
  const { id, accountId } = row;
  const preview = previewOf(row);
  const next = await runEntries(id, accountId, performance.now() + maxRunMs);
  const { total, added, existing, failed } = await countEntries(id);
  Object.assign(preview.lists!, { added, existing, failed });
  const data = {
    total,
    done: added + existing + failed,
    preview: toObject(preview),
    finishedAt: next === null ? new Date() : null,
  };
  await prisma().import.updateMany({ where: { id }, data });
  if (next === null) await removeFiles(id, row.key);
  return next;
}

async function runRecords(row: ImportRow, giveWay: GiveWay): Promise<Date | null> {
  const { id } = row;
  await settleSkippedRecords(db, id);
  const end = performance.now() + maxRunMs;
  for (;;) {
    if ((await prisma().import.count({ where: { id, pausedAt: null } })) === 0) return null;
    const due = await selectDueRecords(db, id, recordsAtOnce, null);
    const settled = new Set<number>();
    for (const record of due) {
      if (settled.has(record.position)) continue;
      if (performance.now() >= end || isDraining()) return new Date();
      await giveWay();
      await runRecord(row, record, { settled, begun: [] });
      failpoint('import_record_settled');
    }
    if (due.length === 0) break;
  }
  const [finished] = await finishImport(db, id);
  if (finished) await removeFiles(id, row.key);
  return null;
}

interface Run {
  /** Positions that are done. */
  settled: Set<number>;
  /** Positions of recipes that wait for this one, because they name it. */
  begun: number[];
}

async function runRecord(row: ImportRow, record: DueRecord, run: Run): Promise<void> {
  const content = record.content as RecordContent;
  run.settled.add(record.position);
  try {
    if (content.type === 'recipe') await runRecipe(row, record, content, run);
    else await runStep(row, record, content);
  } catch (error) {
    const isRefused = error instanceof DomainError && error.code !== 'unavailable';
    if (!isRefused && !isDataError(error)) throw error;
    const reason = isRefused ? Object.values(error.errors).flat().join(', ') : t('reading.unreadable');
    await settle(row, record, 'failed', reason);
  }
}

async function settle(
  row: ImportRow,
  { position }: DueRecord,
  outcome: 'added' | 'existing' | 'failed',
  reason: string,
  eventableId: number | null = null,
): Promise<void> {
  const text = reason.slice(0, maxReasonLength);
  await settleImportRecord(db, row.id, position, outcome, text, eventableId);
}

type RecipeContent = Extract<RecordContent, { type: 'recipe' }>;

async function runRecipe(
  row: ImportRow,
  record: DueRecord,
  { recipe, altTexts = [] }: RecipeContent,
  run: Run,
): Promise<void> {
  const { id: importId, accountId } = row;
  const { position } = record;
  // A page that was new in the preview may have been imported in the meantime.
  const action: ImportAction = record.state === 'new' ? 'skip' : record.action;
  const { id, existed } = await importRecipe(accountId, recipe, {
    visibility: row.visibility ?? undefined,
    asDraft: row.asDrafts ?? previewOf(row).asDrafts,
    action,
    isSharedPage: record.is_shared,
    sparesServers: true,
    findMention: (name) => findMention(row, name, { ...run, begun: [...run.begun, position] }),
    findPicture: async () => {
      const stored = await findPicture(importId, position, '');
      if (stored) return { key: stored.key, description: altTexts[0] ?? '', isOfImport: true };
      return row.withPictures ? fetchStatedPicture(recipe, accountId) : noPicture;
    },
    findFurtherPictures: async () => {
      const further = await prisma().importPicture.findMany({
        select: { key: true, name: true },
        where: { importId, position, name: { not: '' } },
        orderBy: { name: 'asc' },
      });
      return further.map(({ key, name }) => ({ key, description: altTexts[Number(name)] ?? '', isOfImport: true }));
    },
    beforeCommit: async (tx, id, problem) => {
      const reason = problem?.slice(0, maxReasonLength) ?? '';
      const [settled] = await settleImportRecord(tx, importId, position, 'added', reason, id);
      if (!settled) throw new DomainError('conflict', t('errors.recipe-being-imported'));
    },
  });
  if (existed) await settle(row, record, 'existing', '', id);
}

/** Recipes name others, which name others. */
const maxBegun = 10;

/** A recipe that is named before its turn is imported first. One that waits for this one is not linked. */
async function findMention(row: ImportRow, name: string, run: Run): Promise<number | null> {
  const importId = row.id;
  const named = { importId, kind: 'recipe' as const, name, position: { notIn: run.begun } };
  const find = () =>
    prisma().importRecord.findFirst({
      select: { eventableId: true },
      where: { ...named, outcome: { in: ['added', 'existing'] }, eventableId: { not: null } },
    });
  let found = await find();
  if (!found && run.begun.length < maxBegun) {
    const waiting = await prisma().importRecord.findFirst({
      select: { position: true },
      where: { ...named, outcome: null },
    });
    const [due] = waiting ? await selectDueRecords(db, importId, 1, waiting.position) : [];
    if (due) await runRecord(row, due, run);
    found = await find();
  }
  return found ? Number(found.eventableId) : null;
}

async function runStep(
  row: ImportRow,
  record: DueRecord,
  content: Exclude<RecordContent, RecipeContent>,
): Promise<void> {
  const { id: importId, accountId } = row;
  const context: RestoreContext = {
    accountId,
    resolver: createNameResolver(accountId, {
      actor: previewOf(row).archive?.actor ?? record.origin ?? '',
      findType: async (origin) =>
        ((await selectItemType(db, importId, origin))[0]?.type as EventableKind | undefined) ?? null,
    }),
    readPicture: (name) => findPicture(importId, record.position, name),
    problems: [],
  };
  const outcome = content.type === 'post' ? await restorePost(content, context) : await restoreStep(content, context);
  await settle(row, record, outcome, context.problems.join(' '));
}
