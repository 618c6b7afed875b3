/** Reads the body of a request, up to a size limit. */
import { Readable } from 'node:stream';
import { DomainError } from './errors.ts';
import { sizeText } from './language/formats.ts';
import { t } from './language/text.ts';
import { releaseBytes } from './memory.ts';

// Joins chunks in one growing buffer, so that a million chunks of one byte take no more memory than one of a million

interface ByteCollector {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** Forgets all chunks. */
  clear(): void;
  /**
   * The bytes so far, which later additions do not change. Many bytes have a buffer of their own of exactly this size.
   */
  bytes(): Buffer<ArrayBuffer>;
}

const smallest = 1_024;
const many = 64 * 1_024;

/** @param expected how many bytes come, so that the buffer need not grow. Only those that come take memory. */
export function collectBytes(expected = 0): ByteCollector {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(chunk) {
      const needed = length + chunk.length;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(smallest, needed, 2 * buffer.length, expected));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length = needed;
    },
    clear() {
      buffer = Buffer.alloc(0);
      length = 0;
    },
    bytes() {
      if (length >= many && length < buffer.length) buffer = Buffer.from(buffer.buffer.transfer(length));
      return buffer.subarray(0, length);
    },
  };
}

/** Reading a stream, even naming `body`, is much slower for small bodies. */
const maxReadAtOnce = 2 ** 20;

/**
 * A reader that stops early leaves the rest to the server: a cancelled body would close the connection before the
 * response.
 */
const bodyChunks = ({ body }: Request): AsyncIterable<Uint8Array> =>
  body?.values({ preventCancel: true }) ?? Readable.from([]);

/**
 * Throws too_large for a body of more than `max` bytes, at once if it says so. A chunk is gone when the next one is
 * asked for: V8 would keep 64 MB of them.
 * @param statedMax what people are told, without what surrounds a file
 */
export async function* limitedChunks(
  request: Request,
  max: number,
  statedMax: number = max,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new DomainError('too_large', t('errors.file-too-large', { fileBytes: sizeText(statedMax) }));
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  let length = 0;
  for await (const chunk of bodyChunks(request)) {
    length += chunk.length;
    if (length > max) throw tooLarge();
    yield chunk;
    releaseBytes(chunk);
  }
}

/** Returns null for a body of more than `maxBytes`. Throws malformed if it breaks off. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const contentLength = Number(request.headers.get('content-length') ?? Number.NaN);
  if (contentLength > maxBytes) return null;
  try {
    // The HTTP server stops at Content-Length.
    if (contentLength <= maxReadAtOnce) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length > maxBytes ? null : bytes;
    }
    const read = collectBytes();
    for await (const chunk of bodyChunks(request)) {
      if (read.length + chunk.length > maxBytes) return null;
      read.add(chunk);
    }
    return read.bytes();
  } catch (error) {
    // A mistake of ours, such as a body that is read twice.
    if (error instanceof TypeError) throw error;
    throw new DomainError('malformed', t('errors.body-incomplete'));
  }
}
