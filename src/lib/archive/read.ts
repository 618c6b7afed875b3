/** Reads the files of an archive that `writeArchive` wrote. */
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

export interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

/** The file is not an archive, or it is damaged or incomplete. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive';
}

/** No file in a backup is larger than an uploaded picture. */
const maxFileBytes = 2 ** 28;

/** Holds one file in memory at a time. Throws BrokenArchive, and system errors such as ENOENT. */
export async function* readArchive(path: string): AsyncGenerator<ArchivedFile> {
  const archive = extract();
  const source = pipeline(createReadStream(path), createGunzip(), archive);
  // The loop below throws the same error.
  source.catch(() => {});
  try {
    for await (const entry of archive) {
      const { name, size = 0 } = entry.header;
      if (size > maxFileBytes) throw new BrokenArchive('it holds a file that is too large for a backup');
      yield { name, bytes: await buffer(entry) };
    }
    await source;
  } catch (error) {
    const { code = 'Z_', message } = error as NodeJS.ErrnoException;
    if (error instanceof BrokenArchive || !code.startsWith('Z_')) throw error;
    throw new BrokenArchive(`it is damaged, or no archive at all (${message})`);
  }
}
