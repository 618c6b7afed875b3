/** Reads recipes from a file of any supported format, detected by content, and one after the other. */
import { fstatSync } from 'node:fs';
import { type OpenFile, readAt } from '../lib/archive/unzip.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { findInArchive, isZip, maxFileBytes } from './formats/archive.ts';
import { addTo, type FileResult, findInPlain } from './formats/single-file.ts';
import type { Found } from './import-result.ts';

/** Throws too_large above the limit of a file that is no archive. */
export async function readWhole(file: OpenFile): Promise<Buffer> {
  const { size } = fstatSync(file.fd);
  if (size > maxFileBytes)
    throw new DomainError('too_large', {
      file: [t('reading.larger-than', { limit: maxFileBytes / 2 ** 20 })],
    });
  return readAt(file, 0, size);
}

/**
 * Yields what is in the file, from its part `from` on. `name` serves only as a title, and `url` is where a page was
 * found. Memory does not grow with an archive. Never throws: what is unreadable is reported.
 */
export async function* findRecipes(
  source: Buffer | OpenFile,
  name: string | null = null,
  from = 0,
  url: string | null = null,
): AsyncGenerator<Found> {
  const isBytes = Buffer.isBuffer(source);
  try {
    if (isZip(isBytes ? source : await readAt(source, 0, 2))) return yield* findInArchive(source, from);
    const bytes = isBytes ? source : await readWhole(source);
    for (const found of findInPlain(bytes, name, { from, url })) yield found;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const problem = Object.values(error.errors).flat().join(', ');
    yield { type: 'problem', problem: t('reading.file', { problem }) };
  }
}

/** Collects what `findRecipes` yields, for files that are in memory anyway. */
export async function readFile(bytes: Uint8Array, name: string | null = null): Promise<FileResult> {
  const result: FileResult = { format: 'zip', recipes: [], problems: [] };
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for await (const found of findRecipes(source, name)) addTo(result, found);
  return result;
}
