/** Runs one imaging process per picture and kills it if it takes too much time or memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programPath } from '../../src/lib/paths.ts';
import type { PictureType } from '../../src/lib/picture-type.ts';
import type { ImagingResult } from './result.ts';

export interface Pictures extends Omit<ImagingResult, 'sizes'> {
  /** WebP, largest first. */
  pictures: Buffer[];
}

/** The file is not a picture or too expensive to decode. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** `ulimit` enforces the processor time even if this process dies. */
const timeLimits = { milliseconds: 10_000, processorSeconds: 15 };
/** Node reserves 0.6 GB of these and never uses them. */
const memoryKilobytes = 1_700_000;
const maxOutputBytes = 64 * 2 ** 20;

/** `limits` are the maximum side lengths in pixels, largest first. Throws PictureRefused. */
export async function makePictures(
  source: Uint8Array,
  type: PictureType,
  limits: readonly number[],
): Promise<Pictures> {
  const confined = `ulimit -t ${timeLimits.processorSeconds}; ulimit -d ${memoryKilobytes}; exec "$0" "$@"`;
  const node = [
    process.execPath,
    '--max-old-space-size=64',
    '--disable-warning=ExperimentalWarning',
    programPath('workers/imaging'),
  ];
  const child = spawn('/bin/sh', ['-c', confined, ...node, type, ...limits.map(String)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // The process gets no environment of the server.
    env: {},
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimits.milliseconds);

  try {
    // A process that died early does not read all input. Its exit code gives the reason.
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
  const { sizes, ...made }: ImagingResult = JSON.parse(output.toString('utf8', 0, line));
  let at = line + 1;
  const pictures = sizes.map((size) => {
    at += size;
    return output.subarray(at - size, at);
  });
  return { ...made, pictures };
}
