/** Keeps landed migrations as they are: `prisma/migrations/SHA256SUMS` lists the checksum of each, in the format of sha256sum. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from './difference.ts';

/** Returns one line for each migration that was changed, removed or not listed. Databases already have the landed ones. */
export function findUnlisted(folder = migrationsFolder): string[] {
  const list = join(folder, 'SHA256SUMS');
  const listed = new Map(
    (existsSync(list) ? readFileSync(list, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const present = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/migration.sql`)
    .sort();

  const changed = present.flatMap((file) => {
    const checksum = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    if (!listed.has(file)) return [`${file} is new: when its SQL is final, list it:\n${checksum}  ${file}`];
    return listed.get(file) === checksum
      ? []
      : [`${file} has landed and was changed: restore it, and write the change as a new migration`];
  });
  const removed = [...listed.keys()].filter((file) => !present.includes(file));
  return [...changed, ...removed.map((file) => `${file} has landed and is missing: restore it`)];
}
