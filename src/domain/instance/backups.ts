/** Remembers the last backups and the last failure, for the doctor. */
import { z } from 'zod';
import { selectSetting, upsertSetting } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';

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
export type BackupFailure = z.infer<typeof failureSchema>;

/** Returns null if a backup was made since. */
export async function findBackupFailure(newest: Backup | undefined): Promise<BackupFailure | null> {
  const [row] = await selectSetting(db, failureKey);
  const failure = row ? failureSchema.parse(row.value) : null;
  return failure && (!newest || failure.at > newest.at) ? failure : null;
}

export async function recordBackupFailure({ at, reason }: BackupFailure): Promise<void> {
  await upsertSetting(db, failureKey, JSON.stringify({ at, reason: reason.slice(0, maxReasonLength) }));
}
