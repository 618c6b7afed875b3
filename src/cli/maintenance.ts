/** Commands that look after a running server. */
import { InvalidArgumentError } from 'commander';
import { migrate } from '../db/migrate.ts';
import { selectQueueStats } from '../db/sql/jobs.ts';
import { db } from '../db/statement.ts';
import { parseEmail } from '../domain/accounts/register.ts';
import { measureRetention, measureStorage, type StorageGroup } from '../domain/instance/storage.ts';
import { listQuarantinedJobs, recount, replayJob } from '../domain/instance/upkeep.ts';
import { reindexRecipes } from '../domain/items/search-index.ts';
import { sendTestMail } from '../domain/mail/mail.ts';
import { pruneMedia } from '../domain/media/prune.ts';
import { describeRetention, getRetention, maxDays, minDays, setRetention } from '../domain/retention/settings.ts';
import { operator } from '../domain/roles/permissions.ts';
import { config } from '../lib/config.ts';
import { mediaFolder } from '../lib/data-folder.ts';
import { explain } from '../lib/errors.ts';
import { log } from '../lib/log.ts';
import { copyFiles, type MoveCounts } from '../lib/storage/move.ts';
import { bucketBackend, diskBackend } from '../lib/storage/storage.ts';
import { inMiB } from './backup.ts';
import { CommandFailure, type Print } from './command.ts';
import { withDatabase, withServer } from './database.ts';
import { table } from './input.ts';

// Sends a test message

export const mailTest = async (print: Print, given: string) => {
  if (!config.mail) throw new CommandFailure('e-mail is off: set SMTP_URL and MAIL_FROM');
  const address = parseEmail(given)!;
  await sendTestMail(address, config.host);
  const { smtp, folder } = config.mail;
  const to = smtp ? `${smtp.host}:${smtp.port} accepted` : `${folder} holds`;
  print(`${to} a message to ${address}`);
  return { address, server: smtp ? `${smtp.host}:${smtp.port}` : null, folder };
};

// Applies pending database migrations

export const applyMigrations = async (print: Print) => {
  const applied = await withServer((url) => migrate(url, { log: print }));
  if (applied.length === 0) print('nothing to apply: the database is up to date');
  return applied;
};

// Repairs wrong counters

export const recountAll = async (print: Print) => {
  const corrected = await withDatabase(recount);
  const { items, accounts, collections } = corrected;
  print(`corrected: ${items} items, ${accounts} accounts, ${collections} collections`);
  return corrected;
};

// Rebuilds what search reads of recipes

export const reindex = async (print: Print) => {
  const recipes = await withDatabase(reindexRecipes);
  print(`indexed: ${recipes} recipes`);
  return { recipes };
};

// Sets how long remote items and pictures are kept, and prints what that removes

const timeoutMs = 600_000;

interface RetentionOptions {
  items?: string;
  pictures?: string;
  followedToo?: boolean;
  dryRun?: boolean;
}

export const retentionSet = (print: Print, { items, pictures, followedToo, dryRun }: RetentionOptions) => {
  const [itemDays, mediaDays] = [readDays('--items', items), readDays('--pictures', pictures)];
  if (items === undefined && pictures === undefined) throw new InvalidArgumentError('--items or --pictures is missing');
  return withDatabase(async () => {
    const current = await getRetention();
    const wanted = {
      itemDays: itemDays === undefined ? current.itemDays : itemDays,
      mediaDays: mediaDays === undefined ? current.mediaDays : mediaDays,
      keepsFollowed: itemDays === undefined && !followedToo ? current.keepsFollowed : !followedToo,
    };
    const effect = await measureRetention(wanted, timeoutMs);
    const amount = effect.isComplete ? '' : 'at least ';
    print(`would remove ${amount}${effect.items} items and ${effect.pictures} pictures, about ${inMiB(effect.bytes)}`);
    if (!dryRun) {
      await setRetention(operator, wanted);
      print(`saved: ${describeRetention(wanted)}. It begins within an hour, and runs once a day`);
    }
    return { ...wanted, ...effect, saved: !dryRun };
  });
};

/** Undefined keeps the present setting. */
function readDays(option: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'never') return null;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < minDays || days > maxDays)
    throw new InvalidArgumentError(`${option} must be ${minDays} to ${maxDays} days, or "never"`);
  return days;
}

// Lists what takes room

