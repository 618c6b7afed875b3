/** Stores files in a private bucket of an S3-compatible service. */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { S3mini } from 's3mini';
import { DomainError } from '../errors.ts';
import { t } from '../language/text.ts';
import { log } from '../log.ts';
import { checkKey, keyPattern, type StorageBackend } from './backend.ts';

export interface BucketSettings {
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
        await client.putObject(
          pathOf(key, name),
          file,
          'application/octet-stream',
          undefined,
          checksum,
          file.size,
        );
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
export async function findBucketProblem(
  settings: BucketSettings,
): Promise<'missing' | { reason: string } | null> {
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
  const wait =
    init.method === 'PUT' ? timeoutsMs.put + mebibytes * timeoutsMs.perMebibyte : timeoutsMs.others;
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
