/** The checks of the doctor that look at this server from inside. */
import { statSync } from 'node:fs';
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { prisma } from '../../../db/client.ts';
import { DatabaseRefusal } from '../../../db/errors.ts';
import { checkDatabase, maxClockSkewMs, measureClockSkew } from '../../../db/migrate.ts';
import { countJobs, selectDatabaseSettings } from '../../../db/sql/instance.ts';
import { db } from '../../../db/statement.ts';
import { findRedisProblem } from '../../../jobs/redis.ts';
import { config } from '../../../lib/config.ts';
import { mediaFolder } from '../../../lib/data-folder.ts';
import { explain } from '../../../lib/errors.ts';
import { momentText } from '../../../lib/language/formats.ts';
import { type Message, toMessage } from '../../../lib/language/text.ts';
import { testMailServer } from '../../../lib/mail-transport.ts';
import { memoryLimit } from '../../../lib/memory.ts';
import { SecretUnreadable, secretFile } from '../../../lib/secrets.ts';
import { isScarce, lowBytes, measureDisks } from '../../../lib/storage/disk-space.ts';
import { findBucketProblem } from '../../../lib/storage/storage.ts';
import { secretRemedy, testSecret } from '../../accounts/keys.ts';
import { findRemoteClocks, listDataSizes } from '../hosts.ts';
import { findBackupFailure, listBackups } from '../upkeep.ts';

// Defines the result of one check

/** The checks of a running server. The command line has a few more. */
type CheckName =
  | 'backup'
  | 'block-lists'
  | 'clock'
  | 'clocks'
  | 'database'
  | 'disk'
  | 'growth'
  | 'mail'
  | 'memory'
  | 'origin'
  | 'proxy'
  | 'queue'
  | 'secret'
  | 'storage'
  | 'uploads'
  | 'webfinger'
  | 'workers';

export interface CheckResult<Name extends string = CheckName> {
  check: Name;
  /** False only for a problem. */
  ok: boolean;
  /** True if the server works, but the operator should do something soon. */
  isWarning: boolean;
  message: Message | string;
  /** What the operator should do about a problem or warning. */
  remedy: Message | string | null;
}

type Text = Message | string;

export const ok = <Name extends string>(check: Name, message: Text): CheckResult<Name> => ({
  check,
  ok: true,
  isWarning: false,
  message,
  remedy: null,
});

export const warning = <Name extends string>(check: Name, message: Text, remedy: Text): CheckResult<Name> => ({
  check,
  ok: true,
  isWarning: true,
  message,
  remedy,
});

export const problem = <Name extends string>(check: Name, message: Text, remedy: Text): CheckResult<Name> => ({
  check,
  ok: false,
  isWarning: false,
  message,
  remedy,
});

// Checks the last attempt, the age and the place of the newest backup, and how fast the data grow

const dayMs = 86_400_000;
const maxAgeDays = 7;