const names: Record<StorageGroup, string> = {
  items: 'items in the database',
  accounts: 'accounts and follows',
  interactions: 'likes, boosts, notifications, collections',
  federation: 'activities received and sent',
  jobs: 'jobs',
  others: 'the rest of the database',
  memberPictures: 'pictures of members',
  remotePictures: 'cached remote pictures',
};

export const storage = async (print: Print) => {
  const uses = await withDatabase(measureStorage);
  const rows = uses.map(({ group, bytes, count }) => [inMiB(bytes), count === null ? '' : `${count}`, names[group]]);
  for (const line of table(['size', 'number', 'what'], rows)) print(line);
  return uses;
};

// Counts waiting, dispatched and quarantined jobs by name

export const queueStats = async (print: Print) => {
  const stats = (await withDatabase(() => selectQueueStats(db))).map((row) => ({
    job: row.job,
    waiting: row.waiting,
    dispatched: row.dispatched,
    quarantined: row.quarantined,
    overdueSeconds: row.oldest_due_seconds === null ? null : Math.round(row.oldest_due_seconds),
  }));
  const rows = stats.map((row) => [
    row.job,
    `${row.waiting}`,
    `${row.dispatched}`,
    `${row.quarantined}`,
    row.overdueSeconds === null ? '' : `${row.overdueSeconds} s`,
  ]);
  if (rows.length === 0) print('no jobs');
  else for (const line of table(['job', 'waiting', 'dispatched', 'quarantined', 'longest due'], rows)) print(line);
  return stats;
};

// Lists quarantined jobs

const maxJobs = 1_000;

export const queueQuarantine = async (print: Print) => {
  const jobs = (await withDatabase(() => listQuarantinedJobs(maxJobs))).map((row) => ({
    id: row.id,
    job: row.job,
    payload: row.payload,
    errors: row.errors,
    lastError: row.last_error,
    quarantinedAt: row.quarantined_at,
  }));
  if (jobs.length === 0) print('no job is quarantined');
  for (const job of jobs) {
    print(`${job.id}  ${job.job}  ${job.quarantinedAt.toISOString()}  ${job.errors} errors`);
    print(`  payload  ${JSON.stringify(job.payload)}`);
    print(`  error    ${(job.lastError ?? '').replaceAll(/\s+/g, ' ')}`);
  }
  return jobs;
};

// Enqueues a quarantined job again

export const queueReplay = async (print: Print, id: string) => {
  await withDatabase(() => replayJob(operator, id));
  print(`${id} is enqueued again`);
  return { id };
};

// Copies all stored files from disk to a bucket or back. The old files are left as they are

export const mediaMove = async (print: Print, place: 'bucket' | 'disk') => {
  const { s3 } = config;
  if (!s3)
    throw new CommandFailure(
      'S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY name the bucket: set them for this command',
    );
  // Logs would mix with the output on stdout.
  log.level = 'silent';
  const [disk, bucket] = [diskBackend(mediaFolder), bucketBackend(s3)];
  const [source, target] = place === 'bucket' ? [disk, bucket] : [bucket, disk];

  const onProgress = ({ copied, present, bytes }: MoveCounts) => {
    if ((copied + present) % 1_000 === 0) print(`${copied + present} files so far, ${inMiB(bytes)}`);
  };
  const counts = await copyFiles(source, target, onProgress).catch((error) => {
    throw new CommandFailure(`not finished: ${explain(error)}. Run it again: it continues where it stopped`);
  });
  const { copied, present, bytes } = counts;
  print(`done: ${copied} files copied, ${present} were there already, ${inMiB(bytes)}, all equal`);
  const advice =
    place === 'bucket'
      ? `set ${settingsOf(s3)} with its key for every process, and restart the server`
      : 'remove the S3_* settings from every process, and restart the server';
  if (copied > 0) {
    print(advice);
    print('then run this command once more: it copies what the server stored in the meantime');
  } else print(`nothing is left in the old place only. ${advice}, unless you did`);
  return { ...counts };
};

const settingsOf = ({ bucket, endpoint, region, pathStyle }: NonNullable<typeof config.s3>) =>
  `S3_BUCKET=${bucket} S3_ENDPOINT=${endpoint} S3_REGION=${region} S3_PATH_STYLE=${pathStyle ? 'on' : 'off'}`;

// Deletes unused pictures

export const mediaPrune = async (print: Print) => {
  const removed = await withDatabase(pruneMedia);
  print(`${removed} pictures removed`);
  return { removed };
};
