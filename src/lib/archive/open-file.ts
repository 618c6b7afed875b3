/** Reads parts of an open file, which stays open. */
import { read as readCallback } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

export interface OpenFile {
  fd: number;
}

const read = promisify(readCallback);
const chunkBytes = 2 ** 16;

/** Returns less at the end of the file. */
export async function readAt({ fd }: OpenFile, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await read(fd, Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** A stream of `node:fs` would close the file when it is destroyed. */
export function streamAt(file: OpenFile, start = 0, end = Number.POSITIVE_INFINITY): Readable {
  return Readable.from(chunksOf(file, start, end), { objectMode: false });
}

async function* chunksOf(file: OpenFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const chunk = await readAt(file, at, Math.min(chunkBytes, end - at));
    if (chunk.length === 0) return;
    yield chunk;
    at += chunk.length;
  }
}
