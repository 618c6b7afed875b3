/** Reads the body of a request, up to a size limit. */
import { Refusal } from '../refusal.ts';

export const maxBodyBytes = 2 ** 20;

/** Throws a Refusal with 413 as soon as more than 1 MiB has arrived. */
export async function readBody(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new Refusal(413, 'the document is larger than 1 MiB');
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength ?? 0) > maxBodyBytes) throw tooLarge();
  // The HTTP server stops at Content-Length, and reading a stream is much slower for small bodies.
  if (contentLength !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > maxBodyBytes) throw tooLarge();
    return bytes;
  }
  if (!request.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}
