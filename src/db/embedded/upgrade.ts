/** Copies an embedded database into a new cluster of the installed PostgreSQL and puts that in its place. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CopiedTable, copyDatabase } from '../copy.ts';
import type { Binaries } from './binaries.ts';
import { clusterFolder, upgradeFolder } from './cluster.ts';
import { startEmbedded } from './embedded.ts';

/** Safe to repeat after an interruption. The former cluster stays as `postgres-MAJOR`. Returns where. */
export async function upgradeCluster(
  dataDir: string,
  former: Binaries,
  onTable: (table: CopiedTable) => void,
): Promise<string> {
  const draft = upgradeFolder(dataDir);
  if (!existsSync(join(draft, 'complete'))) await copy(dataDir, former, onTable);
  return replaceCluster(dataDir, former.major);
}

async function copy(dataDir: string, former: Binaries, onTable: (table: CopiedTable) => void): Promise<void> {
  const draft = upgradeFolder(dataDir);
  rmSync(draft, { recursive: true, force: true });
  const source = await startEmbedded(dataDir, {}, former);
  try {
    const target = await startEmbedded(draft);
    try {
      await copyDatabase(source.url, target.url, { ownConnections: 1, onTable });
    } finally {
      await target.stop();
    }
  } finally {
    await source.stop();
  }
  writeFileSync(join(draft, 'complete'), '');
}

/** Finishes an upgrade whose copy is complete. Returns where the former cluster is. */
export function replaceCluster(dataDir: string, formerMajor: string): string {
  const [draft, former] = [upgradeFolder(dataDir), join(dataDir, `postgres-${formerMajor}`)];
  if (existsSync(clusterFolder(draft))) {
    if (!existsSync(former)) renameSync(clusterFolder(dataDir), former);
    renameSync(clusterFolder(draft), clusterFolder(dataDir));
  }
  rmSync(draft, { recursive: true, force: true });
  return former;
}
