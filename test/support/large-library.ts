/** Writes a library of Paprika with many recipes and photos to the disk, holding a few of them in memory at a time. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

export interface LibrarySize {
  recipes: number;
  /** Of each recipe's own JPEG, roughly. Without photos if 0. */
  photoBytes?: number;
  /** Begins every name, so that two libraries differ. */
  title?: string;
}

const compress = promisify(gzip);
const huffman = { level: 1, strategy: constants.Z_HUFFMAN_ONLY };

/** The same size gives the same file. Returns the names of the recipes in the order of the file. */
export async function writeLibrary(
  path: string,
  { recipes, photoBytes = 0, title = 'Recipe' }: LibrarySize,
): Promise<string[]> {
  const photo = photoBytes > 0 ? await noisePhoto(photoBytes) : null;
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, createWriteStream(path));
  const names = Array.from({ length: recipes }, (_, at) => `${title} ${String(at + 1).padStart(5, '0')}`);
  for (const [at, name] of names.entries())
    zip.addReadStreamLazy(`${name}.paprikarecipe`, { compress: false }, (done) => {
      compress(recipeJson(name, at, photo), huffman).then(
        (bytes) => done(null, Readable.from([bytes])),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  zip.end();
  await written;
  return names;
}

function recipeJson(name: string, at: number, photo: Buffer | null): string {
  return JSON.stringify({
    uid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name,
    ingredients: `${100 + (at % 900)} g flour\n${1 + (at % 5)} eggs\n250 ml milk\n1 pinch salt`,
    directions: `Mix flour and milk of ${name}.\nAdd the eggs.\nBake for ${10 + (at % 50)} minutes.`,
    servings: 'Serves 4',
    prep_time: '10 min',
    cook_time: '20 min',
    categories: ['Library'],
    ...(photo && { photo: `${name}.jpg`, photo_data: numbered(photo, at).toString('base64') }),
  });
}

/** A photo of a camera does not become smaller in an archive, and noise does not either. */
async function noisePhoto(bytes: number): Promise<Buffer> {
  const width = Math.max(16, Math.ceil(Math.sqrt(bytes / 0.48)));
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width, height: width, channels: 3 as const, background: '#808080', noise };
  return sharp({ create }).jpeg({ quality: 80 }).toBuffer();
}

/** A comment segment after the start of the image makes each file another one. */
function numbered(photo: Buffer, at: number): Buffer {
  const comment = Buffer.from(`photo ${String(at).padStart(6, '0')}`);
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([photo.subarray(0, 2), segment, comment, photo.subarray(2)]);
}
