/** Writes a zip archive file by file, holding no more of it in memory than is on its way to the disk. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

type ZipContent = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ZipWriter {
  /** Resolves when all of it was taken. Pictures are stored as they are, for they cannot be made smaller. */
  add(name: string, content: ZipContent, how?: { stored?: boolean }): Promise<void>;
  /** Adds a small file as it is, with nothing but its name before its content. */
  addBare(name: string, bytes: Uint8Array): void;
}

/** Whole under its name or not at all; only who runs us may read it. Throws what `fill` throws. */
export async function writeZip(path: string, fill: (zip: ZipWriter) => Promise<void>): Promise<void> {
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const written = pipeline(output, createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
  // Told of by the next file, or by the end.
  written.catch(() => {});
  try {
    await fill(writerTo(zip, written));
    zip.end();
    await written;
    await rename(draft, path);
  } catch (error) {
    output.destroy();
    await written.catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

/** Streams a zip. What `fill` throws ends the stream with an error, and who stops reading stops `fill`. */
export function streamZip(fill: (zip: ZipWriter) => Promise<void>): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const closed = finished(output).then(() => {
    throw new Error('the zip is no longer read');
  });
  closed.catch(() => {});
  const body = Readable.toWeb(output) as ReadableStream<Uint8Array>;
  fill(writerTo(zip, closed)).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return body;
}

/** `closed` settles when nobody takes more. */
function writerTo(zip: ZipFile, closed: Promise<unknown>): ZipWriter {
  return {
    add: async (name, content, { stored = false } = {}) => {
      const source = Readable.from(content, { objectMode: false });
      const taken = new Promise<void>((resolve, reject) => {
        source.once('end', resolve).once('error', reject);
      });
      zip.addReadStream(source, name, { compress: !stored });
      try {
        await Promise.race([taken, closed]);
      } finally {
        source.destroy();
      }
    },
    addBare: (name, bytes) => {
      zip.addBuffer(Buffer.from(bytes), name, { compress: false, forceDosTimestamp: true });
    },
  };
}

/** Returns a zip of files that are in memory anyway, without compressing them. */
export function zipBytes(files: { name: string; bytes: Uint8Array }[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of files)
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
