/** Writes a compressed archive of files, one after the other, that `tar` can read too (POSIX ustar). */
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface ArchiveWriter {
  /** `bytes` are `size` bytes; throws when they are fewer or more. */
  add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}

const block = 512;

/** Whole under its name or not at all; only who runs us may read it. */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const plain = new PassThrough({ highWaterMark: 2 ** 20 });
  const written = pipeline(
    plain,
    createGzip({ level: 4 }),
    createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
  );
  // Told of by the next write, or by the end.
  written.catch(() => {});
  try {
    await fill({ add: (name, size, bytes) => add(plain, name, size, bytes) });
    plain.end(Buffer.alloc(2 * block));
    await written;
    await sync(draft);
    await rename(draft, path);
  } catch (error) {
    plain.destroy();
    const reason = await written.then(
      () => error,
      (failure: NodeJS.ErrnoException) => (failure.code === 'ERR_STREAM_PREMATURE_CLOSE' ? error : failure),
    );
    await rm(draft, { force: true });
    throw reason;
  }
}

async function add(
  plain: PassThrough,
  name: string,
  size: number,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await write(plain, headerOf(name, size));
  let written = 0;
  for await (const piece of bytes) {
    written += piece.length;
    if (written > size) break;
    await write(plain, piece);
  }
  if (written !== size) throw new Error(`${name} changed while it was read`);
  await write(plain, Buffer.alloc((block - (size % block)) % block));
}

function write(plain: PassThrough, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    if (plain.destroyed) reject(new Error('the archive cannot be written'));
    else if (bytes.length === 0 || plain.write(bytes)) resolve();
    else {
      const settle = () => {
        plain.off('drain', settle).off('close', settle);
        resolve();
      };
      plain.once('drain', settle).once('close', settle);
    }
  });
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for an archive`);
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100);
  header.write(octal(size, 12) + octal(Math.trunc(Date.now() / 1_000), 12), 124);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
