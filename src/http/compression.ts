/** Compresses texts that the application sends, if the client accepts it. */
import type { Hono } from 'hono';
import { chooseEncoding, compress, isCompressible } from './content-encoding.ts';

/** A shorter text fits into one packet anyway. */
const minBytes = 1_024;

/**
 * Wraps the application's fetch handler. Only answers to GETs are compressed. They repeat no secret that stays the same,
 * so their length reveals none (BREACH): form tokens are masked anew in each response, and tokens are answers to POSTs.
 */
export function withCompression(fetch: Hono['fetch']): Hono['fetch'] {
  return async (request, ...rest) => {
    const response = await fetch(request, ...rest);
    // The plain text suits every client, so it needs no Vary. Reading the headers of a response would cost a fifth of it.
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
