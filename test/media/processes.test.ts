/** Small pictures of one account are decoded by one process, and those of others are not. */
import { readdirSync, readFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { makePictures, type PictureOptions } from '../../workers/imaging/process.ts';
import { picture } from '../support/pictures.ts';
import { scratchFolder } from '../support/scratch.ts';

const folder = scratchFolder('processes');
const small = join(folder, 'small.jpg');
const large = join(folder, 'large.png');
const broken = join(folder, 'broken.jpg');
const ann = 1;
const bo = 2;

beforeAll(async () => {
  const jpeg = await picture(60, 40).jpeg().toBuffer();
  await writeFile(small, jpeg);
  await writeFile(large, await picture(90, 120).png().toBuffer());
  await writeFile(broken, jpeg.subarray(0, 200));
});

const make = (path: string, options: PictureOptions) => makePictures(() => open(path, 'r'), [400, 20], options);

/** Processes that decode pictures at this moment, or wait for the next one. */
function processes(): string[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.filter((pid) => {
    try {
      // One that was ended is left to be reaped.
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('workers/imaging');
    } catch {
      return false;
    }
  });
}

test.runIf(process.platform === 'linux')('pictures of one account share a process in the background', async () => {
  const first = await make(small, { accountId: ann });
  const [shared] = processes();
  const second = await make(large, { accountId: ann });
  expect(processes()).toEqual([shared]);
  expect([first, second].map(({ width, height }) => [width, height])).toEqual([
    [60, 40],
    [90, 120],
  ]);
  const decoded = await Promise.all(second.pictures.map((each) => sharp(each).metadata()));
  expect(decoded.map(({ width, height }) => [width, height])).toEqual([
    [90, 120],
    [15, 20],
  ]);

  await make(small, { accountId: bo });
  expect(processes()).not.toContain(shared);
});

test.runIf(process.platform === 'linux')('a picture that somebody waits for has a process of its own', async () => {
  await make(small, { accountId: ann });
  await make(small, { accountId: ann, priority: 'person' });
  await expect.poll(processes).toEqual([]);
});

test('a broken picture does not spoil the next one of its account', async () => {
  await make(small, { accountId: ann });
  await expect(make(broken, { accountId: ann })).rejects.toThrow('it is damaged');
  expect((await make(small, { accountId: ann })).width).toBe(60);
});
