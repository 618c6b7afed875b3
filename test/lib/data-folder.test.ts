/** A data folder that cannot be used is named together with its setting. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../src/lib/config.ts';
import { createDataDir, openDataDir } from '../../src/lib/data-folder.ts';
import { scratchFolder } from '../support/scratch.ts';

const refusalOf = (path: string): string => {
  try {
    openDataDir(path);
    return '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
};

test('missing folders are created, so that another user may enter them', () => {
  const folder = join(scratchFolder('data-folder'), 'var', 'potluck');
  createDataDir(folder);
  createDataDir(folder);
  expect([existsSync(folder), statSync(folder).mode & 0o777]).toEqual([true, 0o711]);
});

test('a file, and a folder below one, are refused', () => {
  const file = join(scratchFolder('data-file'), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'potluck'), join(file, 'a', 'b')])
    expect(refusalOf(path)).toMatch(/^DATA_DIR: .* it is a file, or a part of the path is one\. Set DATA_DIR to /);
});

test.runIf(existsSync('/proc/self'))('a folder where nothing can be created is refused at once', () => {
  for (const path of ['/proc/potluck', '/proc/potluck/data/deep'])
    expect(refusalOf(path)).toMatch(/^DATA_DIR: .*\/proc\/potluck cannot be created \(E[A-Z]+\)/);
});

test.runIf(process.geteuid?.() !== 0)('a folder of another user is refused with both users', () => {
  const folder = join(scratchFolder('data-closed'), 'closed');
  mkdirSync(folder, { mode: 0o500 });
  expect(refusalOf(folder)).toContain(`run "chown -R ${process.geteuid?.()} ${folder}"`.replace('run', 'Run'));
});
