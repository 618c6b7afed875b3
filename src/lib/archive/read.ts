/** Reads an archive that `writeArchive` wrote, file by file. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

export interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

/** The file is no archive of ours, or not all of it. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive';
}

const block = 512;
/** No file in an archive of ours is larger than a picture. */
const maxSize = 2 ** 28;

/** Each is in memory while it is looked at. Throws BrokenArchive. */
export async function* readArchive(path: string): AsyncGenerator<ArchivedFile> {
  const source = createReadStream(path);
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  const take = taker(plain);
  try {
    for (;;) {
      const header = await take(block);
      if (header.every((byte) => byte === 0)) return;
      const { name, size } = parseHeader(header);
      const bytes = await take(size);
      await take((block - (size % block)) % block);
      yield { name, bytes };
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_') ? new BrokenArchive(`it is no whole archive (${message})`) : error;
  } finally {
    source.destroy();
    plain.destroy();
  }
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(148, 8), 8) !== sum)
    throw new BrokenArchive('it is damaged, or no archive at all');
  const size = Number.parseInt(text(124, 12), 8);
  if (!(size <= maxSize)) throw new BrokenArchive('it holds a file that is too large to be ours');
  return { name: text(0, 100), size };
}

/** Answers as many bytes as are asked for. */
function taker(stream: AsyncIterable<Buffer>): (size: number) => Promise<Buffer> {
  const pieces = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (size) => {
    const parts = [rest];
    let have = rest.length;
    while (have < size) {
      const next = await pieces.next();
      if (next.done) throw new BrokenArchive('it ends too early');
      parts.push(next.value);
      have += next.value.length;
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = all.subarray(size);
    return all.subarray(0, size);
  };
}
