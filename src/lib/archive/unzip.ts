/** Reads zip archives of strangers: every byte is counted while it is inflated, and no name leads out of the archive. */
import { fstatSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, fromFdPromise, openPromise, type ZipFile } from 'yauzl';
import { DomainError } from '../errors.ts';
import { t } from '../language/text.ts';
import { type CutFile, findCutFiles } from './cut-zip.ts';
import { type OpenFile, streamAt } from './open-file.ts';

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
  const { entries, cutAt, close } = await open(source, limits).catch(refuse);
  let left = limits.totalBytes;

  return {
    names: [...entries.keys()],
    cutAt,
    read: async (name) => {
      const openEntry = entries.get(name);
      if (!openEntry) return null;
      const bytes = await collect(openEntry, Math.min(limits.entryBytes, left)).catch(refuse);
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

async function openWhole(
  source: Buffer | string | OpenFile,
  { entries: most }: ZipLimits,
): Promise<Contents> {
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
  if (files.size === 0) throw malformed();
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
const malformed = () => new DomainError('malformed', { file: [t('reading.not-a-zip')] });

function refuse(error: unknown): never {
  throw error instanceof DomainError ? error : malformed();
}
