/** Writes the next migration (`npm run migration:new NAME`) or, with `--check`, tells whether one is missing. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { findDifference, migrationsFolder } from './difference.ts';
import { findUnlisted } from './landed.ts';

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

async function onScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-diff-'));
  chmodSync(folder, 0o755);
  const database = await startEmbedded(folder, { fsync: 'off' });
  const close = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)));
  }

  try {
    return await work(database.url);
  } finally {
    await close();
  }
}
