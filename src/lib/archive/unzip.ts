/** Reads zip archives of strangers: every byte is counted while it is inflated, and no name leads out of the archive. */
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { DomainError } from '../errors.ts';
import { t } from '../language/text.ts';

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
  /** Null when there is no such file. Throws malformed or too_large. */
  read(name: string): Promise<Buffer | null>;
  close(): void;
}

/** From bytes, or from the file at a path. Throws malformed for what is no archive or a hostile one, too_large beyond the limits. */
export async function openZip(source: Buffer | string, limits: ZipLimits): Promise<Zip> {
  const options = { autoClose: false, strictFileNames: false };
  const opening =
    typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options);
  const zip = await opening.catch(refuse);
  const entries = await listEntries(zip, limits).catch((error: unknown) => {
    zip.close();
    return refuse(error);
  });
  let left = limits.totalBytes;

  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry) return null;
      const bytes = await inflate(zip, entry, Math.min(limits.entryBytes, left)).catch(refuse);
      left -= bytes.length;
      return bytes;
    },
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile, { entries: most }: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > most) throw tooLarge(t('reading.too-many-files', { limit: most }));

  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= most) throw tooLarge(t('reading.too-many-files', { limit: most }));
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
  }
  return entries;
}

/** What the archive says of its sizes is not believed. */
async function inflate(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
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

function refuse(error: unknown): never {
  if (error instanceof DomainError) throw error;
  throw new DomainError('malformed', { file: [t('reading.not-a-zip')] });
}
