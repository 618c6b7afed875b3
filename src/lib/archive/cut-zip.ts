/** Finds the files of a zip archive that ends too early, by the header before each file. */
import { createInflateRaw } from 'node:zlib';
import { type OpenFile, readAt, streamAt } from './open-file.ts';

export interface CutFile {
  start: number;
  /** Behind its last byte. */
  end: number;
  isDeflated: boolean;
}

const headerBytes = 30;
const signatures = { file: 0x04034b50, descriptor: 0x08074b50 };
const descriptorBytes = 16;
const chunkBytes = 2 ** 18;
const maxNameBytes = 4_096;
/** Leads out of the archive. */
const isUnsafe = /^(?:\/|[a-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/i;

/** Stops at the first file whose end it does not find. `cutAt` is its name. */
export async function findCutFiles(
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
const findEnd = (
  file: OpenFile,
  start: number,
  isDeflated: boolean,
  maxBytes: number,
): Promise<number | null> =>
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
  for (let from = 0; from <= maxBytes; from += chunkBytes) {
    const chunk = await readAt(file, start + from, chunkBytes + descriptorBytes);
    for (let at = chunk.indexOf(mark); at >= 0; at = chunk.indexOf(mark, at + 1))
      if (at + descriptorBytes <= chunk.length && chunk.readUInt32LE(at + 8) === from + at) return from + at;
    if (chunk.length < chunkBytes) return null;
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
