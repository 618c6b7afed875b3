/** Text from a file or from stdin. */
import { open } from 'node:fs/promises';
import { config } from '../lib/config.ts';

/** Throws with a line that says why: not there, too large, not UTF-8. */
export async function readText(path: string): Promise<string> {
  if (path === '-') return readStdin();
  const file = await open(path);
  try {
    return await gather(file.createReadStream());
  } finally {
    await file.close();
  }
}

export const readStdin = (): Promise<string> => gather(process.stdin);

async function gather(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > config.maxUploadBytes) throw new Error(`it is larger than ${config.maxUploadBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Error('it is not UTF-8 text');
  }
}
