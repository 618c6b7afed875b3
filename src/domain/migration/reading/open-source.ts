/** Opens the stored source of an import as one local file. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '../../../lib/config.ts';
import { DomainError } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { openStored } from '../../../lib/storage/storage.ts';

/** The name of a source that is one file, under the import's key. */
export const storedName = 'import';

/**
 * Returns what `use` returns, or null if the source is gone. The copy has no name, so that nothing remains of it when the
 * process dies. Throws unavailable if the disk is full.
 */
export async function withSource<T>(
  { key, chunks }: { key: string; chunks: string[] },
  use: (file: FileHandle) => Promise<T>,
): Promise<T | null> {
  const path = join(config.dataDir, `import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for (const name of chunks.length > 0 ? chunks : [storedName])
      if (!(await copy(key, name, file))) return null;
    return await use(file);
  } finally {
    await file.close();
  }
}

async function copy(key: string, name: string, file: FileHandle): Promise<boolean> {
  const stored = await openStored(key, name);
  if (!stored) return false;
  const body = stored.body instanceof Blob ? stored.body.stream() : stored.body;
  try {
    for await (const bytes of body as AsyncIterable<Uint8Array>) await file.write(bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new DomainError('unavailable', t('errors.disk-full'));
  }
  return true;
}
