/** Starts an imaging process for each picture, and ends it when it takes too much time or memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PictureType } from '../../src/lib/picture-type.ts';
import type { Made } from './made.ts';

export interface Pictures extends Omit<Made, 'sizes'> {
  /** WebP, largest first. */
  pictures: Buffer[];
}

/** The file is no picture, or one that costs too much to read. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

const entry = join(import.meta.dirname, '../imaging.ts');
/** The second is for the day when nobody is left to see the first one pass. */
const patience = { milliseconds: 10_000, processorSeconds: 15 };
/** Of these Node reserves 0.6 GB that it never touches. */
const memoryKilobytes = 1_700_000;
const maxOutputBytes = 64 * 2 ** 20;

/** `limits` are the longest sides in px, largest first. Throws PictureRefused. */
export async function makePictures(
  source: Uint8Array,
  type: PictureType,
  limits: readonly number[],
): Promise<Pictures> {
  const confined = `ulimit -t ${patience.processorSeconds}; ulimit -d ${memoryKilobytes}; exec "$0" "$@"`;
  const node = [process.execPath, '--max-old-space-size=64', '--disable-warning=ExperimentalWarning', entry];
  const child = spawn('/bin/sh', ['-c', confined, ...node, type, ...limits.map(String)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // It needs to know nothing of us.
    env: {},
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), patience.milliseconds);

  try {
    // A process that died early does not read all; its exit tells why.
    child.stdin.on('error', () => {});
    child.stdin.end(source);
    const output = await collect(child.stdout);
    const [code, signal] = await ended;
    if (code !== 0 || !output) throw new PictureRefused(`the imaging process ended with ${code ?? signal}`);
    return unpack(output);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > maxOutputBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function unpack(output: Buffer): Pictures {
  const line = output.indexOf('\n');
  const { sizes, ...made }: Made = JSON.parse(output.toString('utf8', 0, line));
  let at = line + 1;
  const pictures = sizes.map((size) => {
    at += size;
    return output.subarray(at - size, at);
  });
  return { ...made, pictures };
}