export async function checkBackup(): Promise<CheckResult> {
  const backups = await listBackups();
  const [newest] = backups;
  const failure = await findBackupFailure(newest);
  if (failure)
    return problem(
      'backup',
      toMessage('doctor-checks.backup-failed', { at: momentText(failure.at), reason: failure.reason }),
      toMessage('doctor-checks.backup-failed-remedy'),
    );
  if (!newest)
    return warning('backup', toMessage('doctor-checks.backup-none'), toMessage('doctor-checks.backup-old-remedy'));

  const days = (Date.now() - newest.at.getTime()) / dayMs;
  const growth = growthPerDay(backups, 1);
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

/** In bytes, between the oldest and the newest value. Null if these are less than `minDays` apart. Newest first. */
function growthPerDay(sizes: { at: Date; bytes: number }[], minDays: number): number | null {
  const [newest, oldest] = [sizes[0], sizes.at(-1)];
  if (!newest || !oldest) return null;
  const days = (newest.at.getTime() - oldest.at.getTime()) / dayMs;
  return days < minDays ? null : (newest.bytes - oldest.bytes) / days;
}

/** False for a file that was moved away. */
async function isOnDataDisk(file: string): Promise<boolean> {
  const [backup, data] = await Promise.all([file, config.dataDir].map((path) => stat(path).catch(() => null)));
  return backup !== null && backup?.dev === data?.dev;
}

// Checks that the followed block lists can be read, and that none of them waits for a decision

export async function checkBlockLists(): Promise<CheckResult> {
  const [followed, failed, waiting] = await Promise.all([
    prisma().blockList.count(),
    prisma().blockList.count({ where: { error: { not: null } } }),
    prisma().blockList.count({ where: { pending: { not: null }, refused: false } }),
  ]);
  const remedy = toMessage('doctor-checks.block-lists-remedy');
  if (failed > 0)
    return warning('block-lists', toMessage('doctor-checks.block-lists-failed', { count: failed }), remedy);
  if (waiting > 0)
    return warning('block-lists', toMessage('doctor-checks.block-lists-waiting', { count: waiting }), remedy);
  return ok('block-lists', toMessage('doctor-checks.block-lists-fine', { count: followed }));
}

// Checks that the clock of this machine agrees with those of other servers, which refuse signatures with a wrong time

const maxDifferenceMs = 30_000;

export async function checkRemoteClocks(): Promise<CheckResult> {
  const found = await findRemoteClocks();
  if (!found) return ok('clocks', toMessage('doctor-checks.clocks-unknown'));
  const { ms, hosts } = found;
  if (Math.abs(ms) <= maxDifferenceMs) return ok('clocks', toMessage('doctor-checks.clocks-good', { count: hosts }));
  return problem(
    'clocks',
    toMessage('doctor-checks.clocks-differ', { seconds: Math.round(Math.abs(ms) / 1_000), count: hosts }),
    toMessage('doctor-checks.clocks-differ-remedy'),
  );
}

// Checks that the database is durable and that its clock agrees with this machine's

export async function checkDatabaseSettings(): Promise<CheckResult> {
  try {
    await checkDatabase();
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    return problem(
      'database',
      toMessage('doctor-checks.database-refused', { reason: error.message }),
      toMessage('doctor-checks.database-remedy'),
    );
  }
  const [settings] = await selectDatabaseSettings(db);
  const { version = 0, synchronous_commit = '', fsync = '', full_page_writes = '' } = settings ?? {};
  if (!config.test && (fsync === 'off' || full_page_writes === 'off'))
    return problem(
      'database',
      toMessage('doctor-checks.database-not-durable', { fsync, fullPageWrites: full_page_writes }),
      toMessage('doctor-checks.database-not-durable-remedy'),
    );
  const values = {
    version: `${Math.floor(version / 10_000)}.${version % 10_000}`,
    synchronousCommit: synchronous_commit,
  };
  const message = config.databaseUrl
    ? toMessage('doctor-checks.database-at', { ...values, host: new URL(config.databaseUrl).host })
    : toMessage('doctor-checks.database-embedded', values);
  return ok('database', message);
}

export async function checkClock(): Promise<CheckResult> {
  const skewMs = await measureClockSkew();
  return skewMs > maxClockSkewMs
    ? problem(
        'clock',
        toMessage('doctor-checks.clock-differs', { seconds: skewMs / 1_000 }),
        toMessage('doctor-checks.clock-differs-remedy'),
      )
    : ok('clock', toMessage('doctor-checks.clock-good', { time: momentText(new Date()) }));
}

// Checks that the data folder is writable and has free space

const mebi = 2 ** 20;
const gib = 2 ** 30;
/** With less, the operator should make room soon. */
const scarceBytes = 2 * gib;

export async function checkDisk(): Promise<CheckResult[]> {
  const { dataDir } = config;
  const remedy = toMessage('doctor-checks.disk-scarce-remedy');
  const disks = await measureDisks().catch(() => []);
  const full = disks.filter(isScarce).map(({ folder, freeBytes, reservedBytes }) => {
    const values = { folder, size: freeBytes / mebi, needed: reservedBytes / mebi };
    return problem('disk', toMessage('doctor-checks.disk-full', values), remedy);
  });
  if (full.length > 0) return full;
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

  return disks.map(({ folder, freeBytes }) => {
    const message = toMessage('doctor-checks.disk-writable', { folder, size: freeBytes / gib });
    if (freeBytes < lowBytes) return problem('disk', message, remedy);
    return freeBytes < scarceBytes ? warning('disk', message, remedy) : ok('disk', message);
  });
}

// Checks how fast the data on this machine grow, and when the disk will be full

/** Over fewer days, one import or clean-up would decide. */
const minDays = 3;
const problemDays = 7;
const warningDays = 30;
/** Beyond it, a number of days says nothing. */
const maxDays = 365;

export async function checkGrowth(): Promise<CheckResult> {
  if (config.databaseUrl && config.s3) return ok('growth', toMessage('doctor-checks.growth-elsewhere'));
  const bytesPerDay = growthPerDay(await listDataSizes(), minDays);
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

// Checks that the mail server accepts this one: connection, encryption and password

export async function checkMail(): Promise<CheckResult> {
  const { mail } = config;
  if (!mail) return warning('mail', toMessage('doctor-checks.mail-off'), toMessage('doctor-checks.mail-off-remedy'));
  if (!mail.smtp) return ok('mail', toMessage('doctor-checks.mail-to-folder', { folder: mail.folder ?? '' }));
  const { host, port, encryption, user } = mail.smtp;
  const server = `${host}:${port}`;
  try {
    await testMailServer();
    const values = { server, encryption, sender: mail.from };
    const message =
      user === undefined
        ? toMessage('doctor-checks.mail-good-without-password', values)
        : toMessage('doctor-checks.mail-good', { ...values, user });
    return ok('mail', message);
  } catch (error) {
    return problem(
      'mail',
      toMessage('doctor-checks.mail-problem', { server, reason: explain(error) }),
      toMessage('doctor-checks.mail-remedy'),
    );
  }
}

// Checks that the memory of the container or machine is enough for a small instance

/** Web, worker, embedded PostgreSQL, and one process that decodes a picture. */
const minBytes = 700 * mebi;

export function checkMemory(limit = process.constrainedMemory(), machine = totalmem()): CheckResult {
  const bytes = memoryLimit(limit, machine);
  const isLimited = bytes < machine;
  const size = Math.round(bytes / mebi);
  const message = isLimited
    ? toMessage('doctor-checks.memory-of-container', { size })
    : toMessage('doctor-checks.memory-of-machine', { size });
  return bytes < minBytes
    ? warning('memory', message, toMessage('doctor-checks.memory-remedy'))
    : ok('memory', message);
}

// Checks that BASE_URL lets other servers reach this one

export function checkOrigin(): CheckResult {
  const { baseUrl } = config;
  if (baseUrl.startsWith('https://')) return ok('origin', toMessage('doctor-checks.origin-good', { origin: baseUrl }));
  if (!config.federates) {
    const message = toMessage('doctor-checks.origin-off', { origin: baseUrl });
    return warning('origin', message, toMessage('doctor-checks.origin-off-remedy'));
  }
  if (config.privateNetworks.length > 0) {
    return ok(
      'origin',
      toMessage('doctor-checks.origin-private', {
        origin: baseUrl,
        networks: config.privateNetworks.join(', '),
      }),
    );
  }
  return problem(
    'origin',
    toMessage('doctor-checks.origin-not-https', { origin: baseUrl }),
    toMessage('doctor-checks.origin-not-https-remedy'),
  );
}

// Checks that the job queue works and does not evict jobs

export async function checkQueue(): Promise<CheckResult> {
  if (!config.redisUrl) return ok('queue', toMessage('doctor-checks.queue-on-postgresql'));

  const { host } = new URL(config.redisUrl);
  const found = await findRedisProblem(config.redisUrl);
  return found === null
    ? ok('queue', toMessage('doctor-checks.queue-good', { host }))
    : problem('queue', found, toMessage('doctor-checks.queue-remedy'));
}

// Checks that the secret file decrypts the keys in the database and that nobody else can read it

export async function checkSecret(): Promise<CheckResult> {
  const tested = await testSecret().catch((error) => {
    if (error instanceof SecretUnreadable) return error;
    throw error;
  });
  if (tested instanceof SecretUnreadable)
    return problem(
      'secret',
      toMessage('doctor-checks.secret-unreadable', tested.values),
      toMessage('doctor-checks.secret-unreadable-remedy', tested.values),
    );
  const { isUsed, problem: found } = tested;
  if (!isUsed) return ok('secret', toMessage('doctor-checks.secret-not-needed'));
  if (found) return problem('secret', found, secretRemedy());
  return statSync(secretFile).mode & 0o077
    ? problem(
        'secret',
        toMessage('doctor-checks.secret-readable', { file: secretFile }),
        toMessage('doctor-checks.secret-readable-remedy', { file: secretFile }),
      )
    : ok('secret', toMessage('doctor-checks.secret-good', { file: secretFile }));
}

// Checks that pictures can be stored and read

export async function checkStorage(): Promise<CheckResult> {
  const { s3 } = config;
  if (!s3) return ok('storage', toMessage('doctor-checks.storage-on-disk', { folder: mediaFolder }));

  const where = { bucket: s3.bucket, endpoint: s3.endpoint };
  const found = await findBucketProblem(s3);
  return found === null
    ? ok('storage', toMessage('doctor-checks.storage-in-bucket', where))
    : problem(
        'storage',
        found === 'missing'
          ? toMessage('doctor-checks.storage-missing', where)
          : toMessage('doctor-checks.storage-problem', { ...where, reason: found.reason }),
        toMessage('doctor-checks.storage-remedy'),
      );
}

// Checks that workers process due jobs

const maxOverdueSeconds = 120;

export async function checkWorkers(): Promise<CheckResult> {
  const rows = await countJobs(db);
  const quarantined = rows.reduce((sum, row) => sum + row.quarantined, 0);
  const overdueSeconds = Math.max(0, ...rows.map(({ oldest_due }) => oldest_due));
  if (overdueSeconds > maxOverdueSeconds)
    return problem(
      'workers',
      toMessage('doctor-checks.workers-overdue', { seconds: Math.round(overdueSeconds) }),
      toMessage('doctor-checks.workers-overdue-remedy'),
    );
  return quarantined > 0
    ? warning(
        'workers',
        toMessage('doctor-checks.workers-quarantined', { count: quarantined }),
        toMessage('doctor-checks.workers-quarantined-remedy'),
      )
    : ok('workers', toMessage('doctor-checks.workers-good'));
}
