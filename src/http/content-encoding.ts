/** Compresses responses. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Hono } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

// Chooses and applies content encodings (RFC 9110 §8.4)

export type Encoding = 'zstd' | 'br' | 'gzip';

/** For clients that accept several equally. Brotli makes pages smallest, at the same cost as the others. */
const preferred: readonly Encoding[] = ['br', 'zstd', 'gzip'];

/** False for pictures, fonts and archives, which are compressed already. */
export const isCompressible = (type: string | null): boolean =>
  type !== null && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);

/** Returns null if the client accepts none, or sends no Accept-Encoding. */
export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  if (!acceptEncoding) return null;
  const accepted = parseAccept(acceptEncoding.slice(0, 200));
  const any = accepted.find(({ type }) => type === '*')?.q ?? 0;
  const weights = preferred.map((name) => ({
    name,
    weight: accepted.find(({ type }) => type.toLowerCase() === name)?.q ?? any,
  }));
  const best = Math.max(...weights.map(({ weight }) => weight));
  return best > 0 ? weights.find(({ weight }) => weight === best)!.name : null;
}

type Effort = 'fast' | 'best';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = constants;
const brotliQuality: Record<Effort, number> = { fast: 4, best: 11 };
const zstdLevel: Record<Effort, number> = { fast: 3, best: 19 };
const gzipLevel: Record<Effort, number> = { fast: 6, best: 9 };

const encoders = { zstd: promisify(zstdCompress), br: promisify(brotliCompress), gzip: promisify(gzip) };
/** zlib never returns shared memory. */
type Compressed = Uint8Array<ArrayBuffer>;

/** `best` is for files that are compressed once. Runs in the thread pool, so the event loop is free meanwhile. */
export async function compress(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  effort: Effort = 'fast',
): Promise<Compressed> {
  return (await encoders[encoding](bytes, optionsOf(encoding, effort, bytes.length))) as Compressed;
}

function optionsOf(encoding: Encoding, effort: Effort, size: number) {
  switch (encoding) {
    case 'zstd':
      return { params: { [ZSTD_c_compressionLevel]: zstdLevel[effort] } };
    case 'br':
      return { params: { [BROTLI_PARAM_QUALITY]: brotliQuality[effort], [BROTLI_PARAM_SIZE_HINT]: size } };
    case 'gzip':
      return { level: gzipLevel[effort] };
  }
}

// Compresses texts that the application sends, if the client accepts it

/** A shorter text fits into one packet anyway. */
const minBytes = 1_024;

/**
 * Wraps the application's fetch handler. Only answers to GETs are compressed. They repeat no secret that stays the
 * same, so their length reveals none (BREACH): form tokens are masked anew in each response, and tokens are answers to
 * POSTs.
 */
export function withCompression(fetch: Hono['fetch']): Hono['fetch'] {
  return async (request, ...rest) => {
    const response = await fetch(request, ...rest);
    // The plain text suits every client, so it needs no Vary. Reading the headers of a response would cost a fifth of
    // it.
    const accepted = request.headers.get('accept-encoding');
    if (accepted === null) return response;
    const { headers, status } = response;
    if (headers.has('content-encoding') || !isCompressible(headers.get('content-type'))) return response;
    headers.append('vary', 'Accept-Encoding');
    const encoding = request.method === 'GET' ? chooseEncoding(accepted) : null;
    if (!encoding || response.body === null || status === 206) return response;

    const bytes = new Uint8Array(await response.arrayBuffer());
    const init = { status, headers };
    if (bytes.length < minBytes) return new Response(bytes, init);
    headers.set('content-encoding', encoding);
    headers.delete('content-length');
    // A strong tag names exact bytes, and these are others (RFC 9110 §8.8.3.3).
    const etag = headers.get('etag');
    if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
    return new Response(await compress(bytes, encoding), init);
  };
}
