/** Starts an import from whatever a member gives: files, a link, a text or a finished upload. */
import { prepareImport, prepareImportFromUrl } from './import.ts';
import { prepareImportFromUpload } from './import-upload.ts';
import { joinFiles, type NamedFile } from './join-files.ts';

export type ImportRequest =
  | { files: NamedFile[] }
  | { url: string }
  | { text: string }
  | { uploadId: number };

/** Returns the id of the import, which must be confirmed. Throws like `prepareImport`. */
export async function startImport(accountId: number, request: ImportRequest): Promise<number> {
  if ('url' in request) return prepareImportFromUrl(accountId, request.url);
  if ('uploadId' in request) return prepareImportFromUpload(accountId, request.uploadId);
  if ('files' in request) return prepareImport(accountId, await joinFiles(request.files));
  const bytes = Buffer.from(request.text);
  return prepareImport(accountId, { bytes, name: 'Pasted text', sourceUrl: null }, 'text');
}
