/** Starts an import from whatever a member gives: files, a link, a text or a finished upload. */
import { transact, withoutBeforeCommit } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError } from '../../lib/errors.ts';
import { limitConcurrency } from '../../lib/semaphore.ts';
import { deleteImport, fetchSource, getImport, type ImportSource, storeSource } from './import.ts';
import { createImportFromUpload } from './import-upload.ts';
import { joinFiles, type NamedFile } from './join-files.ts';
import { readImport } from './reading/read-import.ts';

export type ImportRequest =
  | { files: NamedFile[] }
  | { url: string }
  | { text: string }
  | { uploadId: number };

/** What is not read by then is read by a worker. */
const requestTimeoutMs = 20_000;
const oneAtATime = limitConcurrency(1, 8);

/**
 * Returns the id of the import, which must be confirmed. A large source is still being read then. Throws
 * validation_failed, malformed or too_large if nothing of it can be imported, and unavailable if many are being read.
 */
export async function startImport(accountId: number, request: ImportRequest): Promise<number> {
  if ('uploadId' in request) {
    const id = await createImportFromUpload(accountId, request.uploadId);
    return readNow(accountId, id, 'upload_id').catch((error: unknown) => {
      // A worker has its job already.
      if (isUnavailable(error)) return id;
      throw error;
    });
  }
  const [source, field] = await sourceOf(request);
  const id = await storeSource(accountId, source);
  return readNow(accountId, id, field).catch(async (error: unknown) => {
    if (isUnavailable(error)) await deleteImport(id);
    throw error;
  });
}

const isUnavailable = (error: unknown) => error instanceof DomainError && error.code === 'unavailable';

async function sourceOf(
  request: Exclude<ImportRequest, { uploadId: number }>,
): Promise<[ImportSource, string]> {
  if ('url' in request) return [await fetchSource(request.url), 'url'];
  if ('files' in request) return [await joinFiles(request.files), 'file'];
  return [{ bytes: Buffer.from(request.text), name: 'Pasted text', sourceUrl: null }, 'text'];
}

const readNow = (accountId: number, id: number, field: string): Promise<number> =>
  withoutBeforeCommit(() => readForRequest(accountId, id, field));

async function readForRequest(accountId: number, id: number, field: string): Promise<number> {
  const reading = await oneAtATime(() => readImport(id, AbortSignal.timeout(requestTimeoutMs), false));
  if (reading.state === 'stopped') {
    await transact((tx) => enqueue(tx, jobs.runImport, { importId: id }));
    return id;
  }
  if (reading.state === 'refused') {
    await deleteImport(id);
    throw new DomainError(reading.code, reading.errors);
  }
  const { total, problems } = await getImport(accountId, id, { limit: 0 });
  if (total > 0) return id;
  await deleteImport(id);
  throw new DomainError('validation_failed', { [field]: problems.slice(0, 20) });
}
