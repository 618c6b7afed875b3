/** Copying files between storage backends that fail. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFiles } from '../../src/lib/storage/move.ts';
import { diskBackend, newKey, type StorageBackend } from '../../src/lib/storage/storage.ts';
import { scratchFolder } from '../support/scratch.ts';

const backend = (name: string) => diskBackend(join(scratchFolder('move'), name));
const ignore = () => {};

async function filled(count: number): Promise<StorageBackend> {
  const source = backend('source');
  for (let at = 0; at < count; at += 1) await source.put(newKey(), 'original', Buffer.from(`picture ${at}`));
  return source;
}

test('a copy that was interrupted continues with the files that are missing', async () => {
  const [source, target] = [await filled(40), backend('target')];
  let left = 15;
  const failing: StorageBackend = {
    ...target,
    putFile: async (...file) => {
      if (left-- <= 0) throw new Error('no space');
      await target.putFile(...file);
    },
  };
  await expect(copyFiles(source, failing, ignore, 1)).rejects.toThrow('no space');
  expect(await copyFiles(source, target, ignore, 1)).toMatchObject({ copied: 25, present: 15 });
  expect(await copyFiles(source, target, ignore, 1)).toMatchObject({ copied: 0, present: 40 });
});

test('a short failure is retried', async () => {
  const [source, target] = [await filled(5), backend('target')];
  let failures = 3;
  const shaky: StorageBackend = {
    ...target,
    open: async (...file) => {
      if (failures-- > 0) throw new Error('cut off');
      return target.open(...file);
    },
  };
  expect(await copyFiles(source, shaky, ignore, 1)).toMatchObject({ copied: 5 });
});

test('a backend that stores something else is noticed', async () => {
  const [source, target] = [await filled(1), backend('target')];
  const altering: StorageBackend = {
    ...target,
    putFile: (key, name) => target.put(key, name, Buffer.from('something else')),
  };
  await expect(copyFiles(source, altering, ignore, 1)).rejects.toThrow('differs');
});

test('a file that is deleted meanwhile is skipped', async () => {
  const [source, target] = [await filled(3), backend('target')];
  let opened = 0;
  const shrinking: StorageBackend = {
    ...source,
    open: async (...file) => (opened++ === 0 ? null : source.open(...file)),
  };
  expect(await copyFiles(shrinking, target, ignore, 1)).toMatchObject({ copied: 2, present: 0 });
});
