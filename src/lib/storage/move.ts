/** Copies all files from one storage backend to another and verifies them. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StorageBackend, StoredFile } from './storage.ts';

export interface MoveCounts {
  /** Files that were copied now. */
  copied: number;
  /** Files that were there already, with the same content. */
  present: number;
  /** Bytes of both. */
  bytes: number;
}

const concurrency = 8;
const attempts = 4;

/**
 * Safe to repeat: files with the same content are not copied again. Throws if a file cannot be copied after four
 * attempts.
 */
export async function copyFiles(
  source: StorageBackend,
  target: StorageBackend,
  onProgress: (counts: MoveCounts) => void,
  retryMs = 1_000,
): Promise<MoveCounts> {
  const counts: MoveCounts = { copied: 0, present: 0, bytes: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'potluck-move-'));
  const files = source.files();
  // A generator answers one request after the other, so all may read from it.
  const copyNext = async (draft: string): Promise<void> => {
    for (;;) {
      const next = await files.next();
      if (next.done) return;
      const { key, name } = next.value;
      const result = await withRetries(() => copyFile(source, target, key, name, draft), retryMs);
      if (!result) continue;
      counts[result.isNew ? 'copied' : 'present'] += 1;
      counts.bytes += result.bytes;
      onProgress(counts);
    }
  };
  try {
    const drafts = Array.from({ length: concurrency }, (_, at) => join(folder, String(at)));
    const ended = await Promise.allSettled(drafts.map(copyNext));
    const failed = ended.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns null if the file was deleted in the meantime. */
async function copyFile(
  source: StorageBackend,
  target: StorageBackend,
  key: string,
  name: string,
  draft: string,
): Promise<{ isNew: boolean; bytes: number } | null> {
  const file = await source.open(key, name);
  if (!file) return null;
  const { digest, bytes } = await download(file, draft);
  if ((await digestOf(target, key, name)) === digest) return { isNew: false, bytes };
  await target.putFile(key, name, draft);
  if ((await digestOf(target, key, name)) !== digest) throw new Error(`the copy of ${key}/${name} differs`);
  return { isNew: true, bytes };
}

async function download(file: StoredFile, path: string): Promise<{ digest: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(readable(file), count, createWriteStream(path, { mode: 0o600 }));
  if (bytes !== file.size) throw new Error(`${bytes} of ${file.size} bytes were read`);
  return { digest: hash.digest('hex'), bytes };
}

async function digestOf(backend: StorageBackend, key: string, name: string): Promise<string | null> {
  const file = await backend.open(key, name);
  if (!file) return null;
  const hash = createHash('sha256');
  await pipeline(readable(file), hash);
  return hash.digest('hex');
}

const readable = ({ body }: StoredFile): Readable =>
  Readable.fromWeb((body instanceof Blob ? body.stream() : body) as Parameters<typeof Readable.fromWeb>[0]);

async function withRetries<T>(work: () => Promise<T>, retryMs: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts) throw error;
      await sleep(retryMs * 2 ** attempt);
    }
  }
}
