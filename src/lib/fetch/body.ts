/** Reads and decompresses response bodies up to a limit. */
import { pipeline, type Readable } from 'node:stream';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { collectBytes } from '../byte-collector.ts';
import { FetchError } from './error.ts';

export const ACCEPT_ENCODING = 'gzip, deflate, br';

type Decoder = Gunzip | Inflate | BrotliDecompress;

const decoders = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Yields decompressed chunks, of one encoding at most. Throws FetchError for an unsupported encoding. */
export function decodedChunks(host: string, source: Readable, encoding: string): AsyncIterable<Buffer> {
  const name = encoding.trim().toLowerCase();
  return name === '' || name === 'identity' ? source : unpacked(host, source, name);
}

async function* unpacked(host: string, source: Readable, encoding: string): AsyncGenerator<Buffer> {
  const decoder = decoderFor(host, source, encoding);
  let sourceFailed = false;
  source.once('error', () => {
    sourceFailed = true;
  });

  try {
    yield* pipeline(source, decoder, () => {});
  } catch (error) {
    if (sourceFailed) throw error;
    // A response without a body, such as 304, may still have a Content-Encoding.
    if (decoder.bytesWritten === 0 && isUnexpectedEnd(error)) return;
    throw new FetchError('bad_encoding', host, 'sent a body that cannot be decompressed', error);
  } finally {
    source.destroy();
  }
}

function decoderFor(host: string, source: Readable, encoding: string): Decoder {
  const decoder = decoders.get(encoding);
  if (decoder) return decoder();
  source.destroy();
  throw new FetchError('bad_encoding', host, 'sent an unsupported encoding');
}

function isUnexpectedEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

/** Throws FetchError('too_large') as soon as the body exceeds `maxBytes`. */
export async function readWhole(
  host: string,
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Uint8Array> {
  const read = collectBytes();
  for await (const chunk of chunks) {
    if (read.length + chunk.length > maxBytes)
      throw new FetchError('too_large', host, `sent more than ${maxBytes} bytes`);
    read.add(chunk);
  }
  return read.bytes();
}

/** Returns at most `maxBytes` of the body, or less if it breaks off or cannot be decompressed. */
export async function readBeginning(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const read = collectBytes();
  try {
    for await (const chunk of chunks) {
      read.add(chunk);
      if (read.length >= maxBytes) break;
    }
  } catch {
    // What arrived may suffice.
  }
  return read.bytes().subarray(0, maxBytes);
}
