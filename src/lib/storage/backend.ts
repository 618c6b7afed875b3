/** Defines what a storage backend provides. */

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
  /** Removes one file, or all files of the key if `name` is empty. Missing files are ignored. */
  remove(key: string, name: string): Promise<void>;
  /** Yields pages of keys whose files have not changed for `seconds`. */
  list(seconds: number): AsyncGenerator<string[]>;
  /** Yields every file. */
  files(): AsyncGenerator<{ key: string; name: string }>;
}

export function checkKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error('invalid storage key');
}
