/** Starts an import from whatever a member gives: files, a link, a text or a finished upload. */
import { randomUUID } from 'node:crypto';
import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { appendUploadChunk, insertUpload, lockUploads } from '../../db/sql/imports.ts';
import { db } from '../../db/statement.ts';
import { type BeforeCommit, transact, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { zipBytes } from '../../lib/archive/zip.ts';
import { decodeText } from '../../lib/decode-text.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { memoryPlan } from '../../lib/memory.ts';
import { limitConcurrency } from '../../lib/semaphore.ts';
import type { ReceivedFile } from '../../lib/storage/local-file.ts';
import { newKey, removeStored, store } from '../../lib/storage/storage.ts';
import { areEnoughColumns, type ChosenColumns, nameColumns } from '../../recipe-import/formats/tables.ts';
import { isReadInArchives, readWhole } from '../../recipe-import/read-file.ts';
import { createImport, deleteImport, getImport, maxStoredBytes, storeSource, whereLive } from './import.ts';
import { previewOf } from './reading/events.ts';
import { readImport } from './reading/read-import.ts';
import { withSource } from './reading/reader.ts';
import { fetchSource, type ImportSource, pastedName } from './reading/source.ts';

// Joins several uploaded files into one zip, so that they are one import

interface NamedFile {
  file: ReceivedFile;
  name: string;
}

/** One file stays as it is. */
async function joinFiles(files: NamedFile[]): Promise<ImportSource> {
  const [only, ...others] = files;
  if (only && others.length === 0) return { bytes: await only.file.bytes(), name: only.name, sourceUrl: null };
  const taken = new Set<string>();
  const entries: { name: string; bytes: Uint8Array }[] = [];
  for (const [at, { file, name }] of files.entries()) {
    const own = name.split(/[\\/]/).at(-1)!.replaceAll('\0', '').slice(-100) || 'file';
    // The reader opens only files with such names in a zip.
    const known = isReadInArchives(own) ? own : `${own}.txt`;
    const unique = taken.has(known) ? `${at + 1}-${known}` : known;
    taken.add(unique);
    entries.push({ name: unique.replace(/^\.+/, ''), bytes: await file.bytes() });
  }
  return { bytes: await zipBytes(entries), name: `${files.length} files`, sourceUrl: null };
}

// Receives a large file for an import in chunks, so that an interrupted upload can be resumed

export const uploadLimits = {
  fileBytes: 2 * 2 ** 30,
  /** Of all unfinished uploads of an account. */
  openBytes: maxStoredBytes,
  open: 4,
  chunkBytes: 8 * 2 ** 20,
};

/** Except for the last chunk. Bounds the number of chunks, whose names the row of the upload lists. */
export const minChunkBytes = (bytes: number): number => Math.max(64 * 1_024, Math.ceil(bytes / 2_048));
const ttlMs = 24 * 3_600_000;

export interface ImportUpload {
  id: number;
  name: string;
  bytes: number;
  /** Bytes received so far: where the next chunk starts. */
  received: number;
  expiresAt: Date;
}

/** Throws validation_failed beyond the limits of a file, and conflict beyond those of the account. */
export async function startUpload(
  accountId: number,
  name: string,
  bytes: number,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  const { fileBytes, open, openBytes } = uploadLimits;
  if (bytes > fileBytes) throw invalid('bytes', t('errors.file-too-large', { fileBytes }));
  return transact(async (tx) => {
    await lockUploads(tx, accountId);
    const [row] = await insertUpload(tx, accountId, newKey(), name, bytes, open, openBytes);
    if (!row) throw new DomainError('conflict', t('errors.too-many-uploads'));
    return row.id;
  }, beforeCommit);
}

/** Throws not_found, also after 24 hours. */
export async function getUpload(accountId: number, id: number): Promise<ImportUpload> {
  const { name, bytes, received, createdAt } = await getRow(accountId, id);
  const expiresAt = new Date(createdAt.getTime() + ttlMs);
  return { id, name, bytes: Number(bytes), received: Number(received), expiresAt };
}

function findRow(accountId: number, id: number, on: Prisma.TransactionClient = prisma()) {
  const createdAt = { gt: new Date(Date.now() - ttlMs) };
  return on.importUpload.findFirst({ where: { id, accountId, createdAt } });
}

async function getRow(accountId: number, id: number) {
  const row = await findRow(accountId, id);
  if (!row) throw notFound();
  return row;
}

/** Throws not_found, validation_failed, and conflict if the chunk does not start where the last one ended. */
export async function appendChunk(accountId: number, id: number, offset: number, chunk: Uint8Array): Promise<void> {
  const { key, bytes, received } = await getRow(accountId, id);
  const end = offset + chunk.length;
  if (Number(received) !== offset) throw wrongOffset(Number(received));
  if (end > Number(bytes)) throw invalid('offset', t('errors.chunk-beyond-file', { bytes }));
  const min = minChunkBytes(Number(bytes));
  if (chunk.length < min && end < Number(bytes))
    throw invalid('chunk', t('errors.chunk-too-small', { minChunkBytes: min }));

  // Two chunks may arrive for the same offset. The first row update decides which one counts.
  const name = randomUUID();
  await store(key, name, chunk);
  const [row] = await appendUploadChunk(db, id, offset, chunk.length, name);
  if (row) return;
  await removeStored(key, name);
  throw wrongOffset(Number((await getRow(accountId, id)).received));
}

const wrongOffset = (received: number) => new DomainError('conflict', t('errors.chunk-at-wrong-offset', { received }));

/** Throws not_found. */
export async function deleteUpload(accountId: number, id: number): Promise<void> {
  const { key } = await getRow(accountId, id);
  await prisma().importUpload.deleteMany({ where: { id, accountId } });
  await removeStored(key);
}

/**
 * The upload becomes the source of an import as it is. Throws validation_failed, and conflict for an incomplete upload.
 */
async function createImportFromUpload(
  accountId: number,
  id: number,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  return transactWithPrisma(async (tx) => {
    await lockUploads(tx, accountId);
    const row = await findRow(accountId, id, tx.prisma);
    if (!row) throw invalid('upload_id', t('errors.upload-unknown'));
    const { key, name, bytes, received, chunks } = row;
    if (received < bytes) throw new DomainError('conflict', t('errors.upload-not-complete', { received, bytes }));
    await tx.prisma.importUpload.delete({ where: { id } });
    const source = { key, name, sourceUrl: null, bytes: Number(bytes), chunks };
    return createImport(tx, accountId, source);
  }, beforeCommit);
}

/** A page as somebody's browser shows it. */
export interface SentPage {
  url: string;
  html: string;
}

export type ImportRequest =
  | { files: NamedFile[] }
  | { url: string }
  | { text: string }
  | { page: SentPage }
  | { uploadId: number };

/** What is not read by then is read by a worker, which gives way to people who wait for a picture. */
const requestTimeoutMs = 20_000;
const maxBytesOfRequest = 16 * 2 ** 20;
const oneAtATime = limitConcurrency(1, 8);

/** Where one picture is decoded at a time, a worker reads all of a large source. Only uploads are that large. */
const isForWorker = async (id: number): Promise<boolean> =>
  memoryPlan().pictures === 1 && (await prisma().import.count({ where: { id, bytes: { gt: maxBytesOfRequest } } })) > 0;

async function readByWorker(id: number): Promise<number> {
  await transact((tx) => enqueue(tx, jobs.runImport, { importId: id }));
  return id;
}

interface StartOptions {
  beforeCommit?: BeforeCommit<number> | undefined;
  /** Keeps the import of an unknown table, so that its columns can be chosen. */
  canChooseColumns?: boolean;
}

/**
 * Returns the id of the import, which must be confirmed. A large source is still being read then. Throws
 * validation_failed, malformed or too_large if nothing of it can be imported, and unavailable if many are being read.
 */
export async function startImport(
  accountId: number,
  request: ImportRequest,
  { beforeCommit, canChooseColumns = false }: StartOptions = {},
): Promise<number> {
  if ('uploadId' in request) {
    const id = await createImportFromUpload(accountId, request.uploadId, beforeCommit);
    if (await isForWorker(id)) return readByWorker(id);
    return readForRequest(accountId, id, { field: 'upload_id', canChooseColumns }).catch((error: unknown) => {
      // A worker has its job already.
      if (isUnavailable(error)) return id;
      throw error;
    });
  }
  const [source, field] = await sourceOf(request);
  return importSource(accountId, source, { field, beforeCommit, canChooseColumns });
}

async function importSource(
  accountId: number,
  source: ImportSource,
  { field, beforeCommit, canChooseColumns = false }: StartOptions & { field: string },
): Promise<number> {
  const id = await storeSource(accountId, source, beforeCommit);
  return readForRequest(accountId, id, { field, canChooseColumns }).catch(async (error: unknown) => {
    if (isUnavailable(error)) await deleteImport(id);
    throw error;
  });
}

const isUnavailable = (error: unknown) => error instanceof DomainError && error.code === 'unavailable';

async function sourceOf(request: Exclude<ImportRequest, { uploadId: number }>): Promise<[ImportSource, string]> {
  if ('url' in request) return [await fetchSource(request.url), 'url'];
  if ('files' in request) return [await joinFiles(request.files), 'file'];
  if ('page' in request) {
    const { url, html } = request.page;
    return [{ bytes: Buffer.from(html), name: url, sourceUrl: url }, 'url'];
  }
  return [{ bytes: Buffer.from(request.text), name: pastedName, sourceUrl: null }, 'text'];
}

async function readForRequest(
  accountId: number,
  id: number,
  { field, canChooseColumns }: { field: string; canChooseColumns: boolean },
): Promise<number> {
  const reading = await oneAtATime(() => readImport(id, AbortSignal.timeout(requestTimeoutMs), null));
  if (reading.state === 'stopped') return readByWorker(id);
  if (reading.state === 'refused') {
    await deleteImport(id);
    throw new DomainError(reading.code, reading.errors);
  }
  const { total, problems, table } = await getImport(accountId, id, { limit: 0 });
  if (total > 0 || (table && canChooseColumns)) return id;
  await deleteImport(id);
  throw new DomainError('validation_failed', { [field]: problems.slice(0, 20) });
}

// Imports a table whose columns a member has named

/**
 * Returns the id of the import that takes the place of this one. Throws not_found, and validation_failed without a
 * column for the name of a recipe and one for its ingredients or method.
 */
export async function chooseColumns(
  accountId: number,
  id: number,
  { columns, hasHeading }: { columns: ChosenColumns; hasHeading: boolean },
): Promise<number> {
  const row = await prisma().import.findFirst({ where: { ...whereLive(accountId, id), confirmedAt: null } });
  if (!row || !previewOf(row).table) throw notFound();
  if (!areEnoughColumns(columns)) throw invalid('columns', t('import.columns-missing'));
  const text = await withSource(row, async (file) => decodeText(await readWhole(file)));
  if (text === null) throw notFound();
  const bytes = Buffer.from(nameColumns(text, columns, hasHeading));
  const { name, sourceUrl } = row;
  const replacement = await importSource(accountId, { bytes, name, sourceUrl }, { field: 'columns' });
  await deleteImport(id);
  return replacement;
}
