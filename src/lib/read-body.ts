/** Reads the body of a request, up to a size limit. */

import { Readable } from 'node:stream';
import { collectBytes } from './byte-collector.ts';
import { DomainError } from './errors.ts';
import { t } from './language/text.ts';

/** Reading a stream, even naming `body`, is much slower for small bodies. */
const maxReadAtOnce = 2 ** 20;

/** A reader that stops early leaves the rest to the server: a cancelled body would close the connection before the response. */
const bodyChunks = ({ body }: Request): AsyncIterable<Uint8Array> =>
  body?.values({ preventCancel: true }) ?? Readable.from([]);

/** Throws too_large for a body of more than `max` bytes, at once if it says so. */
export async function* limitedChunks(request: Request, max: number): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new DomainError('too_large', t('errors.larger-than-bytes', { max }));
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  let length = 0;
  for await (const chunk of bodyChunks(request)) {
    length += chunk.length;
    if (length > max) throw tooLarge();
    yield chunk;
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
