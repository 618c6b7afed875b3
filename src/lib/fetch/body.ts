/** Reads what another server sends, unpacked and up to a limit. */
import { pipeline, type Readable } from 'node:stream';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { FetchError } from './error.ts';

export const ACCEPT_ENCODING = 'gzip, deflate, br';

type Decoder = Gunzip | Inflate | BrotliDecompress;

const decoders = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The body's pieces after unpacking, one layer at most; nothing is held beyond the piece at hand. Throws FetchError for an encoding. */
export async function* decodedChunks(
  host: string,
  source: Readable,
  encoding: string,
): AsyncGenerator<Buffer> {
  const decoder = decoderFor(host, source, encoding.trim().toLowerCase());
  let sourceFailed = false;
  source.once('error', () => {
    sourceFailed = true;
  });

  try {
    yield* decoder ? pipeline(source, decoder, () => {}) : source;
  } catch (error) {
    if (sourceFailed) throw error;
    // An answer without a body, such as 304, may still name an encoding.
    if (decoder?.bytesWritten === 0 && isUnexpectedEnd(error)) return;
    throw new FetchError('bad_encoding', host, 'sent a body that does not unpack', error);
  } finally {
    source.destroy();
  }
}

function decoderFor(host: string, source: Readable, encoding: string): Decoder | null {
  if (encoding === '' || encoding === 'identity') return null;
  const decoder = decoders.get(encoding);
  if (decoder) return decoder();
  source.destroy();
  throw new FetchError('bad_encoding', host, 'sent an encoding we do not read');
}

function isUnexpectedEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

/** The whole body. Throws FetchError('too_large') as soon as it has more than `maxBytes`. */
export async function readWhole(
  host: string,
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchError('too_large', host, `sent more than ${maxBytes} bytes`);
    parts.push(chunk);
  }
  return Buffer.concat(parts, size);
}

/** What there is of a body up to `maxBytes`: cut there, and where it breaks off or cannot be unpacked. */
export async function readBeginning(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    return Buffer.concat(parts).subarray(0, maxBytes);
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
