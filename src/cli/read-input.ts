/** Reads the content of a file or of stdin. */
import { open } from 'node:fs/promises';
import { config } from '../lib/config.ts';

/** Reads a file, or stdin for `-`. Throws an error whose message is the reason, such as a missing or too large file. */
export async function readBytes(path: string): Promise<Buffer> {
  if (path === '-') return readAll(process.stdin);
  const file = await open(path);
  try {
    return await readAll(file.createReadStream());
  } finally {
    await file.close();
  }
}

/** Throws an error whose message is the reason: too large, or not UTF-8. */
export async function readStdin(): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readAll(process.stdin));
  } catch (error) {
    throw error instanceof TypeError ? new Error('it is not UTF-8 text') : error;
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > config.maxUploadBytes) throw new Error(`it is larger than ${config.maxUploadBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
