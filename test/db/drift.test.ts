/** The schema that the migrations make is the one schema.prisma tells. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('migrations and schema.prisma agree', () => {
  const diff = join(import.meta.dirname, '../../prisma/diff.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [diff, '--check'], { encoding: 'utf8' });
  expect({ stdout, stderr: status === 0 ? '' : stderr }).toEqual({
    stdout: 'Migrations and schema.prisma agree.\n',
    stderr: '',
  });
});
