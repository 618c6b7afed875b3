/** Prunes, recounts and measures what is stored. */
import { z } from 'zod';
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
} from '../../db/sql/events.ts';
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
  selectSetting,
  selectTableSizes,
  sumPictures,
  upsertSetting,
} from '../../db/sql/instance.ts';
import { notifyOutbox, requeueQuarantinedJob, selectQuarantinedJobs } from '../../db/sql/jobs.ts';
import { pruneInvitations, pruneLogins } from '../../db/sql/log-in.ts';
import { pruneMail, pruneMailLinks } from '../../db/sql/mail.ts';
import { sumStaleMedia } from '../../db/sql/media.ts';
import { trimHomeTimelines } from '../../db/sql/timelines.ts';
import { db, type Executor } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { log } from '../../lib/log.ts';
import { settleSuspensions } from '../accounts/delete.ts';
import { pruneUnrelatedAccounts } from '../accounts/remote.ts';
import { measureRemovableItems, startPruningRemoteItems } from '../items/delete.ts';
import { pruneMedia } from '../media/prune.ts';
import type { Retention } from '../retention/settings.ts';

// Remembers the last backups and the last failure, for the doctor

const key = 'backups';
const maxKept = 10;

const backupSchema = z.object({ at: z.coerce.date(), bytes: z.number(), file: z.string() });
export type Backup = z.infer<typeof backupSchema>;

/** The newest first. */
export async function listBackups(): Promise<Backup[]> {
  const [row] = await selectSetting(db, key);
  return z.array(backupSchema).parse(row?.value ?? []);
}

export async function recordBackup(backup: Backup): Promise<void> {
  const kept = [backup, ...(await listBackups())].slice(0, maxKept);
  await upsertSetting(db, key, JSON.stringify(kept));
}

const failureKey = 'backup_failure';
const maxReasonLength = 500;

const failureSchema = z.object({ at: z.coerce.date(), reason: z.string() });
type BackupFailure = z.infer<typeof failureSchema>;

/** Returns null if a backup was made since. */
export async function findBackupFailure(newest: Backup | undefined): Promise<BackupFailure | null> {
  const [row] = await selectSetting(db, failureKey);
  const failure = row ? failureSchema.parse(row.value) : null;
  return failure && (!newest || failure.at > newest.at) ? failure : null;
}

export async function recordBackupFailure({ at, reason }: BackupFailure): Promise<void> {
  await upsertSetting(db, failureKey, JSON.stringify({ at, reason: reason.slice(0, maxReasonLength) }));
}

// Lists and replays the jobs that failed too often

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Oldest first. */
export const listQuarantinedJobs = (limit: number) => selectQuarantinedJobs(db, limit);

/** Enqueues the job once more. Throws not_found. */
export async function replayJob(id: string): Promise<void> {
  const missing = new DomainError('not_found', t('errors.job-not-quarantined', { id }));
  if (!uuid.test(id)) throw missing;
  await transact(async (tx) => {
    if ((await requeueQuarantinedJob(tx, id)).length === 0) throw missing;
    await notifyOutbox(tx);
  });
}

// Repairs stored counters that a bug or a manual change has made wrong

const batchSize = 1_000;

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
    const checked = await check(db, after, batchSize);
    const last = checked.at(-1);
    if (!last) return corrected;

    after = last.id;
    const wrong = checked.filter((row) => row.wrong).map((row) => row.id);
    corrected += wrong.length;
    if (wrong.length === 0) continue;
    // A separate statement sees what was committed while the locks were awaited.
    await transact(async (tx) => {
      await lock(tx, wrong);
      await count(tx, wrong);
    });
  }
}

// Says what takes room, and how much of it a retention would remove

const groups = {
  items: [
    ...['eventable', 'ingredient', 'step', 'step_link', 'revision', 'event', 'home_entry', 'item_tag'],
    ...['recipe_search', 'mention', 'quote', 'medium', 'share_picture', 'eventable_trend', 'tombstone'],
  ],
  accounts: ['account', 'actor_key', 'member', 'follow', 'follow_request', 'block', 'account_trend', 'login'],
  interactions: ['like', 'boost', 'source_activity', 'notification', 'pin', 'collection', 'collection_item'],
  federation: ['inbound', 'activity', 'delivery', 'host', 'remote_collection_item'],
  jobs: ['outbox'],
};
export type StorageGroup = keyof typeof groups | 'others' | 'memberPictures' | 'remotePictures';

interface StorageUse {
  group: StorageGroup;
  bytes: number;
  /** Items or pictures; null where nothing is counted. For items an estimate. */
  count: number | null;
}

/** The largest first. */
export async function measureStorage(): Promise<StorageUse[]> {
  const [tables, [pictures]] = await Promise.all([selectTableSizes(db), sumPictures(db)]);
  const ofTables = Object.entries(groups).map(([group, names]) => ({
    group: group as StorageGroup,
    bytes: sumBytes(tables.filter(({ name }) => names.includes(name))),
    count: group === 'items' ? (tables.find(({ name }) => name === 'eventable')?.rows ?? 0) : null,
  }));
  const known = ofTables.reduce((sum, { bytes }) => sum + bytes, 0);
  const { local_bytes, local_count, remote_bytes, remote_count, database_bytes } = pictures!;
  const all: StorageUse[] = [
    ...ofTables,
    { group: 'others', bytes: Math.max(0, database_bytes - known), count: null },
    { group: 'memberPictures', bytes: local_bytes, count: local_count },
    { group: 'remotePictures', bytes: remote_bytes, count: remote_count },
  ];
  return all.toSorted((one, other) => other.bytes - one.bytes);
}

const sumBytes = (tables: { bytes: number }[]) => tables.reduce((sum, { bytes }) => sum + bytes, 0);

interface RetentionEffect {
  items: number;
  pictures: number;
  /** Pictures exactly, rows by their average size. PostgreSQL uses the room of deleted rows again. */
  bytes: number;
  /** False if there was no time to look at all items. */
  isComplete: boolean;
}

/** Reads for at most `timeoutMs`. Pictures of removable items that are stale too are counted once. */
export async function measureRetention(
  { itemDays, mediaDays, keepsFollowed }: Retention,
  timeoutMs: number,
): Promise<RetentionEffect> {
  const nothing = { items: 0, mediaBytes: 0, isComplete: true };
  const removable =
    itemDays === null
      ? nothing
      : await measureRemovableItems({ itemDays, keepsFollowed, mediaDays }, timeoutMs);
  const [stale] = mediaDays === null ? [] : await sumStaleMedia(db, mediaDays);
  const tables = await selectTableSizes(db);
  const ofItems = tables.filter(({ name }) => groups.items.includes(name));
  const rows = Math.max(1, tables.find(({ name }) => name === 'eventable')?.rows ?? 0, removable.items);
  return {
    items: removable.items,
    pictures: stale?.count ?? 0,
    bytes:
      Math.round((sumBytes(ofItems) / rows) * removable.items) + removable.mediaBytes + (stale?.bytes ?? 0),
    isComplete: removable.isComplete,
  };
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
    await attempt(() => forget(db));
  }
  await attempt(pruneUnrelatedAccounts);
  await attempt(startPruningRemoteItems);
  await attempt(pruneMedia);
  // Nothing is left to do, unless a process of an older version suspended an account.
  await transact(settleSuspensions);
}

/** What cannot be pruned, for example because there is too much of it, keeps nothing else from being pruned. */
async function attempt(task: () => Promise<unknown>): Promise<void> {
  await task().catch((error: Error) => log.warn({ task: task.name, error: error.message }, 'pruning failed'));
}
