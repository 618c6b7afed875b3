/** What a place for files can do, whichever place it is. */

export const keyForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface StoredFile {
  size: number;
  /** Of these very bytes. */
  etag: string;
  /** Read piece by piece as it is sent. */
  body: Blob | ReadableStream<Uint8Array>;
  /** For who opened the file and does not send it. */
  discard(): Promise<void>;
}

/** Folders named by keys, each with a few files. All but `list` throw for what is no key. */
export interface Shelf {
  /** Whole or not at all, whatever happens in between. */
  put(key: string, name: string, bytes: Uint8Array): Promise<void>;
  /** The same of a file on disk, which is not read into memory and stays where it is. */
  putFile(key: string, name: string, path: string): Promise<void>;
  /** Null when there is no such file. */
  open(key: string, name: string): Promise<StoredFile | null>;
  /** One file of a key, or all it has; nothing happens when there is none. */
  remove(key: string, name: string): Promise<void>;
  /** The keys whose folders have not changed for `seconds`, some hundreds at a time. */
  list(seconds: number): AsyncGenerator<string[]>;
}

export function checkKey(key: string): void {
  if (!keyForm.test(key)) throw new Error('no key of stored files');
}
