/** Joins chunks in one growing buffer, so that a million chunks of one byte take no more memory than one of a million. */

export interface ByteCollector {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** Forgets all chunks. */
  clear(): void;
  /** The bytes so far, which later additions do not change. Many bytes have a buffer of their own of exactly this size. */
  bytes(): Buffer<ArrayBuffer>;
}

const smallest = 1_024;
const many = 64 * 1_024;

/** @param expected how many bytes come, so that the buffer need not grow. Only those that come take memory. */
export function collectBytes(expected = 0): ByteCollector {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(chunk) {
      const needed = length + chunk.length;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(smallest, needed, 2 * buffer.length, expected));
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
    bytes() {
      if (length >= many && length < buffer.length) buffer = Buffer.from(buffer.buffer.transfer(length));
      return buffer.subarray(0, length);
    },
  };
}
