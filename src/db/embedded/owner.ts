/** As whom PostgreSQL runs: it refuses to run as root, so root lends it to somebody who can reach its files. */
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseRefusal } from '../refusal.ts';
import type { Binaries } from './binaries.ts';

export type Owner = { uid: number; gid: number };

/**
 * Null when PostgreSQL runs as we do. A folder that exists keeps its owner, as PostgreSQL demands.
 * @param cluster folder of the database, which need not exist
 */
export function findOwner(cluster: string): Owner | null {
  const ourselves = process.geteuid?.();
  const stats = statSync(cluster, { throwIfNoEntry: false });
  if (ourselves === undefined || ourselves === stats?.uid) return null;

  if (ourselves !== 0) {
    if (!stats) return null;
    throw new DatabaseRefusal(
      `${cluster} belongs to user ${stats.uid}: start as that user or root, run "chown -R ${ourselves} ${cluster}", or set DATA_DIR.`,
    );
  }
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : nobody();
}

/** Some user who exists, as initdb looks up its name. */
function nobody(): Owner {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const [, uid, gid] =
    /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^[^:]+:[^:]*:([1-9]\d*):(\d+):/m.exec(users) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Fails with the name of the first folder closed to the owner: PostgreSQL itself would only say EACCES. */
export function checkReach(owner: Owner | null, dataDir: string, binaries: Binaries): void {
  if (!owner) return;
  const native = join(binaries.folder, 'native');
  const ways = [...parents(native), ...['bin', 'lib', 'share'].map((name) => join(native, name))];
  const refuse = (path: string, bits: string, otherwise: string) => {
    throw new DatabaseRefusal(
      `PostgreSQL does not run as root, and user ${owner.uid} cannot reach ${path}: run "chmod o+${bits} ${path}"${otherwise}.`,
    );
  };

  const toData = parents(dataDir).find((folder) => !allows(owner, statSync(folder), 0o1));
  if (toData) refuse(toData, 'x', ', or set DATA_DIR to a folder open to others');
  const toPrograms = ways.find((folder) => !allows(owner, statSync(folder), 0o1));
  if (toPrograms) refuse(toPrograms, 'x', ', or install elsewhere');
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
