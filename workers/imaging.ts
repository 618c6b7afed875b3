/**
 * Creates the sizes of pictures in a separate process, so that a malicious picture can only crash this process.
 * Reads a line of JSON and a file from stdin, writes one line of JSON followed by the sizes to stdout, and reads on.
 * With `share` it reads the text of a share picture instead, and writes a PNG.
 */
import { readSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { encode } from 'blurhash';
import sharp, { type Sharp } from 'sharp';
import { releaseBytes } from '../src/lib/memory.ts';
import { type PictureType, pictureTypeOf, tooManyPixels } from '../src/lib/picture-type.ts';
import { altTextOf, isSrgb } from './imaging/metadata.ts';
import type { ImagingRequest, ImagingResult } from './imaging/process.ts';
import { drawSharePicture } from './imaging/share-picture.ts';

const loaders: Record<PictureType | 'share', string> = {
  jpeg: 'VipsForeignLoadJpeg',
  png: 'VipsForeignLoadPng',
  webp: 'VipsForeignLoadWebp',
  gif: 'VipsForeignLoadNsgif',
  avif: 'VipsForeignLoadHeif',
  // Our own drawing.
  share: 'VipsForeignLoadSvg',
};

const [kind = '', bytes = ''] = process.argv.slice(2);
const jpegEnd = Buffer.from([0xff, 0xd9]);

sharp.concurrency(1);
sharp.cache(false);
// V8 does not know how much memory the pictures take.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

interface Raster {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** Only the loader of the detected type may read untrusted data. */
function allowOnly(type: keyof typeof loaders): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [loaders[type]] });
}

/** The source is decoded once, and gone before the largest size is encoded. */
async function make({ bytes, limits: [largest, ...smaller] }: ImagingRequest): Promise<void> {
  const sourceWithEnd = read(bytes, jpegEnd);
  const type = pictureTypeOf(sourceWithEnd.subarray(0, bytes));
  if (type === null) process.exit(1);
  allowOnly(type);
  const { original, altText } = await decodeWhole({ type, sourceWithEnd, bytes }, largest!);
  releaseBytes(sourceWithEnd);
  collectGarbage();
  const [picture, others] = await Promise.all([webp(original, 0), makeSmaller(original, smaller)]);
  const pictures = [picture, ...others.pictures];
  const made: ImagingResult = {
    width: original.raw.width,
    height: original.raw.height,
    blurhash: await blurhashOf(others.smallest),
    altText,
    sizes: pictures.map(({ length }) => length),
    processorMs: processorMs(),
  };
  for (const part of [Buffer.from(`${JSON.stringify(made)}\n`), ...pictures]) write(part);
}

/** Each is made from the one before. On a second processor, they are ready before the largest one is encoded. */
async function makeSmaller(original: Raster, limits: number[]): Promise<{ pictures: Buffer[]; smallest: Raster }> {
  const pictures: Buffer[] = [];
  let smallest = original;
  for (const limit of limits) {
    smallest = await raster(shrunk(open(smallest), limit));
    pictures.push(await webp(smallest, 1));
  }
  return { pictures, smallest };
}

interface Source {
  type: PictureType;
  sourceWithEnd: Buffer;
  bytes: number;
}

/**
 * Cameras and programs leave out the end marker of a JPEG, which libvips takes for a file that was cut off. With the
 * marker added, only a file that is whole otherwise is decoded without a warning.
 */
const decodeWhole = ({ type, sourceWithEnd, bytes }: Source, limit: number) =>
  decode(sourceWithEnd.subarray(0, bytes), type, limit, 'error').catch((error: Error) => {
    if (error.message.includes('pixel limit')) process.exit(tooManyPixels);
    if (type === 'jpeg') return decode(sourceWithEnd, type, limit, 'warning');
    throw error;
  });

/** Turns the picture after it was made smaller: a turn needs all of it in memory, and most decoders only some lines. */
async function decode(
  source: Buffer,
  type: PictureType,
  limit: number,
  failOn: 'error' | 'warning',
): Promise<{ original: Raster; altText: string }> {
  // An AVIF takes 20 bytes of memory for each.
  const maxPixels = type === 'avif' ? 40e6 : 64e6;
  const options = { limitInputPixels: maxPixels, failOn };
  const { orientation = 1, ...metadata } = await sharp(source, options).metadata();
  // A conversion from sRGB to sRGB would take half of the time.
  const input = sharp(source, { ...options, ignoreIcc: metadata.icc !== undefined && isSrgb(metadata.icc) });
  const altText = altTextOf(metadata).slice(0, 4_000);
  return { original: await raster(turned(shrunk(input, limit), orientation)), altText };
}

/** Exif orientations are turns clockwise, some of them mirrored first. */
function turned(picture: Sharp, orientation: number): Sharp {
  const angle = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation];
  const mirrored = [2, 4, 5, 7].includes(orientation) ? picture.flop() : picture;
  return angle === undefined ? mirrored : mirrored.rotate(angle);
}

const open = ({ data, raw }: Raster): Sharp => sharp(data, { raw });

/** `cubic` takes three quarters of the time of the usual `lanczos3`. */
const shrunk = (picture: Sharp, limit: number): Sharp =>
  picture.resize(limit, limit, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' });

async function raster(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, raw: { width, height, channels } };
}

/** Encodes the first frame. More effort would take up to three times as long and save some percent of the bytes. */
const webp = (picture: Raster, effort: number): Promise<Buffer> =>
  open(picture).webp({ quality: 80, effort }).toBuffer();

async function blurhashOf(picture: Raster): Promise<string> {
  const small = shrunk(open(picture), 32).flatten({ background: '#fff' }).toColourspace('srgb').ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [across, down] = width >= height ? [4, 3] : [3, 4];
  return encode(new Uint8ClampedArray(data), width, height, across!, down!);
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1_000);
}

function write(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}

/** Reads the next bytes of stdin into one buffer, with `end` behind them. */
function read(length: number, end: Buffer): Buffer {
  const input = Buffer.allocUnsafeSlow(length + end.length);
  end.copy(input, length);
  for (let at = 0; at < length; ) {
    const count = readSync(0, input, at, length - at, null);
    if (count === 0) throw new Error('the input is incomplete');
    at += count;
  }
  return input;
}

/** Returns null at the end of stdin, which is that of the process that started this one. */
function readRequest(): ImagingRequest | null {
  const line: number[] = [];
  for (const byte = Buffer.alloc(1); readSync(0, byte) === 1; line.push(byte[0]!))
    if (byte[0] === 0x0a) return JSON.parse(String.fromCharCode(...line));
  return null;
}

if (kind === 'share') {
  allowOnly('share');
  write(await drawSharePicture(JSON.parse(read(Number(bytes), Buffer.alloc(0)).toString('utf8'))));
} else for (let request = readRequest(); request; request = readRequest()) await make(request);
