/** Reads recipes from whatever file an author hands in, told by its content. */
import { DomainError } from '../../../lib/errors.ts';
import { readArchive } from './formats/archive.ts';
import { type FileResult, readPlain } from './formats/plain.ts';

export type { FileResult };

/** Never throws: what cannot be read is said among the problems. `name` only lends a title. */
export async function readFile(bytes: Uint8Array, name: string | null = null): Promise<FileResult> {
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) return readPlain(bytes, name);

  try {
    return await readArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      format: 'zip',
      recipes: [],
      problems: [`The file ${Object.values(error.errors).flat().join(', ')}.`],
    };
  }
}
