/** Copies an embedded database into a new cluster of the installed PostgreSQL and puts that in its place. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CopiedTable, copyDatabase } from '../copy.ts';
import { DatabaseRefusal } from '../errors.ts';
import { type Binaries, clusterFolder, readCluster, upgradeFolder } from './cluster.ts';
import { startEmbedded } from './embedded.ts';
import { ownCluster } from './postmaster.ts';

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
  const source = await startEmbedded(dataDir, { binaries: former });
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
export async function replaceCluster(dataDir: string, formerMajor: string): Promise<string> {
  const [draft, former] = [upgradeFolder(dataDir), join(dataDir, `postgres-${formerMajor}`)];
  if (existsSync(clusterFolder(draft))) {
    if (!existsSync(former)) await putAside(dataDir, former);
    renameSync(clusterFolder(draft), clusterFolder(dataDir));
  }
  rmSync(draft, { recursive: true, force: true });
  return former;
}

async function putAside(dataDir: string, former: string): Promise<void> {
  const ownership = await ownCluster(readCluster(dataDir)!);
  if (!ownership)
    throw new DatabaseRefusal(
      `Another process uses the database in ${dataDir}, and what it writes now would be lost: stop the server, ` +
        `delete ${upgradeFolder(dataDir)}, and run "npm run cli -- database upgrade" again.`,
    );
  renameSync(clusterFolder(dataDir), former);
  ownership.release();
}
