/** Runs one imaging process per picture and ends it if it takes too much time or memory. */
import { ConfinedFailure, runConfined } from '../../src/lib/confined-process.ts';
import type { PictureType } from '../../src/lib/picture-type.ts';
import { programPath } from '../../src/lib/programs.ts';
import type { ImagingResult } from './result.ts';

export interface Pictures extends Omit<ImagingResult, 'sizes'> {
  /** WebP, largest first. */
  pictures: Buffer[];
}

/** The file is not a picture or too expensive to decode. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

const program = programPath('workers/imaging');
const confinement = {
  // Only ends a process that hangs: a busy machine must not refuse a large picture.
  timeoutMs: 120_000,
  // Four times what the largest picture takes on a small machine.
  processorSeconds: 30,
  memoryKilobytes: 1_700_000,
  heapMegabytes: 64,
  maxOutputBytes: 64 * 2 ** 20,
};

/** `limits` are the maximum side lengths in pixels, largest first. Throws PictureRefused. */
export async function makePictures(
  source: Uint8Array,
  type: PictureType,
  limits: readonly number[],
): Promise<Pictures> {
  try {
    return unpack(await runConfined(program, [type, ...limits.map(String)], source, confinement));
  } catch (error) {
    throw error instanceof ConfinedFailure ? new PictureRefused(error.message) : error;
  }
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
