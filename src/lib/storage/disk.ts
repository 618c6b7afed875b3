/** Stores files in a local folder. */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../errors.ts';
import { log } from '../log.ts';
import { checkKey, keyPattern, type StorageBackend } from './backend.ts';

export function diskBackend(root: string): StorageBackend {
  const folderOf = (key: string) => {
    checkKey(key);
    return join(root, key.slice(0, 2), key);
  };

  const place = async (key: string, name: string, write: (draft: string) => Promise<void>) => {
    const folder = folderOf(key);
    await mkdir(folder, { recursive: true });
    const draft = join(folder, `.${randomUUID()}`);
    try {
      await write(draft);
      await rename(draft, join(folder, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };

  return {
    put: (key, name, bytes) =>
      withSpace(() => place(key, name, (draft) => writeFile(draft, bytes, { mode: 0o640 }))),
    putFile: (key, name, path) => withSpace(() => place(key, name, (draft) => copyFile(path, draft))),

    open: async (key, name) => {
      const path = join(folderOf(key), name);
      const found = await stat(path).catch(missingAsNull);
      const blob = found && (await openAsBlob(path).catch(missingAsNull));
      if (!found || !blob) return null;
      const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`;
      return { size: blob.size, etag, body: blob, discard: async () => {} };
    },

    remove: (key, name) => rm(join(folderOf(key), name), { recursive: true, force: true }),

    list: async function* (seconds) {
      const before = Date.now() - seconds * 1_000;
      for (const prefix of await readdir(root).catch(() => [])) {
        const old: string[] = [];
        for (const key of await readdir(join(root, prefix)).catch(() => [])) {
          const found = keyPattern.test(key) ? await stat(folderOf(key)).catch(missingAsNull) : null;
          if (found && found.mtimeMs < before) old.push(key);
        }
        yield old;
      }
    },

    files: () => listFiles(root),
  };
}

async function withSpace(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    log.error({ error: message }, 'the disk of the media is full');
    throw new DomainError('unavailable', 'this server has no space left for pictures, try again later');
  }
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Yields every file below `root`, without unfinished ones. */
export async function* listFiles(root: string): AsyncGenerator<{ key: string; name: string; path: string }> {
  for (const prefix of await readdir(root).catch(() => [])) {
    for (const key of await readdir(join(root, prefix)).catch(() => [])) {
      if (!keyPattern.test(key)) continue;
      const names = await readdir(join(root, prefix, key)).catch(() => []);
      for (const name of names.filter((one) => !one.startsWith('.')))
        yield { key, name, path: join(root, prefix, key, name) };
    }
  }
}
