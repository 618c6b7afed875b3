/** Writes a zip archive file by file, holding no more of it in memory than is on its way to the disk. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipContent = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ZipWriter {
  /** Resolves when all of it was taken. Pictures are stored as they are, for they cannot be made smaller. */
  add(name: string, content: ZipContent, how?: { stored?: boolean }): Promise<void>;
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
  const add: ZipWriter['add'] = async (name, content, { stored = false } = {}) => {
    const source = Readable.from(content, { objectMode: false });
    const taken = new Promise<void>((resolve, reject) => {
      source.once('end', resolve).once('error', reject);
    });
    zip.addReadStream(source, name, { compress: !stored });
    await Promise.race([taken, written]);
  };
  try {
    await fill({ add });
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

interface StreamedFile {
  name: string;
  /** Is called when it is the file's turn. */
  content: () => AsyncGenerator<Uint8Array>;
  /** Is written as it is, for it cannot be made smaller. */
  stored?: boolean;
}

/** Streams a zip of files that are read one after the other. */
export function zipStream(files: StreamedFile[]): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const sources = files.map(({ name, content, stored = false }) => {
    const source = Readable.from(content(), { objectMode: false });
    zip.addReadStream(source, name, { compress: !stored });
    return source;
  });
  // Who stops reading closes the file that is open.
  output.once('close', () => {
    for (const source of sources) source.destroy();
  });
  zip.end();
  return Readable.toWeb(output) as ReadableStream<Uint8Array>;
}

/** Returns a zip of files that are in memory anyway, without compressing them. */
export function zipBytes(files: { name: string; bytes: Uint8Array }[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of files)
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
