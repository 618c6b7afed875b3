/** Checks that the data folder is writable and has free space. */

import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '../../../lib/config.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const gib = 2 ** 30;
/** With less, PostgreSQL and uploads may soon fail. */
const minFreeBytes = gib / 2;
/** With less, the operator should make room soon. */
const scarceBytes = 2 * gib;

export async function checkDisk(): Promise<CheckResult[]> {
  const { dataDir } = config;
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    return [
      problem(
        'disk',
        toMessage('doctor-checks.disk-not-writable', { folder: dataDir, reason: (error as Error).message }),
        toMessage('doctor-checks.disk-not-writable-remedy'),
      ),
    ];
  }

  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const message = toMessage('doctor-checks.disk-writable', { folder: dataDir, size: freeBytes / gib });
  const remedy = toMessage('doctor-checks.disk-scarce-remedy');
  if (freeBytes < minFreeBytes) return [problem('disk', message, remedy)];
  return [freeBytes < scarceBytes ? warning('disk', message, remedy) : ok('disk', message)];
}
