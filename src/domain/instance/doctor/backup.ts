/** Checks the last attempt, the age and the place of the newest backup, and how fast the data grow. */

import { stat } from 'node:fs/promises';
import { config } from '../../../lib/config.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type Backup, findBackupFailure, listBackups } from '../backups.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const dayMs = 86_400_000;
const maxAgeDays = 7;

export async function checkBackup(): Promise<CheckResult> {
  const backups = await listBackups();
  const [newest] = backups;
  const failure = await findBackupFailure(newest);
  if (failure)
    return problem(
      'backup',
      toMessage('doctor-checks.backup-failed', { at: failure.at.toISOString(), reason: failure.reason }),
      toMessage('doctor-checks.backup-failed-remedy'),
    );
  if (!newest)
    return warning(
      'backup',
      toMessage('doctor-checks.backup-none'),
      toMessage('doctor-checks.backup-old-remedy'),
    );

  const days = (Date.now() - newest.at.getTime()) / dayMs;
  const growth = growthPerDay(backups);
  const isOld = days > maxAgeDays;
  const isEndangered = !isOld && (await isOnDataDisk(newest.file));
  const message = toMessage('doctor-checks.backup-newest', {
    days: Math.floor(days),
    size: inMebibytes(newest.bytes),
    isGrowing: growth === null ? 'no' : 'yes',
    growth: inMebibytes(growth ?? 0),
    isOnDataDisk: isEndangered ? 'yes' : 'no',
  });
  if (isOld) return problem('backup', message, toMessage('doctor-checks.backup-old-remedy'));
  if (isEndangered) return warning('backup', message, toMessage('doctor-checks.backup-on-data-disk-remedy'));
  return ok('backup', message);
}

const inMebibytes = (bytes: number): number => bytes / 2 ** 20;

/** In bytes, between the oldest and the newest backup known. Null if these are less than a day apart. */
function growthPerDay(backups: Backup[]): number | null {
  const [newest, oldest] = [backups[0]!, backups.at(-1)!];
  const days = (newest.at.getTime() - oldest.at.getTime()) / dayMs;
  return days < 1 ? null : (newest.bytes - oldest.bytes) / days;
}

/** False for a file that was moved away. */
async function isOnDataDisk(file: string): Promise<boolean> {
  const [backup, data] = await Promise.all(
    [file, config.dataDir].map((path) => stat(path).catch(() => null)),
  );
  return backup !== null && backup?.dev === data?.dev;
}
