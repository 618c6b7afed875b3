/** Whether the data folder can be written and has room. */
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '../../lib/config.ts';
import { type Finding, ok, problem } from './finding.ts';

const gib = 2 ** 30;
/** Less than this, and PostgreSQL or an upload may soon find no room. */
const least = gib / 2;

export async function checkDisk(): Promise<Finding[]> {
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
        `${dataDir} cannot be written: ${(error as Error).message}`,
        'give the user that runs Potluck the right to write there, or set DATA_DIR',
      ),
    ];
  }

  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${dataDir} can be written, ${(free / gib).toFixed(1)} GiB free`;
  return [ok('disk', says)].map((found) =>
    free < least ? problem('disk', says, 'make room, or move DATA_DIR to a larger disk') : found,
  );
}
