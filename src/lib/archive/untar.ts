/** Reads gzip-compressed tar archives of strangers from memory: every byte is counted while it is inflated. */
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { DomainError } from '../errors.ts';
import { t } from '../language/text.ts';
import type { Zip, ZipLimits } from './unzip.ts';

const blockBytes = 512;
const headBytes = 4_096;

/** A tar archive says so in its first block, at offset 257. */
export function isTarGz(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 23 };
    const head = gunzipSync(bytes.subarray(0, headBytes), options);
    return head.length >= blockBytes && head.toString('latin1', 257, 262) === 'ustar';
  } catch {
    return false;
  }
}

/**
 * Keeps the files of wanted names in memory. Larger ones than a file may be are left out. Throws malformed for what is no
 * archive, too_large beyond the limits.
 */
export async function openTarGz(
  bytes: Uint8Array,
  { entries, entryBytes, totalBytes }: ZipLimits,
  isWanted: (name: string) => boolean,
): Promise<Zip> {
  const files = new Map<string, Buffer>();
  const archive = extract();
  const source = pipeline(Readable.from([bytes]), createGunzip(), countBytes(totalBytes), archive);
  // The loop below throws the same error.
  source.catch(() => {});
  let count = 0;
  try {
    for await (const entry of archive) {
      const { name, size = 0, type } = entry.header;
      count += 1;
      if (count > entries) throw tooLarge(t('reading.too-many-files', { limit: entries }));
      if (type === 'file' && size <= entryBytes && isWanted(name)) files.set(name, await buffer(entry));
      else entry.resume();
    }
    await source;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('malformed', { file: [t('migration.unreadable-archive')] });
  }
  return { names: [...files.keys()], read: async (name) => files.get(name) ?? null, close: () => {} };
}

function countBytes(max: number): Transform {
  let left = max;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length;
      done(left < 0 ? tooLarge(t('reading.unpacks-to-too-much')) : null, chunk);
    },
  });
}

const tooLarge = (why: string) => new DomainError('too_large', { file: [why] });
