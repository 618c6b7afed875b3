/** Reads the body of a request, and no more of it than is allowed. */
import { Refusal } from '../refusal.ts';

export const maxBytes = 2 ** 20;

/** Throws a Refusal with 413 as soon as there is more than 1 MiB. */
export async function readBody(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new Refusal(413, 'the document is larger than 1 MiB');
  const told = request.headers.get('content-length');
  if (Number(told ?? 0) > maxBytes) throw tooLarge();
  // HTTP reads no more than was told; a stream costs more than all the rest of a small request.
  if (told !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > maxBytes) throw tooLarge();
    return bytes;
  }
  if (!request.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}
