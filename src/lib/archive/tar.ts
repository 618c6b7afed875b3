/** Reads and writes tar archives. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

// Reads the files of an archive that `writeArchive` wrote

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

// Writes a gzip-compressed tar archive

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ArchiveWriter {
  /** `bytes` must be `size` bytes; throws when they are fewer or more. */
  add(name: string, size: number, bytes: Bytes): Promise<void>;
}

/** Appears under its name only when it is complete. Only the owner may read it. Throws what `fill` throws. */
export async function writeArchive(path: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const archive = pack();
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(archive, createGzip({ level: 4 }), file);
  // Reported by the next `add`, or at the end.
  written.catch(() => {});
  try {
    await fill({
      add: (name, size, bytes) => pipeline(exactly(name, size, bytes), archive.entry({ name, size, mode: 0o600 })),
    });
    archive.finalize();
    await written;
    await rename(draft, path);
  } catch (error) {
    archive.destroy(error as Error);
    // A failure to write explains more than the failed `add` that followed it.
    const reason = await written.then(
      () => error,
      (failure: unknown) => failure,
    );
    await rm(draft, { force: true });
    throw reason;
  }
}

async function* exactly(name: string, size: number, bytes: Bytes): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const piece of bytes) {
    left -= piece.length;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new Error(`${name} changed while it was read`);
}
