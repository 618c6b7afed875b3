/** What stands in a file or comes from stdin. */
import { open } from 'node:fs/promises';
import { config } from '../lib/config.ts';

/** Of a file, or of stdin for `-`. Throws with a line that says why: not there, too large. */
export async function readBytes(path: string): Promise<Buffer> {
  if (path === '-') return gather(process.stdin);
  const file = await open(path);
  try {
    return await gather(file.createReadStream());
  } finally {
    await file.close();
  }
}

/** Throws with a line that says why: too large, not UTF-8. */
export async function readStdin(): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await gather(process.stdin));
  } catch (error) {
    throw error instanceof TypeError ? new Error('it is not UTF-8 text') : error;
  }
}

async function gather(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > config.maxUploadBytes) throw new Error(`it is larger than ${config.maxUploadBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
