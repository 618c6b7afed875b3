/** Lends a new, empty PostgreSQL to the scripts of this folder. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded.ts';

export async function onScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-scratch-'));
  chmodSync(folder, 0o755);
  const database = await startEmbedded(folder, { settings: { fsync: 'off' } });
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
