/** Stores media files on disk or in a bucket, under unguessable keys. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { S3mini } from 's3mini';
import { config } from '../config.ts';
import { mediaFolder } from '../data-folder.ts';
import { DomainError } from '../errors.ts';
import { t } from '../language/text.ts';
import { log } from '../log.ts';
import { isFull, NoSpace, requireSpace } from './disk-space.ts';
import { createUnnamedFile, writeAt } from './local-file.ts';

// Defines what a storage backend provides

export const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface StoredFile {
  size: number;
  /** Changes with the content. */
  etag: string;
  /** Streamed, not held in memory. */
  body: Blob | ReadableStream<Uint8Array>;
  /** Must be called if the body is not read. */
  discard(): Promise<void>;
}

/** Stores a few files under each key. All methods with a key throw for an invalid key. */
export interface StorageBackend {
  /** Atomic. */
  put(key: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Atomic. Copies a file from disk without reading it into memory. */
  putFile(key: string, name: string, path: string): Promise<void>;
  /** Returns null if there is no such file. */
  open(key: string, name: string): Promise<StoredFile | null>;
  /** The path of a file on disk. Absent where files are elsewhere. */
  pathOf?(key: string, name: string): string;
  /** Removes one file, or all files of the key if `name` is empty. Missing files are ignored. */
  remove(key: string, name: string): Promise<void>;
  /** Yields pages of keys whose files have not changed for `seconds`. */
  list(seconds: number): AsyncGenerator<string[]>;
  /** Yields every file. */
  files(): AsyncGenerator<{ key: string; name: string }>;
}

function checkKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error('invalid storage key');
}

