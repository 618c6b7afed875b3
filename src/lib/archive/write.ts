/** Writes a gzip-compressed tar archive. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ArchiveWriter {
  /** `bytes` must be `size` bytes; throws when they are fewer or more. */
  add(name: string, size: number, bytes: Bytes): Promise<void>;
}

/** Appears under its name only when it is complete. Only the owner may read it. Throws what `fill` throws. */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const archive = pack();
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(archive, createGzip({ level: 4 }), file);
  // Reported by the next `add`, or at the end.
  written.catch(() => {});
  try {
    await fill({
      add: (name, size, bytes) =>
        pipeline(exactly(name, size, bytes), archive.entry({ name, size, mode: 0o600 })),
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
