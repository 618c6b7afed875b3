/** A zip that is written while it is read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openZip } from '../../src/lib/archive/unzip.ts';
import { streamZip } from '../../src/lib/archive/zip.ts';

const limits = { entries: 10, entryBytes: 2 ** 24, totalBytes: 2 ** 24 };

const bytesOf = async (body: ReadableStream<Uint8Array>) => Buffer.from(await new Response(body).arrayBuffer());

test('a streamed zip has its files in order, and a bare one stands at a fixed place', async () => {
  const bytes = await bytesOf(
    streamZip(async (zip) => {
      zip.addBare('mimetype', Buffer.from('text/plain'));
      await zip.add('a.txt', [Buffer.from('one '), Buffer.from('two')]);
      await zip.add('b.bin', [Buffer.alloc(100_000, 7)], { stored: true });
    }),
  );
  expect(bytes.subarray(30, 48).toString()).toBe('mimetypetext/plain');
  const zip = await openZip(bytes, limits);
  expect(zip.names).toEqual(['mimetype', 'a.txt', 'b.bin']);
  expect((await zip.read('a.txt'))!.toString()).toBe('one two');
  expect((await zip.read('b.bin'))!.length).toBe(100_000);
});

test('what fails while it is written ends the stream with an error', async () => {
  const body = streamZip(async (zip) => {
    await zip.add('a.txt', [Buffer.from('one')]);
    throw new Error('the database is gone');
  });
  await expect(bytesOf(body)).rejects.toThrow('the database is gone');
});

test('no more is read than somebody takes, and who stops reading stops the writing', async () => {
  let chunks = 0;
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) {
        chunks += 1;
        yield Buffer.alloc(65_536, chunks % 256);
      }
    } finally {
      isClosed = true;
    }
  }
  const ended = Promise.withResolvers<void>();
  const body = streamZip(async (zip) => {
    await zip.add('endless', endless(), { stored: true }).finally(() => ended.resolve());
  });
  const reader = body.getReader();
  await reader.read();
  await sleep(20);
  expect(chunks).toBeLessThan(50);
  await reader.cancel();
  await ended.promise;
  await expect.poll(() => isClosed).toBe(true);
});
