/** Reads gzip-compressed tar archives of strangers as streams: every byte is counted while it is inflated. */
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { DomainError } from '../errors.ts';
import { t } from '../language/text.ts';
import { type OpenFile, streamAt, type ZipLimits } from './unzip.ts';

const blockBytes = 512;

/** A tar archive says so in its first block, at offset 257. `head` is the first 4 KB of the file. */
export function isTarGz(head: Uint8Array): boolean {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return false;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 23 };
    const start = gunzipSync(head, options);
    return start.length >= blockBytes && start.toString('latin1', 257, 262) === 'ustar';
  } catch {
    return false;
  }
}

interface TarFile {
  name: string;
  bytes: Buffer;
}

/**
 * Yields the files of wanted names, one at a time. Larger ones than a file may be are left out. Throws malformed where
 * the archive is damaged, too_large beyond the limits.
 */
export async function* readTarGz(
  source: OpenFile,
  { entries, entryBytes, totalBytes }: ZipLimits,
  isWanted: (name: string) => boolean,
): AsyncGenerator<TarFile> {
  const archive = extract();
  const file = streamAt(source);
  const read = pipeline(file, createGunzip(), countBytes(totalBytes), archive);
  // The loop below throws the same error.
  read.catch(() => {});
  let count = 0;
  try {
    for await (const entry of archive) {
      const { name, size = 0, type } = entry.header;
      count += 1;
      if (count > entries) throw tooLarge(t('reading.too-many-files', { limit: entries }));
      if (type === 'file' && size <= entryBytes && isWanted(name)) yield { name, bytes: await buffer(entry) };
      else entry.resume();
    }
    await read;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('malformed', { file: [t('migration.unreadable-archive')] });
  } finally {
    file.destroy();
  }
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
