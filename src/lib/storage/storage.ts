/** Stores media files on disk or in a bucket, under unguessable keys. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { config } from '../config.ts';
import { bucketBackend } from './bucket.ts';
import { diskBackend } from './disk.ts';

export const mediaFolder = join(config.dataDir, 'media');

const backend = config.s3 ? bucketBackend(config.s3) : diskBackend(mediaFolder);

export const newKey = (): string => randomUUID();

/** Atomic. Throws `unavailable` if the disk is full or, like all functions here, if the bucket is unreachable. */
export const store = (key: string, name: string, bytes: Uint8Array): Promise<void> =>
  backend.put(key, name, bytes);

/** Atomic. Copies a file from disk. */
export const storeFile = (key: string, name: string, path: string): Promise<void> =>
  backend.putFile(key, name, path);

/** Returns null if there is no such file. */
export const openStored = (key: string, name: string) => backend.open(key, name);

/** Returns null if there is no such file. */
export async function readStored(key: string, name: string): Promise<Buffer | null> {
  const found = await backend.open(key, name);
  return found && Buffer.from(await new Response(found.body).arrayBuffer());
}

/** Removes one file, or all files of the key if `name` is empty. Missing files are ignored. */
export const removeStored = (key: string, name = ''): Promise<void> => backend.remove(key, name);

/** Yields pages of keys whose files have not changed for `seconds`. */
export const listStored = (seconds: number): AsyncGenerator<string[]> => backend.list(seconds);
