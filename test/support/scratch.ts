/** Temporary folders for PostgreSQL, accessible to the user it runs as when tests run as root. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function scratchFolder(purpose: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `potluck-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}
