/** Checks the age and the place of the newest backup, and how fast the data grow. */
import { stat } from 'node:fs/promises';
import { config } from '../../../lib/config.ts';
import { type Backup, listBackups } from '../backups.ts';
import { type CheckResult, ok, warning } from './check-result.ts';

const dayMs = 86_400_000;
const maxAgeDays = 7;

export async function checkBackup(): Promise<CheckResult> {
  const backups = await listBackups();
  const [newest] = backups;
  if (!newest)
    return ok('backup', 'none was made with the command "backup"; make sure that there is another one');

  const days = (Date.now() - newest.at.getTime()) / dayMs;
  const size = `${(newest.bytes / 2 ** 20).toFixed(1)} MiB`;
  const message = `the newest is ${days < 1 ? 'of the last 24 hours' : `${Math.floor(days)} days old`}, ${size}${growth(backups)}`;
  if (days > maxAgeDays)
    return warning('backup', message, 'run "npm run cli -- backup FILE" every day, by a timer');
  if (await isOnDataDisk(newest.file))
    return warning(
      'backup',
      `${message}, on the same disk as the data`,
      'copy it to another disk or machine',
    );
  return ok('backup', message);
}

/** Between the oldest and the newest backup known, if these are at least a day apart. */
function growth(backups: Backup[]): string {
  const [newest, oldest] = [backups[0]!, backups.at(-1)!];
  const days = (newest.at.getTime() - oldest.at.getTime()) / dayMs;
  if (days < 1) return '';
  const mebibytes = (newest.bytes - oldest.bytes) / 2 ** 20 / days;
  return `, growing by ${mebibytes.toFixed(1)} MiB a day`;
}

/** False for a file that was moved away. */
async function isOnDataDisk(file: string): Promise<boolean> {
  const [backup, data] = await Promise.all(
    [file, config.dataDir].map((path) => stat(path).catch(() => null)),
  );
  return backup !== null && backup?.dev === data?.dev;
}
