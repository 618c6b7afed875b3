/** Chooses and applies content encodings (RFC 9110 §8.4). */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

export type Encoding = 'zstd' | 'br' | 'gzip';

/** For clients that accept several equally. Brotli makes pages smallest, at the same cost as the others. */
const preferred: readonly Encoding[] = ['br', 'zstd', 'gzip'];

/** False for pictures, fonts and archives, which are compressed already. */
export const isCompressible = (type: string | null): boolean =>
  type !== null && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);

/** Returns null if the client accepts none, or sends no Accept-Encoding. */
export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  if (!acceptEncoding) return null;
  const accepted = parseAccept(acceptEncoding.slice(0, 200));
  const any = accepted.find(({ type }) => type === '*')?.q ?? 0;
  const weights = preferred.map((name) => ({
    name,
    weight: accepted.find(({ type }) => type.toLowerCase() === name)?.q ?? any,
  }));
  const best = Math.max(...weights.map(({ weight }) => weight));
  return best > 0 ? weights.find(({ weight }) => weight === best)!.name : null;
}

type Effort = 'fast' | 'best';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = constants;
const brotliQuality: Record<Effort, number> = { fast: 4, best: 11 };
const zstdLevel: Record<Effort, number> = { fast: 3, best: 19 };
const gzipLevel: Record<Effort, number> = { fast: 6, best: 9 };

const encoders = { zstd: promisify(zstdCompress), br: promisify(brotliCompress), gzip: promisify(gzip) };
/** zlib never returns shared memory. */
type Compressed = Uint8Array<ArrayBuffer>;

/** `best` is for files that are compressed once. Runs in the thread pool, so the event loop is free meanwhile. */
export async function compress(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  effort: Effort = 'fast',
): Promise<Compressed> {
  return (await encoders[encoding](bytes, optionsOf(encoding, effort, bytes.length))) as Compressed;
}

function optionsOf(encoding: Encoding, effort: Effort, size: number) {
  switch (encoding) {
    case 'zstd':
      return { params: { [ZSTD_c_compressionLevel]: zstdLevel[effort] } };
    case 'br':
      return { params: { [BROTLI_PARAM_QUALITY]: brotliQuality[effort], [BROTLI_PARAM_SIZE_HINT]: size } };
    case 'gzip':
      return { level: gzipLevel[effort] };
  }
}
