/** Pictures as cameras and programs write them are taken, and others are refused with a reason. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { foreignFormatOf, pictureTypeOf } from '../../src/lib/picture-type.ts';
import { makePictures, PictureRefused } from '../../workers/imaging/process.ts';
import { picture } from '../support/pictures.ts';
import { scratchFolder } from '../support/scratch.ts';

const folder = scratchFolder('pictures');

/** Returns the width of what was made, or the reason of the refusal. */
async function make(file: Uint8Array): Promise<number | string> {
  const path = join(folder, 'picture');
  await writeFile(path, file);
  try {
    // They share a process as far as they are no strain on it.
    return (await makePictures(() => open(path, 'r'), [400, 100], { accountId: 1 })).width;
  } catch (error) {
    if (error instanceof PictureRefused) return error.message;
    throw error;
  }
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

/** Says how large it is, and has no pixels. */
function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const parts = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(0))),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
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

test('pictures of formats that are not supported are named', () => {
  const named: [name: string | null, start: string][] = [
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['HEIC', '\0\0\0\x18ftypmif1\0\0\0\0mif1heix'],
    ['JPEG XL', '\xff\x0a\x7f'],
    ['JPEG XL', '\0\0\0\x0cJXL \r\n'],
    ['TIFF', 'MM\0*\0'],
    ['BMP', 'BM\x36\x10\0\0\0\0\0\0\x36'],
    ['SVG', '<?xml version="1.0"?><SVG xmlns="http://www.w3.org/2000/svg">'],
    ['PDF', '%PDF-1.7'],
    [null, 'BMW is a car'],
    [null, 'not a picture'],
    [null, ''],
  ];
  for (const [name, start] of named) {
    const bytes = Buffer.from(start, 'latin1');
    expect([start, pictureTypeOf(bytes), foreignFormatOf(bytes)]).toEqual([start, null, name]);
  }
});

/** Orange above, blue below. */
const halves = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#f80' } }).composite([
    { input: { create: { width: 60, height: 20, channels: 3, background: '#00f' } }, top: 20, left: 0 },
  ]);

/** The colour at the middle of the top edge. */
async function topColour(file: Uint8Array): Promise<number[]> {
  const path = join(folder, 'picture');
  await writeFile(path, file);
  const { pictures, width } = await makePictures(() => open(path, 'r'), [400]);
  const { data, info } = await sharp(pictures[0]).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = info.channels * Math.floor(width / 2) + 2 * info.channels * width;
  return [...data.subarray(at, at + 3)];
}

const isOrange = ([red = 0, green = 0, blue = 0]: number[]) => red > 200 && green > 90 && green < 180 && blue < 90;
const isBlue = ([red = 0, green = 0, blue = 0]: number[]) => red < 90 && green < 90 && blue > 170;

/** Puts a chunk behind the header of a PNG. */
const withChunk = (png: Buffer, type: string, content: Buffer) =>
  Buffer.concat([png.subarray(0, 33), pngChunk(type, content), png.subarray(33)]);
/** Of one frame, which is the picture itself. */
const animationControl = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);

test.each<[form: string, make: () => Promise<Buffer>]>([
  ['a JPEG of a printer (CMYK)', () => halves().toColourspace('cmyk').jpeg().toBuffer()],
  ['a progressive JPEG', () => halves().jpeg({ progressive: true }).toBuffer()],
  [
    'a JPEG with another one behind it, as of two lenses',
    async () => Buffer.concat([await halves().jpeg().toBuffer(), await picture(8, 8).jpeg().toBuffer()]),
  ],
  [
    'a JPEG with bytes behind its end',
    async () => Buffer.concat([await halves().jpeg().toBuffer(), Buffer.alloc(999)]),
  ],
  ['a JPEG with the colours of Display P3', () => halves().withIccProfile('p3').jpeg().toBuffer()],
  [
    'a JPEG with a broken profile',
    async () => {
      const file = await halves().withIccProfile('p3').jpeg().toBuffer();
      const at = file.indexOf('ICC_PROFILE\0');
      return Buffer.from(file.fill(0xff, at + 14, at + 200));
    },
  ],
  ['a PNG of 16 bits', () => halves().toColourspace('rgb16').png().toBuffer()],
  ['a PNG with a palette', () => halves().png({ palette: true }).toBuffer()],
  ['an interlaced PNG', () => halves().png({ progressive: true }).toBuffer()],
  ['an animated PNG', async () => withChunk(await halves().png().toBuffer(), 'acTL', animationControl)],
  [
    'a PNG with a wrong gamma',
    async () => withChunk(await halves().png().toBuffer(), 'gAMA', Buffer.from([0, 0, 0, 0])),
  ],
  [
    'a PNG with a broken profile',
    async () => withChunk(await halves().png().toBuffer(), 'iCCP', Buffer.from('x\0\0nonsense')),
  ],
  ['an animated GIF', async () => animated().then((frames) => frames.gif({ loop: 0, delay: [50, 50] }).toBuffer())],
  [
    'an animated WebP',
    async () => animated().then((frames) => frames.webp({ loop: 0, delay: [50, 50], lossless: true }).toBuffer()),
  ],
  ['a WebP with bytes behind its end', async () => Buffer.concat([await halves().webp().toBuffer(), Buffer.alloc(99)])],
  ['an AVIF of ten bits', () => halves().avif({ effort: 0, bitdepth: 10 }).toBuffer()],
])('%s is taken', async (_, make) => {
  expect(await topColour(await make())).toSatisfy(isOrange);
});

/** The second frame is upside down. */
async function animated(): Promise<Sharp> {
  const first = await halves().png().toBuffer();
  return sharp([first, await sharp(first).flip().png().toBuffer()], { join: { animated: true } });
}

test('a grey picture, one with a transparent ground, and one of a single pixel are taken', async () => {
  expect(await make(await picture(60, 40).greyscale().jpeg().toBuffer())).toBe(60);
  expect(await make(await picture(60, 40).toColourspace('b-w').png({ palette: false }).toBuffer())).toBe(60);
  expect(await make(await picture(60, 40).ensureAlpha(0).png().toBuffer())).toBe(60);
  expect(await make(await picture(1, 1).png().toBuffer())).toBe(1);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a JPEG is turned as its orientation %i says', async (orientation) => {
  const file = await halves().jpeg().withMetadata({ orientation }).toBuffer();
  const upright = await sharp(file).autoOrient().png().toBuffer();
  const expected = isOrange(await topColour(upright)) ? isOrange : isBlue;
  if ([1, 2].includes(orientation)) expect(expected).toBe(isOrange);
  if ([3, 4].includes(orientation)) expect(expected).toBe(isBlue);
  if (orientation <= 4) expect(await topColour(file)).toSatisfy(expected);
  expect(await make(file)).toBe(orientation <= 4 ? 60 : 40);
});

test.each([0, 9, 255])('the orientation %i says nothing', async (orientation) => {
  const file = await halves().jpeg().withMetadata({ orientation: 8 }).toBuffer();
  const at = file.indexOf(Buffer.from([0x01, 0x12, 0x00, 0x03]));
  const tiff = file.indexOf('Exif\0\0') + 6;
  const isLittle = file.toString('latin1', tiff, tiff + 2) === 'II';
  const place = isLittle ? file.indexOf(Buffer.from([0x12, 0x01, 0x03, 0x00])) : at;
  file[place + (isLittle ? 8 : 9)] = orientation;
  expect(await make(file)).toBe(60);
});
