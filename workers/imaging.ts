/**
 * Makes three sizes of a picture, in a process of its own: bytes in on stdin, one line of JSON and then the sizes out
 * on stdout. Whatever a picture does to its decoder, nothing but this process dies of it.
 */
import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { altTextOf } from './imaging/alt-text.ts';
import { toBlurhash } from './imaging/blurhash.ts';
import type { Made } from './imaging/made.ts';

const maxPixels = 64e6;
const loaders: Record<string, string> = {
  jpeg: 'VipsForeignLoadJpeg',
  png: 'VipsForeignLoadPng',
  webp: 'VipsForeignLoadWebp',
  gif: 'VipsForeignLoadNsgif',
  avif: 'VipsForeignLoadHeif',
};

const [type = '', ...limits] = process.argv.slice(2);

// One loader alone may read what strangers sent.
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
  const told = await input.metadata();
  const original = await raster(shrunk(input.autoOrient(), largest!));
  const pictures = [await webp(original, 1)];

  let previous = original;
  for (const limit of smaller) {
    previous = await raster(shrunk(open(previous), limit));
    pictures.push(await webp(previous, 4));
  }
  const made: Made = {
    width: original.raw.width,
    height: original.raw.height,
    blurhash: await blurhashOf(previous),
    altText: altTextOf(told).slice(0, 4_000),
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

/** Of an animation the first frame. The large size is encoded with less effort, for it costs the most. */
const webp = (picture: Raster, effort: number): Promise<Buffer> =>
  open(picture).webp({ quality: 80, effort }).toBuffer();

async function blurhashOf(picture: Raster): Promise<string> {
  const small = shrunk(open(picture), 32).flatten({ background: '#fff' }).toColourspace('srgb');
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const pixels = info.channels === 3 ? data : Buffer.from([...data].flatMap((grey) => [grey, grey, grey]));
  return toBlurhash(pixels, info.width, info.height);
}

function write(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}

await make(await buffer(process.stdin), limits.map(Number));
