/** Checks that the migrations result in the schema of schema.prisma, and that landed migrations stay as they are. */
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { findDifference, migrationsFolder } from '../../prisma/difference.ts';
import { findUnlisted } from '../../prisma/landed.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { scratchFolder } from '../support/scratch.ts';

test('migrations and schema.prisma agree', async () => {
  const url = await createEmptyDatabase(inject('testServer'), `drift_${process.env.VITEST_POOL_ID}`);
  expect(await findDifference(url)).toBe('');
});

test('a landed migration that was changed or removed is named, and so is a new one', () => {
  const folder = scratchFolder('migrations', inject('testServer').folder);
  cpSync(migrationsFolder, folder, { recursive: true });
  expect(findUnlisted(folder)).toEqual([]);

  const first = join(folder, '20261122000000_init');
  appendFileSync(join(first, 'migration.sql'), '\n');
  mkdirSync(join(folder, '99990101000000_more'));
  writeFileSync(join(folder, '99990101000000_more/migration.sql'), 'SELECT 1;\n');
  expect(findUnlisted(folder)).toEqual([
    expect.stringMatching(/^20261122000000_init\/migration.sql has landed and was changed/),
    expect.stringMatching(/^99990101000000_more\/migration.sql is new: .*\n[0-9a-f]{64} {2}9999/),
  ]);
  rmSync(first, { recursive: true });
  expect(findUnlisted(folder)).toContainEqual(expect.stringContaining('is missing'));
});
