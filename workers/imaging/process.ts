/** Runs one imaging process per picture and ends it if it takes too much time or memory. */
import type { FileHandle } from 'node:fs/promises';
import type { PictureFailure } from '../../src/domain/media/media.ts';
import { ConfinedFailure, runConfined } from '../../src/lib/confined-process.ts';
import { memoryPlan, pictureMallocSettings } from '../../src/lib/memory.ts';
import { tooManyPixels } from '../../src/lib/picture-type.ts';
import { programPath } from '../../src/lib/programs.ts';
import { backgroundYields, type Priority, withPriority } from './priority.ts';

/** The header that the imaging process writes before the pictures. */
export interface ImagingResult {
  /** Of the largest picture. */
  width: number;
  height: number;
  blurhash: string;
  /** From the metadata of the picture, or empty. */
  altText: string;
  /** Sizes in bytes, in the order of the pictures. */
  sizes: number[];
}

export interface Pictures extends Omit<ImagingResult, 'sizes'> {
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

/**
 * Opens a picture when it is its turn, or the next one that somebody waits for. `sizes` are the maximum side lengths in
 * pixels, largest first. Throws PictureRefused, and ConfinedFailure if the kernel killed the process, because memory
 * was short at that moment.
 */
export function makePictures(
  open: () => Promise<FileHandle | null>,
  sizes: readonly number[],
  priority: Priority = 'background',
): Promise<Pictures> {
  return withPriority(priority, async (turn) => {
    const file = await open();
    if (!file) throw new PictureRefused('the file is gone');
    const limits = { ...confinement, isBackground: priority === 'background' && backgroundYields };
    try {
      const { size } = await file.stat();
      const parameters = ['picture', ...[size, ...sizes].map(String)];
      return unpack(await runConfined(program, parameters, file, limits, turn));
    } catch (error) {
      if (!(error instanceof ConfinedFailure) || error.reason === 'killed') throw error;
      throw toRefusal(error);
    } finally {
      await file.close();
    }
  });
}

function unpack(output: Buffer): Pictures {
  const line = output.indexOf('\n');
  const { sizes, ...made }: ImagingResult = JSON.parse(output.toString('utf8', 0, line));
  let at = line + 1;
  const pictures = sizes.map((size) => {
    at += size;
    return output.subarray(at - size, at);
  });
  return { ...made, pictures, output };
}
