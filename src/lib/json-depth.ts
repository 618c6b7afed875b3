/** Measures the nesting depth of JSON text without parsing it. */

const quote = 0x22;
const backslash = 0x5c;

/** Whether arrays and objects nest deeper than `limit`. Takes one pass and accepts invalid JSON. */
export function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;

  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}
