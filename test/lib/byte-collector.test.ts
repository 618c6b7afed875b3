/** Bytes that arrive in chunks take little more memory than they are, and give it back. */
import { expect, test } from 'vitest';
import { releaseBytes } from '../../src/lib/memory.ts';
import { collectBytes } from '../../src/lib/read-body.ts';

const chunk = Buffer.alloc(50_000, 7);

function collect(chunks: number, expected?: number) {
  const read = collectBytes(expected);
  for (let count = 0; count < chunks; count += 1) read.add(chunk);
  return read;
}

test.each([undefined, 100, 1_000_000])('many bytes can be released when %s are expected', (expected) => {
  const bytes = collect(3, expected).bytes();
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([150_000, 150_000]);
  expect(bytes.every((byte) => byte === 7)).toBe(true);
  releaseBytes(bytes);
  expect(bytes.length).toBe(0);
});

test('bytes that were taken do not change when more are added', () => {
  const read = collect(3, 1_000_000);
  const taken = read.bytes();
  read.add(Buffer.from('more'));
  expect([taken.length, read.length, read.bytes().subarray(-4).toString()]).toEqual([150_000, 150_004, 'more']);
});

test('an expected length is no limit, and a cleared collector starts again', () => {
  const read = collect(2, 10);
  read.clear();
  read.add(Buffer.from('again'));
  expect(read.bytes().toString()).toBe('again');
});
