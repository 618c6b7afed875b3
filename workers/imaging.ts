/**
 * Creates the sizes of a picture in a separate process, so that a malicious picture can only crash this process.
 * Reads the file from stdin and writes one line of JSON followed by the sizes to stdout. With `share` it reads the text of
 * a share picture instead, and writes a PNG.
 */
import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { encode } from 'blurhash';
import sharp, { type Sharp } from 'sharp';
import { altTextOf } from './imaging/alt-text.ts';
import type { ImagingResult } from './imaging/result.ts';
import { drawSharePicture } from './imaging/share-picture.ts';

const maxPixels = 40e6;
const loaders: Record<string, string> = {
  jpeg: 'VipsForeignLoadJpeg',
  png: 'VipsForeignLoadPng',
  webp: 'VipsForeignLoadWebp',
  gif: 'VipsForeignLoadNsgif',
  avif: 'VipsForeignLoadHeif',
  // Our own drawing.
  share: 'VipsForeignLoadSvg',
};

const [type = '', ...limits] = process.argv.slice(2);

// Only the loader of the detected type may read untrusted data.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [loaders[type]!] });
sharp.concurrency(1);
sharp.cache(false);

interface Raster {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function make(source: Buffer, [largest, ...smaller]: number[]): Promise<void> {
  const input = sharp(source, { limitInputPixels: maxPixels, failOn: 'error' });
  const metadata = await input.metadata();
  const original = await raster(shrunk(input.autoOrient(), largest!));
  const pictures = [await webp(original, 1)];

  let previous = original;
  for (const limit of smaller) {
    previous = await raster(shrunk(open(previous), limit));
    pictures.push(await webp(previous, 4));
  }
  const made: ImagingResult = {
    width: original.raw.width,
    height: original.raw.height,
    blurhash: await blurhashOf(previous),
    altText: altTextOf(metadata).slice(0, 4_000),
    sizes: pictures.map((picture) => picture.length),
  };
  for (const part of [Buffer.from(`${JSON.stringify(made)}\n`), ...pictures]) write(part);
}

const open = ({ data, raw }: Raster): Sharp => sharp(data, { raw });

const shrunk = (picture: Sharp, limit: number): Sharp =>
  picture.resize(limit, limit, { fit: 'inside', withoutEnlargement: true });

async function raster(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, raw: { width, height, channels } };
}

/** Encodes the first frame. The largest size uses less effort, because it takes the longest. */
const webp = (picture: Raster, effort: number): Promise<Buffer> =>
  open(picture).webp({ quality: 80, effort }).toBuffer();

async function blurhashOf(picture: Raster): Promise<string> {
  const small = shrunk(open(picture), 32).flatten({ background: '#fff' }).toColourspace('srgb').ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [across, down] = width >= height ? [4, 3] : [3, 4];
  return encode(new Uint8ClampedArray(data), width, height, across!, down!);
}

function write(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}

const input = await buffer(process.stdin);
if (type === 'share') write(await drawSharePicture(JSON.parse(input.toString('utf8'))));
else await make(input, limits.map(Number));
