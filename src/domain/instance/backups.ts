/** Remembers the last backups, for the doctor. */
import { z } from 'zod';
import { selectSetting, upsertSetting } from '../../db/sql/instance/settings.ts';
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
