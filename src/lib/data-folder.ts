/** Names the data folders, creates the outer one, and names `DATA_DIR` where that is not possible. */
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError, config } from './config.ts';

/** Where pictures and other files are, unless they are in a bucket. */
export const mediaFolder = join(config.dataDir, 'media');

/** PostgreSQL may run as another user, who must be able to enter new folders despite the umask. */
const mode = 0o711;

/** Throws ConfigError. */
export function createDataDir(path = config.dataDir): void {
  // One by one: on the file systems of the kernel Node would try to create several for ever.
  for (const folder of missingFolders(path)) create(folder, path);
}

/** For the server. Throws ConfigError unless files can be created in it. Commands may run as another user. */
export function openDataDir(path = config.dataDir): void {
  createDataDir(path);
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { uid } = statSync(path);
    throw refusal(
      path,
      `user ${process.geteuid?.()} cannot write to it (${codeOf(error)}), and it belongs to user ${uid}`,
      `run "chown -R ${process.geteuid?.()} ${path}", or start as that user`,
    );
  }
}

/** Outermost first. */
function missingFolders(path: string): string[] {
  try {
    if (statSync(path).isDirectory()) return [];
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(path) !== path) return [...missingFolders(dirname(path)), path];
    if (codeOf(error) !== 'ENOTDIR') throw refusal(path, `it cannot be read (${codeOf(error)})`, otherFolder);
  }
  throw refusal(path, 'it is a file, or a part of the path is one', otherFolder);
}

function create(folder: string, path: string): void {
  try {
    mkdirSync(folder, { mode });
    chmodSync(folder, mode);
  } catch (error) {
    // Another process creates it at the same time.
    if (codeOf(error) === 'EEXIST') return;
    throw refusal(path, `${folder} cannot be created (${codeOf(error)})`, otherFolder);
  }
}

const otherFolder = 'set DATA_DIR to a folder that this user may write to';

const refusal = (path: string, reason: string, remedy: string): ConfigError =>
  new ConfigError(`DATA_DIR: ${path} cannot be used: ${reason}. ${remedy[0]!.toUpperCase()}${remedy.slice(1)}`);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
