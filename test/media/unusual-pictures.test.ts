/** Pictures as cameras and programs write them are taken, and others are refused with a reason. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pictureTypeOf } from '../../src/lib/picture-type.ts';
import { makePictures, PictureRefused } from '../../workers/imaging/process.ts';
import { picture } from '../support/pictures.ts';
import { scratchFolder } from '../support/scratch.ts';

const folder = scratchFolder('pictures');

/** Returns the width of what was made, or the reason of the refusal. */
async function make(file: Uint8Array): Promise<number | string> {
  const path = join(folder, 'picture');
  await writeFile(path, file);
  try {
    return (await makePictures(() => open(path, 'r'), [400, 100])).width;
  } catch (error) {
    if (error instanceof PictureRefused) return error.message;
    throw error;
  }
}

/** Says how large it is, and has no pixels. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(content.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(0))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

test('a JPEG without its end marker is taken, and one that was cut off is damaged', async () => {
  const whole = await picture(300, 200).jpeg().toBuffer();
  expect(whole.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  expect(await make(whole.subarray(0, -2))).toBe(300);
  expect(await make(whole.subarray(0, whole.length / 2))).toBe('it is damaged, or no picture');
});

test('an AVIF with the general brand is taken, and a HEIC with it is no picture', async () => {
  const avif = await picture(64, 64).avif({ effort: 0 }).toBuffer();
  const general = Buffer.from(avif);
  general.write('mif1', 8, 'latin1');
  expect([pictureTypeOf(general), await make(general)]).toEqual(['avif', 64]);
  const heic = Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic\0\0\0\x08avif', 'latin1');
  expect(pictureTypeOf(heic)).toBeNull();
});

test('a picture with more pixels than are decoded is refused with that reason', async () => {
  expect(await make(emptyPng(8_100, 8_000))).toBe('it has too many pixels');
  expect(await make(emptyPng(80, 80))).toBe('it is damaged, or no picture');
});
