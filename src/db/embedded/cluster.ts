/** Creates and reads the embedded database on disk. Operators may change its settings in postgresql.conf. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { memoryPlan } from '../../lib/memory.ts';
import { DatabaseRefusal } from '../startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { Owner } from './run-as.ts';

export type Cluster = { folder: string; files: string; superuserPassword: string };

const settings = {
  max_wal_size: '512MB',
  jit: 'off',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One log file per weekday, overwritten after a week. Statements are not logged, because they contain user data.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
};

/** What initdb or an earlier version wrote. Other values were chosen by the operator. */
const formerDefaults: Record<string, string[]> = {
  shared_buffers: ['128MB'],
  max_connections: ['100', '200'],
};

/** Returns the settings that depend on memory, without those that the operator chose. */
export function memorySettings({ files }: Cluster, settings = memoryPlan().postgres): Record<string, string> {
  const written = ['postgresql.conf', 'postgresql.auto.conf']
    .map((name) => join(files, name))
    .map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
    .join('\n');
  const chosen = [...written.matchAll(/^[ \t]*(\w+)[ \t]*[= \t][ \t]*'?([^'\s#]+)/gm)]
    .filter(([, name, value]) => !formerDefaults[name!]?.includes(value!))
    .map(([, name]) => name!);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !chosen.includes(name)));
}

export const clusterFolder = (dataDir: string) => join(dataDir, 'postgres');

/** Returns null if it was not created yet. */
export function readCluster(dataDir: string): Cluster | null {
  if (!existsSync(join(clusterFolder(dataDir), 'files', 'PG_VERSION'))) return null;
  const folder = realpathSync(clusterFolder(dataDir));
  const superuserPassword = readFileSync(join(folder, 'password'), 'utf8').trim();
  return { folder, files: join(folder, 'files'), superuserPassword };
}

const ownerPasswordFile = ({ folder }: Cluster) => join(folder, 'owner-password');

/** Returns null if it was not created yet. */
export function readOwnerPassword(cluster: Cluster): string | null {
  const file = ownerPasswordFile(cluster);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null;
}

/** A crash leaves either no file or the whole password. */
export function createOwnerPassword(cluster: Cluster, systemUser: Owner | null): string {
  const file = ownerPasswordFile(cluster);
  const password = writePassword(`${file}.new`, systemUser);
  renameSync(`${file}.new`, file);
  return password;
}

/** Only the account that runs PostgreSQL can read it. */
function writePassword(file: string, systemUser: Owner | null): string {
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  if (systemUser) chownSync(file, systemUser.uid, systemUser.gid);
  return password;
}

/** The major version that wrote it. */
export const readMajor = ({ files }: Cluster): string =>
  readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();

export function checkVersion(cluster: Cluster, { major }: Binaries): void {
  const found = readMajor(cluster);
  if (found === major) return;
  throw new DatabaseRefusal(
    `${cluster.files} was written by PostgreSQL ${found}, but PostgreSQL ${major} is installed: run "npm run cli -- database upgrade".`,
  );
}

/** Where an upgrade prepares the new cluster. */
export const upgradeFolder = (dataDir: string) => join(dataDir, 'upgrade');

/** Creates it in a temporary folder and renames that, so that it is complete or absent and one of two processes wins. */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  owner: Owner | null,
): Promise<Cluster> {
  if (existsSync(join(upgradeFolder(dataDir), 'complete')))
    throw new DatabaseRefusal(
      `The upgrade of the database in ${dataDir} was interrupted: run "npm run cli -- database upgrade" again.`,
    );
  const draft = join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    if (owner) chownSync(draft, owner.uid, owner.gid);
    await initialise(draft, binaries, owner);
    renameSync(draft, clusterFolder(dataDir));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const isLostRace = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isLostRace || !readCluster(dataDir)) throw error;
  }
  return readCluster(dataDir)!;
}

async function initialise(folder: string, binaries: Binaries, owner: Owner | null): Promise<void> {
  const passwordFile = join(folder, 'password');
  writePassword(passwordFile, owner);

  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        ...[
          '-D',
          join(folder, 'files'),
          '--username=potluck',
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
        ],
        ...['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...['--text-search-config=simple', '--no-instructions'],
        ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
      ],
      { cwd: dirname(binaries.initdb), env: { LC_ALL: 'C' }, ...owner },
    );
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const lines = (stderr || message).trim().split('\n');
    const reason = lines.find((line) => /error:|FATAL:|could not/.test(line)) ?? lines[0];
    throw new DatabaseRefusal(`The embedded PostgreSQL could not be set up in ${folder}: ${reason}`);
  }
}
