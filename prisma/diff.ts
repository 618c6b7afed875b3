/** Writes the next migration (`npm run migration:new NAME`) or, with `--check`, tells whether one is missing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDifference, migrationsFolder } from './difference.ts';
import { findUnlisted } from './landed.ts';
import { onScratchDatabase } from './scratch.ts';

const [argument = ''] = process.argv.slice(2);
if (argument !== '--check' && !/^[a-z][a-z0-9_]*$/.test(argument)) {
  process.stderr.write('Usage: npm run migration:new NAME, with a name such as add_bakings\n');
  process.exit(2);
}
const sql = await onScratchDatabase(findDifference);

if (sql === '') {
  process.stdout.write('Migrations and schema.prisma agree.\n');
} else if (argument === '--check') {
  process.stderr.write(`Migrations and schema.prisma differ: run "npm run migration:new NAME".\n\n${sql}`);
  process.exitCode = 1;
} else {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = join(migrationsFolder, `${time}_${argument}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), sql);
  process.stdout.write(`${join(folder, 'migration.sql')}\n`);
}

if (argument === '--check') {
  const unlisted = findUnlisted();
  if (unlisted.length > 0) {
    process.stderr.write(`prisma/migrations/SHA256SUMS:\n${unlisted.join('\n')}\n`);
    process.exitCode = 1;
  }
}
