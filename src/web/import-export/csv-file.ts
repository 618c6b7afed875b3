/** Sends a CSV file of a member for download. */
import { Readable } from 'node:stream';

export function csvFile(name: string, content: AsyncIterable<Buffer>): Response {
  const body = Readable.toWeb(Readable.from(content)) as unknown as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      vary: 'Cookie',
    },
  });
}
