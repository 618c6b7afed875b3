/** Checks how fast the data on this machine grow, and when the disk will be full. */
import { statfs } from 'node:fs/promises';
import { config } from '../../../lib/config.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type DataSize, listDataSizes } from '../observations.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const dayMs = 86_400_000;
/** Over fewer days, one import or clean-up would decide. */
const minDays = 3;
const problemDays = 7;
const warningDays = 30;
/** Beyond it, a number of days says nothing. */
const maxDays = 365;

export async function checkGrowth(): Promise<CheckResult> {
  if (config.databaseUrl && config.s3) return ok('growth', toMessage('doctor-checks.growth-elsewhere'));
  const bytesPerDay = growthPerDay(await listDataSizes());
  if (bytesPerDay === null) return ok('growth', toMessage('doctor-checks.growth-unknown', { days: minDays }));

  const { bavail, bsize } = await statfs(config.dataDir);
  const days = bytesPerDay <= 0 ? Number.POSITIVE_INFINITY : Math.floor((bavail * bsize) / bytesPerDay);
  const message = toMessage('doctor-checks.growth-measured', {
    size: bytesPerDay / 2 ** 20,
    isForeseeable: days <= maxDays ? 'yes' : 'no',
    days: Math.min(days, maxDays),
  });
  const remedy = toMessage('doctor-checks.growth-remedy');
  if (days < problemDays) return problem('growth', message, remedy);
  return days < warningDays ? warning('growth', message, remedy) : ok('growth', message);
}

/** Between the oldest and the newest size known. */
function growthPerDay(sizes: DataSize[]): number | null {
  const [newest, oldest] = [sizes[0], sizes.at(-1)];
  if (!newest || !oldest) return null;
  const days = (newest.at.getTime() - oldest.at.getTime()) / dayMs;
  return days < minDays ? null : (newest.bytes - oldest.bytes) / days;
}
