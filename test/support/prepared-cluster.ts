/**
 * An embedded PostgreSQL that is created and migrated already. Servers of tests start with a copy, which saves them
 * seconds.
 */
import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '../../src/db/embedded/cluster.ts';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { root } from './built-server.ts';
import { scratchFolder } from './scratch.ts';

/** Whatever decides what a new cluster holds. */
function fingerprint(): string {
  const files = globSync(['src/db/embedded/*.ts', 'src/db/migrate.ts', 'prisma/migrations/*/*.sql'], { cwd: root });
  const contents = files.toSorted().map((file) => readFileSync(join(root, file), 'utf8'));
  return hash('sha256', JSON.stringify([findBinaries().major, ...contents])).slice(0, 16);
}

const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
let prepared: Promise<string> | undefined;

/** Test processes share it, and may prepare it at the same time. */
async function prepare(): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  const folder = join(cache, `cluster-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const scratch = scratchFolder('cluster');
  const embedded = await startEmbedded(scratch, { settings: { fsync: 'off' } });
  await migrate(embedded.url);
  await embedded.stop();

  mkdirSync(cache, { recursive: true });
  const made = `${folder}-${randomBytes(4).toString('hex')}`;
  await copy(scratch, made);
  rmSync(scratch, { recursive: true });
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(made, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Puts a copy into a data folder that holds no cluster. */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) return;
  prepared ??= prepare();
  const from = await prepared;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  await copy(join(from, 'postgres'), dataDir);
  // Tests kill processes and not the machine. The faults measure what a server does with its usual settings.
  if (process.env.VITEST)
    appendFileSync(join(dataDir, 'postgres/files/postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
}
