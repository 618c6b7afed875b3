/** Hostile AVIF files are refused within the limits of the imaging process. */
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePictures } from '../../workers/imaging/process.ts';
import { claiming, flatAvif, gridAvif } from '../support/avif.ts';
import { cast, useCast } from '../support/cast.ts';
import { keysOnDisk, picture, sendUpload, upload } from '../support/pictures.ts';
import { longestBlock, onIdleDesktop } from '../support/processor-time.ts';
import { scratchFolder } from '../support/scratch.ts';
import { isFull, scaled } from '../support/test-length.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();

/** Encoding and decoding so many pixels is slow. */
const tooLarge: [string, () => Promise<Buffer>][] = [
  ['42 megapixels', () => flatAvif(7_000, 6_000)],
  ['42 megapixels that says 64 × 64', async () => claiming(await flatAvif(7_000, 6_000), 64, 64)],
];
const files: [string, () => Promise<Buffer>][] = [
  ...scaled({ short: [], full: tooLarge }),
  ['900 × 600 that says 64 × 64', async () => claiming(await flatAvif(900, 600), 64, 64)],
  ['64 × 64 that says 39 megapixels', async () => claiming(await flatAvif(64, 64), 6_500, 6_000)],
  ['the largest size there is', async () => claiming(await flatAvif(64, 64), 2 ** 32 - 1, 2 ** 32 - 1)],
  ['no pixels', async () => claiming(await flatAvif(64, 64), 0, 0)],
  ['9,506 tiles', () => gridAvif(98, 97)],
  ['a grid of 67 megapixels', () => gridAvif(16, 16, 512)],
  [
    'half of its bytes',
    async () => {
      const whole = await picture(900, 600).avif({ effort: 0 }).toBuffer();
      return whole.subarray(0, whole.length / 2);
    },
  ],
];

test.each(files)('an AVIF of %s is refused, and nothing is stored', async (_, make) => {
  const file = await make();
  const before = await keysOnDisk();
  const { status, body } = await upload(cast.ann, '/media', { file });
  expect([status, body.errors]).toEqual([
    422,
    { file: [expect.stringMatching(/^(?:must be an image|is damaged|has too many pixels)/)] },
  ]);
  expect(await keysOnDisk()).toEqual(before);
});

test.runIf(isFull)('the largest grid that is allowed is made into a picture', async () => {
  const folder = scratchFolder('avif');
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'grid.avif');
  await writeFile(path, await gridAvif(16, 16, 384));
  const made = await makePictures(() => open(path, 'r'), [2_800, 1_200, 400]);
  expect([made.width, made.height]).toEqual([2_800, 2_800]);
});

test('while an AVIF is decoded, nobody waits for it', async () => {
  const file = await gridAvif(16, 16, 256);
  const maxBlockMs = 200;
  let block = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && block >= maxBlockMs; attempt += 1) {
    const uploaded = () => withWorkers(() => sendUpload(cast.ann, '/media', { file }));
    const longest = await longestBlock(async () => expect((await uploaded()).status).toBe(201));
    block = onIdleDesktop(longest, maxBlockMs);
  }
  expect(block).toBeLessThan(maxBlockMs);
});
