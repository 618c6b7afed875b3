/** Reads zip archives. */
import { fstatSync, read as readCallback } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, fromFdPromise, openPromise, type ZipFile } from 'yauzl';
import { DomainError } from '../errors.ts';
import { t } from '../language/text.ts';

// Reads parts of an open file, which stays open

export interface OpenFile {
  fd: number;
}

const read = promisify(readCallback);
const chunkBytes = 2 ** 16;

/** Returns less at the end of the file. */
export async function readAt({ fd }: OpenFile, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await read(fd, Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** A stream of `node:fs` would close the file when it is destroyed. */
export function streamAt(file: OpenFile, start = 0, end = Number.POSITIVE_INFINITY): Readable {
  return Readable.from(chunksOf(file, start, end), { objectMode: false });
}

async function* chunksOf(file: OpenFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const chunk = await readAt(file, at, Math.min(chunkBytes, end - at));
    if (chunk.length === 0) return;
    yield chunk;
    at += chunk.length;
  }
}

// Finds the files of a zip archive that ends too early, by the header before each file

interface CutFile {
  start: number;
  /** Behind its last byte. */
  end: number;
  isDeflated: boolean;
}

const headerBytes = 30;
const signatures = { file: 0x04034b50, descriptor: 0x08074b50 };
const descriptorBytes = 16;
const copyChunkBytes = 2 ** 18;
const maxNameBytes = 4_096;
/** Leads out of the archive. */
const isUnsafe = /^(?:\/|[a-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/i;

/** Stops at the first file whose end it does not find. `cutAt` is its name. */
async function findCutFiles(
  file: OpenFile,
  size: number,
  limits: { entries: number; entryBytes: number },
): Promise<{ files: Map<string, CutFile>; cutAt: string }> {
  const files = new Map<string, CutFile>();
  let cutAt = '';
  for (let at = 0; files.size < limits.entries; ) {
    const header = await readAt(file, at, headerBytes);
    if (header.length < headerBytes || header.readUInt32LE(0) !== signatures.file) break;
    const [flags, method] = [header.readUInt16LE(6), header.readUInt16LE(8)];
    const [nameBytes, extraBytes] = [header.readUInt16LE(26), header.readUInt16LE(28)];
    const name = (await readAt(file, at + headerBytes, Math.min(nameBytes, maxNameBytes))).toString('utf8');
    const start = at + headerBytes + nameBytes + extraBytes;
    const isDeflated = method === 8;
    cutAt = name;

    const stated = header.readUInt32LE(18);
    const hasDescriptor = (flags & 8) !== 0;
    const isKnown = !hasDescriptor || stated > 0;
    const found = isKnown ? stated : await findEnd(file, start, isDeflated, limits.entryBytes);
    if (found === null || start + found > size || (method !== 0 && !isDeflated)) break;
    const end = start + found;
    if (!name.endsWith('/') && !isUnsafe.test(name)) files.set(name, { start, end, isDeflated });
    at = hasDescriptor ? await skipDescriptor(file, end) : end;
    cutAt = '';
  }
  return { files, cutAt };
}

/** Returns the length of a file that does not say it, or null if it is cut. */
const findEnd = (file: OpenFile, start: number, isDeflated: boolean, maxBytes: number): Promise<number | null> =>
  isDeflated ? inflatedEnd(file, start, maxBytes) : storedEnd(file, start, maxBytes);

async function inflatedEnd(file: OpenFile, start: number, maxBytes: number): Promise<number | null> {
  const source = streamAt(file, start);
  const inflate = createInflateRaw();
  let left = maxBytes;
  try {
    for await (const chunk of source.pipe(inflate) as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) return null;
    }
    return inflate.bytesWritten;
  } catch {
    return null;
  } finally {
    source.destroy();
  }
}

/** A descriptor behind the file repeats its length. */
async function storedEnd(file: OpenFile, start: number, maxBytes: number): Promise<number | null> {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signatures.descriptor);
  for (let from = 0; from <= maxBytes; from += copyChunkBytes) {
    const chunk = await readAt(file, start + from, copyChunkBytes + descriptorBytes);
    for (let at = chunk.indexOf(mark); at >= 0; at = chunk.indexOf(mark, at + 1))
      if (at + descriptorBytes <= chunk.length && chunk.readUInt32LE(at + 8) === from + at) return from + at;
    if (chunk.length < copyChunkBytes) return null;
  }
  return null;
}

/** Its signature may be missing, and its sizes may have 4 or 8 bytes. */
async function skipDescriptor(file: OpenFile, end: number): Promise<number> {
  const after = await readAt(file, end, 28);
  const lengths = [16, 12, 24, 20];
  const found = lengths.find((length) => after.length >= length + 4 && after.readUInt16LE(length) === 0x4b50);
  return end + (found ?? descriptorBytes);
}

// Reads zip archives of strangers: every byte is counted while it is inflated, and no name leads out of the archive

export interface ZipLimits {
  entries: number;
  /** Inflated, of one file. */
  entryBytes: number;
  /** Inflated, of all that is read. */
  totalBytes: number;
}

export interface Zip {
  /** Of files, in the order of the archive. */
  names: string[];
  /** The first file that is missing or incomplete, if the archive ends too early. Empty if its name is unknown. */
  cutAt: string | null;
  /** Null when there is no such file. Throws malformed or too_large. */
  read(name: string): Promise<Buffer | null>;
  close(): void;
}

type OpenEntry = () => Promise<Readable>;
type Contents = Pick<Zip, 'cutAt' | 'close'> & { entries: Map<string, OpenEntry> };

/**
 * From bytes, from the file at a path, or from an open file. Of an open file that ends too early, what comes before is
 * read. Throws malformed for what is no archive or a hostile one, too_large beyond the limits.
 */
export async function openZip(source: Buffer | string | OpenFile, limits: ZipLimits): Promise<Zip> {
  const { entries, cutAt, close } = await open(source, limits).catch(refuseAs(t('reading.not-a-zip')));
  let left = limits.totalBytes;

  return {
    names: [...entries.keys()],
    cutAt,
    read: async (name) => {
      const openEntry = entries.get(name);
      if (!openEntry) return null;
      const bytes = await collect(openEntry, Math.min(limits.entryBytes, left)).catch(
        refuseAs(t('reading.unreadable')),
      );
      left -= bytes.length;
      return bytes;
    },
    close,
  };
}

async function open(source: Buffer | string | OpenFile, limits: ZipLimits): Promise<Contents> {
  try {
    return await openWhole(source, limits);
  } catch (error) {
    if (error instanceof DomainError || typeof source === 'string' || Buffer.isBuffer(source)) throw error;
    return openCut(source, limits);
  }
}

const options = { autoClose: false, strictFileNames: false };

function openFile(source: Buffer | string | OpenFile): Promise<ZipFile> {
  if (typeof source === 'string') return openPromise(source, options);
  return Buffer.isBuffer(source) ? fromBufferPromise(source, options) : fromFdPromise(source.fd, options);
}

async function openWhole(source: Buffer | string | OpenFile, { entries: most }: ZipLimits): Promise<Contents> {
  const zip = await openFile(source);
  // An open file belongs to the caller.
  const close = () => {
    if (typeof source === 'string') zip.close();
  };
  try {
    if (zip.entryCount > most) throw tooLarge(t('reading.too-many-files', { limit: most }));
    const entries = new Map<string, OpenEntry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= most) throw tooLarge(t('reading.too-many-files', { limit: most }));
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, openerOf(zip, entry));
    }
    return { entries, cutAt: null, close };
  } catch (error) {
    close();
    throw error;
  }
}

