/** Detects the picture type of a file by its content. */

export const pictureTypes = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The exit code of the process that decodes a picture, if it has more pixels than are decoded. */
export const tooManyPixels = 3;

/**
 * What the type depends on. PDF readers and browsers that sniff content look this far for a signature at the start. The
 * end holds the last record of a ZIP archive, with its comment.
 */
export const sniffedBytes = { start: 1_024, end: 22 + 65_535 };
const foreign = /%PDF-|<svg|<html|<script|<!doctype|<body/i;

/** Returns null for unsupported types and for polyglot files. The bytes between start and end may be missing. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = signatureOf(buffer);
  if (type === null || foreign.test(buffer.toString('latin1', 0, sniffedBytes.start)) || endsAsZip(buffer)) return null;
  return type;
}

function signatureOf(bytes: Buffer): PictureType | null {
  const text = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  return brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : null;
}

const foreignSignatures: [name: string, ...signatures: string[]][] = [
  ['JPEG XL', '\xff\x0a', '\0\0\0\x0cJXL '],
  ['JPEG 2000', '\0\0\0\x0cjP  ', '\xff\x4f\xff\x51'],
  ['TIFF', 'II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
  ['ICO', '\0\0\x01\0'],
  ['PDF', '%PDF-'],
  ['PSD', '8BPS'],
];

/** The name of the format of a picture that is not supported; null for what is none. */
export function foreignFormatOf(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, sniffedBytes.start));
  if (brandsOf(buffer).some((brand) => /^(?:hei[cxms]|hev[cxms])$/.test(brand))) return 'HEIC';
  const start = buffer.toString('latin1');
  if (start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0') return 'BMP';
  if (/<svg[\s>]/i.test(start)) return 'SVG';
  return foreignSignatures.find(([, ...signatures]) => signatures.some((each) => start.startsWith(each)))?.[0] ?? null;
}

/**
 * The major brand of an ISO file and the compatible ones (ISO/IEC 14496-12 §4.3). Many programs name the general
 * `mif1` first, which HEIC has in common with AVIF.
 */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, sniffedBytes.start);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/** ZIP archives are located from their end, where a record states the length of the trailing comment. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-sniffedBytes.end);
  for (let at = tail.indexOf('PK\x05\x06'); at >= 0; at = tail.indexOf('PK\x05\x06', at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
