/** Files that are kept beside the database: folders named by unguessable keys, each with a few files. */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from './config.ts';

export const keyForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface StoredFile {
  /** Read from disk piece by piece as it is sent. */
  blob: Blob;
  /** Of these very bytes. */
  etag: string;
}

export const newKey = (): string => randomUUID();

/** Whole or not at all, whatever happens in between. */
export async function store(key: string, name: string, bytes: Uint8Array): Promise<void> {
  const folder = folderOf(key);
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${randomUUID()}`);
  await writeFile(draft, bytes, { mode: 0o640 });
  await rename(draft, join(folder, name));
}

/** Null when there is no such file. */
export async function readStored(key: string, name: string): Promise<Buffer | null> {
  return readFile(join(folderOf(key), name)).catch(missingAsNull);
}

/** Null when there is no such file. */
export async function openStored(key: string, name: string): Promise<StoredFile | null> {
  const path = join(folderOf(key), name);
  const found = await stat(path).catch(missingAsNull);
  if (!found) return null;
  const blob = await openAsBlob(path).catch(missingAsNull);
  return blob && { blob, etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"` };
}

/** One file of a key, or all it has; nothing happens when there is none. */
export async function removeStored(key: string, name = ''): Promise<void> {
  await rm(join(folderOf(key), name), { recursive: true, force: true });
}

/** The keys whose folders have not changed for `seconds`, a few hundred at a time. */
export async function* listStored(seconds: number): AsyncGenerator<string[]> {
  const before = Date.now() - seconds * 1_000;
  for (const shelf of await readdir(root()).catch(() => [])) {
    const old: string[] = [];
    for (const key of await readdir(join(root(), shelf)).catch(() => [])) {
      const found = keyForm.test(key) ? await stat(folderOf(key)).catch(missingAsNull) : null;
      if (found && found.mtimeMs < before) old.push(key);
    }
    yield old;
  }
}

const root = () => join(config.dataDir, 'media');

function folderOf(key: string): string {
  if (!keyForm.test(key)) throw new Error('no key of stored files');
  return join(root(), key.slice(0, 2), key);
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
