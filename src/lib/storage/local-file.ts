/**
 * Files on this machine that have no name, so that nothing remains of them when they are closed or the process dies:
 * those of a request, and copies.
 */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '../config.ts';
import { decodeText } from '../decode-text.ts';
import { foreignFormatOf, type PictureType, pictureTypeOf, sniffedBytes } from '../picture-type.ts';
import { isFull, NoSpace, requireSpace } from './disk-space.ts';

/** Throws NoSpace. */
export async function createUnnamedFile(): Promise<FileHandle> {
  await requireSpace();
  const path = join(config.dataDir, `copy-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(rethrow);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The position of the file stays where it is. Throws NoSpace. */
export async function writeAt(file: FileHandle, start: number, bytes: Uint8Array): Promise<void> {
  try {
    for (let done = 0; done < bytes.length; )
      done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
  } catch (error) {
    rethrow(error);
  }
}

function rethrow(error: unknown): never {
  throw isFull(error) ? new NoSpace() : error;
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) throw new Error('the file is shorter than expected');
    done += bytesRead;
  }
  return bytes;
}

type Content = Pick<ReceivedFile, 'pictureType' | 'foreignFormat'>;

/** A file that arrived with a request, whole. */
export class ReceivedFile {
  readonly size: number;
  /** SHA-256 in base64url. */
  readonly digest: string;
  readonly pictureType: PictureType | null;
  /** The name of a format of pictures that is not supported. */
  readonly foreignFormat: string | null;
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number, digest: string, { pictureType, foreignFormat }: Content) {
    this.#file = file;
    this.size = size;
    this.digest = digest;
    this.pictureType = pictureType;
    this.foreignFormat = foreignFormat;
  }

  /** Leads to the open file until it is closed. */
  get path(): string {
    return `${process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd'}/${this.#file.fd}`;
  }

  bytes(): Promise<Buffer<ArrayBuffer>> {
    return readAt(this.#file, 0, this.size);
  }

  /** In whatever encoding it is. Empty for binary content. */
  async text(): Promise<string> {
    return decodeText(await this.bytes()) ?? '';
  }

  /** Does nothing the second time. */
  close(): Promise<void> {
    return this.#file.close();
  }
}

/** A file that is still arriving. */
export interface FileReceiver {
  /** The bytes may be gone after the call. Throws NoSpace. */
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<ReceivedFile>;
  close(): Promise<void>;
}

const bufferBytes = 64 * 1_024;

/** Takes one buffer of memory, however large the file is. */
export async function receiveFile(): Promise<FileReceiver> {
  const file = await createUnnamedFile();
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let buffered = 0;
  let size = 0;

  const flush = async () => {
    const part = buffer.subarray(0, buffered);
    hash.update(part);
    await writeAt(file, size, part);
    size += buffered;
    buffered = 0;
  };

  return {
    write: async (bytes) => {
      for (let taken = 0; taken < bytes.length; ) {
        const part = bytes.subarray(taken, taken + bufferBytes - buffered);
        buffer.set(part, buffered);
        buffered += part.length;
        taken += part.length;
        if (buffered === bufferBytes) await flush();
      }
    },
    end: async () => {
      await flush();
      return new ReceivedFile(file, size, hash.digest('base64url'), await findContent(file, size));
    },
    close: () => file.close(),
  };
}

async function findContent(file: FileHandle, size: number): Promise<Content> {
  const start = await readAt(file, 0, Math.min(size, sniffedBytes.start));
  const endLength = Math.min(size - start.length, sniffedBytes.end);
  const pictureType = pictureTypeOf(Buffer.concat([start, await readAt(file, size - endLength, endLength)]));
  return { pictureType, foreignFormat: pictureType === null ? foreignFormatOf(start) : null };
}
