/** Joins chunks in one growing buffer, so that a million chunks of one byte take no more memory than one of a million. */

export interface ByteCollector {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** Forgets all chunks. */
  clear(): void;
  /** The bytes so far, which later additions do not change. */
  bytes(): Buffer<ArrayBuffer>;
}

const smallest = 1_024;

export function collectBytes(): ByteCollector {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(chunk) {
      const needed = length + chunk.length;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(smallest, needed, 2 * buffer.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length = needed;
    },
    clear() {
      buffer = Buffer.alloc(0);
      length = 0;
    },
    bytes: () => buffer.subarray(0, length),
  };
}
