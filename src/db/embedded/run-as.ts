/** Chooses the user that PostgreSQL runs as, because it refuses to run as root. */
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseRefusal } from '../startup-error.ts';
import type { Binaries } from './binaries.ts';

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
      `${cluster} belongs to user ${stats.uid}: start as that user or root, run "chown -R ${currentUser} ${cluster}", or set DATA_DIR.`,
    );
  }
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : nobody();
}

/** The user must exist, because initdb looks up its name. */
function nobody(): Owner {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const [, uid, gid] =
    /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^[^:]+:[^:]*:([1-9]\d*):(\d+):/m.exec(users) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Throws DatabaseRefusal that names the first inaccessible folder. PostgreSQL would only report EACCES. */
export function checkAccess(owner: Owner | null, dataDir: string, binaries: Binaries): void {
  if (!owner) return;
  const native = join(binaries.folder, 'native');
  const folders = [...parents(native), ...['bin', 'lib', 'share'].map((name) => join(native, name))];
  const refuse = (path: string, bits: string, otherwise: string) => {
    throw new DatabaseRefusal(
      `PostgreSQL does not run as root, and user ${owner.uid} cannot reach ${path}: run "chmod o+${bits} ${path}"${otherwise}.`,
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