const openerOf = (zip: ZipFile, entry: Entry) => () => zip.openReadStreamPromise(entry);

/** The list of files stands at the end of an archive, and each file says its name once more before its content. */
async function openCut(file: OpenFile, limits: ZipLimits): Promise<Contents> {
  const { files, cutAt } = await findCutFiles(file, fstatSync(file.fd).size, limits);
  if (files.size === 0) throw malformed(t('reading.not-a-zip'));
  const entries = new Map([...files].map(([name, found]) => [name, async () => streamOf(file, found)]));
  return { entries, cutAt, close: () => {} };
}

function streamOf(file: OpenFile, { start, end, isDeflated }: CutFile): Readable {
  const raw = streamAt(file, start, end);
  if (!isDeflated) return raw;
  // The reader of the stream gets its error.
  return pipeline(raw, createInflateRaw(), () => {});
}

/** What the archive says of its sizes is not believed. */
async function collect(openEntry: OpenEntry, most: number): Promise<Buffer> {
  const stream = await openEntry();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw tooLarge(t('reading.unpacks-to-too-much'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const tooLarge = (why: string) => new DomainError('too_large', { file: [why] });
const malformed = (why: string) => new DomainError('malformed', { file: [why] });

/** For `catch`: anything that is no refusal yet means that the bytes are damaged. */
const refuseAs = (why: string) => (error: unknown) => {
  throw error instanceof DomainError ? error : malformed(why);
};
