/** Runs processes that decode pictures, and ends those that take too much time or memory. */
import type { FileHandle } from 'node:fs/promises';
import type { PictureFailure } from '../../src/domain/media/media.ts';
import type { ShareText } from '../../src/domain/recipes/related.ts';
import { ConfinedFailure, ConfinedProcess, runConfined } from '../../src/lib/confined-process.ts';
import { memoryPlan, pictureMallocSettings } from '../../src/lib/memory.ts';
import { tooManyPixels } from '../../src/lib/picture-type.ts';
import { programPath } from '../../src/lib/programs.ts';
import { backgroundNiceness, type Priority, withPriority } from './priority.ts';

/** The line that the imaging process reads before the file. */
export interface ImagingRequest {
  /** Of the file. */
  bytes: number;
  limits: readonly number[];
}

/** The line that it writes before the pictures. */
export interface ImagingResult {
  /** Of the largest picture. */
  width: number;
  height: number;
  blurhash: string;
  /** From the metadata of the picture, or empty. */
  altText: string;
  /** Sizes in bytes, in the order of the pictures. */
  sizes: number[];
  /** That the process has used so far. */
  processorMs: number;
}

export interface Pictures extends Omit<ImagingResult, 'sizes' | 'processorMs'> {
  /** WebP, largest first. Parts of `output`. */
  pictures: Buffer[];
  output: Buffer;
}

/** The file is not a picture or too expensive to decode. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
  readonly failure: PictureFailure;

  constructor(reason: string, failure: PictureFailure = 'damaged') {
    super(reason);
    this.failure = failure;
  }
}

function toRefusal({ reason, end }: ConfinedFailure): PictureRefused {
  if (reason === 'time') return new PictureRefused('it took too much time', 'time');
  if (reason === 'memory')
    return new PictureRefused('it takes more memory than this server has for a picture', 'memory');
  if (reason === 'output') return new PictureRefused('its sizes are too large', 'memory');
  if (end === tooManyPixels) return new PictureRefused('it has too many pixels', 'pixels');
  return new PictureRefused('it is damaged, or no picture');
}

const program = programPath('workers/imaging');
/** What Node reserves before it reads a picture, and mostly never uses. */
const reservedKilobytes = 640_000;
const confinement = {
  // Only ends a process that hangs: a busy machine must not refuse a large picture.
  timeoutMs: 120_000,
  // Four times what the largest picture takes on a small machine.
  processorSeconds: 30,
  memoryKilobytes: reservedKilobytes + 1_000 * memoryPlan().pictureMegabytes,
  heapMegabytes: 64,
  maxOutputBytes: 64 * 2 ** 20,
  mallocSettings: pictureMallocSettings,
};

/** Most of the time of a small picture is the start of its process. */
const maxReusedMs = 2_000;
const maxIdleMs = 1_000;

/** Processes that wait for the next picture of an account in the background. */
const idle = new Set<{ accountId: number; imaging: ConfinedProcess }>();

export interface PictureOptions {
  priority?: Priority;
  /** Whose picture it is. Pictures of an account in the background share a process, one after the other. */
  accountId?: number | null;
}

/**
 * Opens a picture when it is its turn. A process that somebody waits for is loaded before. `sizes` are the maximum side
 * lengths in pixels, largest first. Throws PictureRefused, and ConfinedFailure if the kernel killed the process, because
 * memory was short at that moment.
 */
export function makePictures(
  open: () => Promise<FileHandle | null>,
  sizes: readonly number[],
  { priority = 'background', accountId = null }: PictureOptions = {},
): Promise<Pictures> {
  const sharedBy = priority === 'background' ? accountId : null;
  return withPriority(priority, async (turn) => {
    const imaging = takeIdle(sharedBy) ?? startImaging(priority);
    let isKept = false;
    try {
      await turn;
      const file = await open();
      if (!file) throw new PictureRefused('the file is gone');
      const output = await imaging.ask(requestOf(file, sizes), lengthOfAnswer).finally(() => file.close());
      const { processorMs, ...made } = unpack(output);
      isKept = sharedBy !== null && processorMs < maxReusedMs;
      if (isKept) keepIdle(sharedBy!, imaging);
      return made;
    } catch (error) {
      if (!(error instanceof ConfinedFailure) || error.reason === 'killed') throw error;
      throw toRefusal(error);
    } finally {
      if (!isKept) imaging.end();
    }
  });
}

const startImaging = (priority: Priority) =>
  new ConfinedProcess(program, ['pictures'], {
    ...confinement,
    niceness: priority === 'background' ? backgroundNiceness : 0,
  });

function keepIdle(accountId: number, imaging: ConfinedProcess): void {
  const kept = { accountId, imaging };
  idle.add(kept);
  setTimeout(() => idle.delete(kept) && imaging.end(), maxIdleMs).unref();
}

/** The others end, because memory is planned for those at work. */
function takeIdle(accountId: number | null): ConfinedProcess | null {
  const taken = [...idle].find((each) => each.accountId === accountId);
  for (const each of idle) if (each !== taken) each.imaging.end();
  idle.clear();
  return taken?.imaging ?? null;
}

/** A line of JSON, and the file. */
async function* requestOf(file: FileHandle, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const { size } = await file.stat();
  const request: ImagingRequest = { bytes: size, limits: sizes };
  yield Buffer.from(`${JSON.stringify(request)}\n`);
  yield* file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
}

function lengthOfAnswer(output: Buffer): number | null {
  const line = output.indexOf('\n');
  return line < 0 ? null : headOf(output, line).sizes.reduce((sum, size) => sum + size, line + 1);
}

const headOf = (output: Buffer, line: number): ImagingResult => JSON.parse(output.toString('utf8', 0, line));

function unpack(output: Buffer): Pictures & { processorMs: number } {
  const line = output.indexOf('\n');
  const { sizes, ...made } = headOf(output, line);
  let at = line + 1;
  const pictures = sizes.map((size) => {
    at += size;
    return output.subarray(at - size, at);
  });
  return { ...made, pictures, output };
}

// Draws a share picture, in a process of its own

const drawing = {
  // Only ends a process that hangs.
  timeoutMs: 120_000,
  processorSeconds: 15,
  memoryKilobytes: 1_700_000,
  heapMegabytes: 64,
  maxOutputBytes: 4 * 2 ** 20,
  niceness: backgroundNiceness,
};

/** Returns a PNG of 1200 × 630 pixels. Throws ConfinedFailure, for example without a font. */
export function drawSharePicture(text: ShareText): Promise<Buffer> {
  const input = Buffer.from(JSON.stringify(text));
  return withPriority('background', () => runConfined(program, ['share', String(input.length)], input, drawing));
}
