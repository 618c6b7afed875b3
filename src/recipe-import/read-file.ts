/** Reads recipes from a file of any supported format, detected by content. */
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { readArchive } from './formats/archive.ts';
import { type FileResult, readPlain } from './formats/single-file.ts';

export type { FileResult };

/** Never throws: unreadable content is reported in `problems`. `name` serves only as a title. */
export async function readFile(bytes: Uint8Array, name: string | null = null): Promise<FileResult> {
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) return readPlain(bytes, name);

  try {
    return await readArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      format: 'zip',
      recipes: [],
      problems: [t('reading.file', { problem: Object.values(error.errors).flat().join(', ') })],
    };
  }
}
