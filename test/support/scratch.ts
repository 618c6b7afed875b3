/** Folders for a test's own PostgreSQL, open to the user it runs as when the tests run as root. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-test-'));
  chmodSync(folder, 0o755);
  return folder;
}
