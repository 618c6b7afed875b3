/** Checks that the data folder is writable and has free space. */
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '../../../lib/config.ts';
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
        `${dataDir} is not writable: ${(error as Error).message}`,
        'give the user that runs Potluck write permission, or set DATA_DIR',
      ),
    ];
  }

  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const message = `${dataDir} is writable, ${(freeBytes / gib).toFixed(1)} GiB free`;
  const remedy = 'free some space, or move DATA_DIR to a larger disk';
  if (freeBytes < minFreeBytes) return [problem('disk', message, remedy)];
  return [freeBytes < scarceBytes ? warning('disk', message, remedy) : ok('disk', message)];
}