// Stores files in a local folder

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
      withSpace(root, () => place(key, name, (draft) => writeFile(draft, bytes, { mode: 0o640 }))),
    putFile: (key, name, path) => withSpace(root, () => place(key, name, (draft) => copyFile(path, draft))),

    open: async (key, name) => {
      const path = join(folderOf(key), name);
      const found = await stat(path).catch(missingAsNull);
      const blob = found && (await openAsBlob(path).catch(missingAsNull));
      if (!found || !blob) return null;
      const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`;
      return { size: blob.size, etag, body: blob, discard: async () => {} };
    },

    pathOf: (key, name) => join(folderOf(key), name),

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

async function withSpace(folder: string, work: () => Promise<void>): Promise<void> {
  await requireSpace(folder);
  try {
    await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    log.error({ folder, error: (error as Error).message }, 'a file found no room on the disk');
    throw new NoSpace();
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

// Stores files in a private bucket of an S3-compatible service

interface BucketSettings {
  bucket: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket into the path of the URL instead of the host name. */
  pathStyle: boolean;
}

/** The bucket may also hold files of other programs. */
const prefix = 'media/';
/** Timeouts for the start of the response. Uploads of large files get more time. */
const timeoutsMs = { put: 30_000, perMebibyte: 1_000, others: 10_000 };
const pageSize = 1_000;

export function bucketBackend(settings: BucketSettings): StorageBackend {
  const client = clientOf(settings);
  const pathOf = (key: string, name: string) => {
    checkKey(key);
    return `${prefix}${key}/${name}`;
  };
  const removeObject = (path: string) =>
    client.deleteObject(path).catch((error: unknown) => {
      if ((error as { status?: number }).status !== 404) throw error;
    });
  const page = async (below: string, token?: string) => {
    const found = await client.listObjectsPaged('/', below, pageSize, token);
    if (!found) throw new Error('the bucket does not exist');
    return found;
  };

  return {
    put: (key, name, bytes) =>
      withReachability(async () => {
        // The signature covers the checksum instead of the bytes.
        const checksum = { 'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64') };
        await client.putObject(pathOf(key, name), bytes, 'application/octet-stream', undefined, checksum);
      }),

    putFile: (key, name, path) =>
      withReachability(async () => {
        const sum = createHash('sha256');
        await pipeline(createReadStream(path), sum);
        const checksum = { 'x-amz-checksum-sha256': sum.digest('base64') };
        const file = await openAsBlob(path);
        await client.putObject(pathOf(key, name), file, 'application/octet-stream', undefined, checksum, file.size);
      }),

    open: (key, name) =>
      withReachability(async () => {
        const found = await client.getObjectResponse(pathOf(key, name));
        if (!found?.body) return null;
        const { body, headers } = found;
        return {
          size: Number(headers.get('content-length')),
          etag: headers.get('etag') ?? `"${key}"`,
          body,
          discard: () => body.cancel(),
        };
      }),

    remove: (key, name) =>
      withReachability(async () => {
        if (name) return void (await removeObject(pathOf(key, name)));
        for (const { Key } of (await page(pathOf(key, ''))).objects ?? []) await removeObject(Key);
      }),

    files: async function* () {
      let token: string | undefined;
      do {
        const found = await withReachability(() => page(prefix, token));
        token = found.nextContinuationToken;
        for (const { Key } of found.objects ?? []) {
          const [, key = '', name = '', ...rest] = Key.split('/');
          if (keyPattern.test(key) && name && rest.length === 0) yield { key, name };
        }
      } while (token !== undefined);
    },

    list: async function* (seconds) {
      const before = Date.now() - seconds * 1_000;
      let token: string | undefined;
      let changed = new Map<string, number>();
      do {
        const found = await withReachability(() => page(prefix, token));
        token = found.nextContinuationToken;
        for (const { Key, LastModified } of found.objects ?? []) {
          const key = Key.split('/')[1] ?? '';
          const time = new Date(LastModified).getTime();
          if (keyPattern.test(key)) changed.set(key, Math.max(time, changed.get(key) ?? 0));
        }
        // The next page may start with more files of the last key.
        const last = token === undefined ? undefined : [...changed].at(-1);
        if (last) changed.delete(last[0]);
        yield [...changed].filter(([, time]) => time < before).map(([key]) => key);
        changed = new Map(last && [last]);
      } while (token !== undefined);
    },
  };
}

/** Returns null if the bucket can be used. `reason` is in English. */
export async function findBucketProblem(settings: BucketSettings): Promise<'missing' | { reason: string } | null> {
  try {
    const found = await clientOf(settings).listObjectsPaged('/', prefix, 1);
    return found ? null : 'missing';
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** `https://store.example/pictures` or `https://pictures.store.example`. */
function urlOf({ bucket, endpoint, pathStyle }: BucketSettings): string {
  const url = new URL(endpoint);
  if (pathStyle) url.pathname = `/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

const clientOf = (settings: BucketSettings) =>
  new S3mini({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    endpoint: urlOf(settings),
    fetch: fetchWithTimeout,
  });

/** The timeout applies to the start of the response, not to reading its body. */
async function fetchWithTimeout(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = new AbortController();
  const mebibytes = init.body instanceof Blob ? init.body.size / 2 ** 20 : 0;
  const wait = init.method === 'PUT' ? timeoutsMs.put + mebibytes * timeoutsMs.perMebibyte : timeoutsMs.others;
  const timer = setTimeout(() => timeout.abort(new Error(`no response within ${wait / 1_000} s`)), wait);
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: timeout.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function withReachability<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.warn({ error: reasonOf(error) }, 'the bucket is unreachable');
    throw new DomainError('unavailable', t('errors.pictures-unreachable'));
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message || cause.name}` : message;
}

const backend = config.s3 ? bucketBackend(config.s3) : diskBackend(mediaFolder);

export const newKey = (): string => randomUUID();

/** Atomic. Throws `unavailable` if the disk is full or, like all functions here, if the bucket is unreachable. */
export const store = (key: string, name: string, bytes: Uint8Array): Promise<void> => backend.put(key, name, bytes);

/** Atomic. Copies a file from disk. */
export const storeFile = (key: string, name: string, path: string): Promise<void> => backend.putFile(key, name, path);

/** Returns null if there is no such file. */
export const openStored = (key: string, name: string) => backend.open(key, name);

/**
 * Opens a local file with the content of all `names`, one after the other. Returns null if one is missing. The caller
 * closes it. Throws unavailable if the disk is full.
 */
export async function openLocally(key: string, names: readonly string[]): Promise<FileHandle | null> {
  const [name = ''] = names;
  if (names.length === 1 && backend.pathOf) return open(backend.pathOf(key, name), 'r').catch(missingAsNull);
  const file = await createUnnamedFile();
  try {
    let end = 0;
    for (const each of names) {
      const next = await copyInto(file, end, key, each);
      if (next === null) {
        await file.close();
        return null;
      }
      end = next;
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns where the next one goes. The position of the file stays at its beginning, where another process reads it. */
async function copyInto(file: FileHandle, start: number, key: string, name: string): Promise<number | null> {
  const stored = await backend.open(key, name);
  if (!stored) return null;
  const body = stored.body instanceof Blob ? stored.body.stream() : stored.body;
  let at = start;
  for await (const bytes of body as AsyncIterable<Uint8Array>) {
    await writeAt(file, at, bytes);
    at += bytes.length;
  }
  return at;
}

/** Removes one file, or all files of the key if `name` is empty. Missing files are ignored. */
export const removeStored = (key: string, name = ''): Promise<void> => backend.remove(key, name);

/** Yields pages of keys whose files have not changed for `seconds`. */
export const listStored = (seconds: number): AsyncGenerator<string[]> => backend.list(seconds);
