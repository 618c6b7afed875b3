/** Prunes, recounts and measures what is stored. */
import { z } from 'zod';
import { setting } from '../../db/setting.ts';
import { pruneHosts } from '../../db/sql/accounts.ts';
import { pruneExports } from '../../db/sql/archive.ts';
import { pruneMutes } from '../../db/sql/blocks.ts';
import {
  type CounterCheck,
  checkAccounts,
  checkCollections,
  checkItems,
  lockAccounts,
  lockCountedCollections,
  lockItems,
  recountAccounts,
  recountCollections,
  recountItems,
} from '../../db/sql/counters.ts';
import { pruneRemoteCollections } from '../../db/sql/followed-collections.ts';
import { pruneImports, pruneUploads } from '../../db/sql/imports.ts';
import {
  pruneActivities,
  pruneApplications,
  pruneClients,
  pruneCodes,
  pruneInbound,
  pruneKeyValues,
  pruneRefreshTokens,
  pruneReplies,
  pruneSessions,
  pruneSources,
  pruneTokens,
  pruneTombstones,
} from '../../db/sql/instance.ts';
import { notifyOutbox, requeueQuarantinedJob, selectQuarantinedJobs } from '../../db/sql/jobs.ts';
import { pruneInvitations, pruneLogins } from '../../db/sql/log-in.ts';
import { pruneMail, pruneMailLinks } from '../../db/sql/mail.ts';
import { trimHomeTimelines } from '../../db/sql/timelines.ts';
import { db, type Executor } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { chunksOf } from '../../lib/lists.ts';
import { log } from '../../lib/log.ts';
import { settleSuspensions } from '../accounts/delete.ts';
import { pruneUnrelatedAccounts } from '../accounts/remote.ts';
import { startPruningRemoteItems } from '../items/delete.ts';
import { pruneMedia } from '../media/prune.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import type { Moderator } from '../roles/permissions.ts';

// Remembers the last backups and the last failure, for the doctor

const maxKept = 10;

const backupSchema = z.object({ at: z.coerce.date(), bytes: z.number(), file: z.string() });
const backups = setting('backups', z.array(backupSchema));
type Backup = z.infer<typeof backupSchema>;

/** The newest first. */
export const listBackups = async (): Promise<Backup[]> => (await backups.find()) ?? [];

export async function recordBackup(backup: Backup): Promise<void> {
  await backups.store([backup, ...(await listBackups())].slice(0, maxKept));
}

const maxReasonLength = 500;

const failureSchema = z.object({ at: z.coerce.date(), reason: z.string() });
const lastFailure = setting('backup_failure', failureSchema);
type BackupFailure = z.infer<typeof failureSchema>;

/** Returns null if a backup was made since. */
export async function findBackupFailure(newest: Backup | undefined): Promise<BackupFailure | null> {
  const failure = await lastFailure.find();
  return failure && (!newest || failure.at > newest.at) ? failure : null;
}

export async function recordBackupFailure({ at, reason }: BackupFailure): Promise<void> {
  await lastFailure.store({ at, reason: reason.slice(0, maxReasonLength) });
}

// Lists and replays the jobs that failed too often

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Oldest first. */
export const listQuarantinedJobs = (limit: number) => selectQuarantinedJobs(db, limit);

/** Enqueues the job once more. Throws not_found. */
export async function replayJob(moderator: Moderator, id: string): Promise<void> {
  const missing = new DomainError('not_found', t('errors.job-not-quarantined', { id }));
  if (!uuid.test(id)) throw missing;
  await transact(async (tx) => {
    if ((await requeueQuarantinedJob(tx, id)).length === 0) throw missing;
    await recordAdminAction(tx, moderator, { action: 'replay-job', subject: id });
    await notifyOutbox(tx);
  });
}

// Repairs stored counters that a bug or a manual change has made wrong

const batchSize = 5_000;
/** Those are locked together. */
const maxCorrected = 1_000;

/** Safe while the server runs. Returns how many rows had a wrong counter. */
export async function recount(): Promise<{ items: number; accounts: number; collections: number }> {
  return {
    items: await correct(checkItems, lockItems, recountItems),
    accounts: await correct(checkAccounts, lockAccounts, recountAccounts),
    collections: await correct(checkCollections, lockCountedCollections, recountCollections),
  };
}

type OnIds = (on: Executor, ids: number[]) => Promise<unknown>;

async function correct(
  check: (on: Executor, after: number, limit: number) => Promise<CounterCheck[]>,
  lock: OnIds,
  count: OnIds,
): Promise<number> {
  let corrected = 0;
  for (let after = 0; ; ) {
    const [{ last, wrong } = { last: null, wrong: [] }] = await check(db, after, batchSize);
    if (last === null) return corrected;

    after = last;
    corrected += wrong.length;
    for (const ids of chunksOf(wrong, maxCorrected)) {
      // A separate statement sees what was committed while the locks were awaited.
      await transact(async (tx) => {
        await lock(tx, ids);
        await count(tx, ids);
      });
    }
  }
}

// Deletes expired rows and files, so that the database of a small machine stays small

export async function prune(): Promise<void> {
  for (const forget of [
    trimHomeTimelines,
    pruneInbound,
    pruneActivities,
    pruneTombstones,
    pruneSources,
    pruneKeyValues,
    pruneReplies,
    pruneTokens,
    pruneRefreshTokens,
    pruneCodes,
    pruneClients,
    pruneSessions,
    pruneApplications,
    pruneHosts,
    pruneRemoteCollections,
    pruneImports,
    pruneUploads,
    pruneExports,
    pruneInvitations,
    pruneLogins,
    pruneMail,
    pruneMailLinks,
    pruneMutes,
  ]) {
    await attempt(() => forget(db), forget.declared.name);
  }
  await attempt(pruneUnrelatedAccounts);
  await attempt(startPruningRemoteItems);
  await attempt(pruneMedia);
  // Nothing is left to do, unless a process of an older version suspended an account.
  await transact(settleSuspensions);
}

/** What cannot be pruned, for example because there is too much of it, keeps nothing else from being pruned. */
async function attempt(task: () => Promise<unknown>, name = task.name): Promise<void> {
  await task().catch((error: Error) => log.warn({ task: name, error: error.message }, 'pruning failed'));
}
