/** Reads the body of a request, up to a size limit. */

/** A body that is too large is read on this far, because a connection closed before that loses the response. */
const maxDrainedBytes = 8 * 2 ** 20;

/** Returns null for a body of more than `maxBytes`, of which nothing is kept. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const contentLength = request.headers.get('content-length');
  // The HTTP server stops at Content-Length, and reading a stream, even naming `body`, is much slower for small bodies.
  if (contentLength !== null && Number(contentLength) <= maxBytes) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > maxBytes ? null : bytes;
  }
  const maxRead = maxBytes + maxDrainedBytes;
  if (Number(contentLength ?? 0) > maxRead) return null;
  if (!request.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > maxRead) return null;
    if (length <= maxBytes) chunks.push(chunk);
  }
  if (Math.max(length, Number(contentLength ?? 0)) > maxBytes) return null;
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
}
