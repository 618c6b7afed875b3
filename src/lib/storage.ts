/** Files that are kept beside the database, on disk or in a bucket: folders named by unguessable keys, each with a few files. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { config } from './config.ts';
import { bucketShelf } from './storage/bucket.ts';
import { diskShelf } from './storage/disk.ts';

export const mediaFolder = join(config.dataDir, 'media');

const shelf = config.s3 ? bucketShelf(config.s3) : diskShelf(mediaFolder);

export const newKey = (): string => randomUUID();

/** Whole or not at all, whatever happens in between. Throws unavailable when the bucket cannot be reached, as all these do. */
export const store = (key: string, name: string, bytes: Uint8Array): Promise<void> =>
  shelf.put(key, name, bytes);

/** The same of a file on disk, whatever its size; it stays where it is. */
export const storeFile = (key: string, name: string, path: string): Promise<void> =>
  shelf.putFile(key, name, path);

/** Null when there is no such file. */
export const openStored = (key: string, name: string) => shelf.open(key, name);

/** Null when there is no such file. */
export async function readStored(key: string, name: string): Promise<Buffer | null> {
  const found = await shelf.open(key, name);
  return found && Buffer.from(await new Response(found.body).arrayBuffer());
}

/** One file of a key, or all it has; nothing happens when there is none. */
export const removeStored = (key: string, name = ''): Promise<void> => shelf.remove(key, name);

/** The keys whose folders have not changed for `seconds`, some hundreds at a time. */
export const listStored = (seconds: number): AsyncGenerator<string[]> => shelf.list(seconds);
