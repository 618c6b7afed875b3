/** Remembers what only a running worker observes, for the doctor: clocks of other servers, and how much data there are. */
import { z } from 'zod';
import { selectSetting, sumPictures, upsertSetting } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { remoteClockDifference } from '../../lib/remote-clocks.ts';

const clocksKey = 'remote_clocks';
const clocksSchema = z.object({ at: z.coerce.date(), ms: z.number(), hosts: z.number() });
export type ObservedClocks = z.infer<typeof clocksSchema>;

const sizesKey = 'data_sizes';
const sizeSchema = z.object({ at: z.coerce.date(), bytes: z.number() });
export type DataSize = z.infer<typeof sizeSchema>;

const maxSizes = 30;
/** A little less than a day, so that an hourly task takes one a day. */
const sizeIntervalMs = 23.5 * 3_600_000;
const maxClocksAgeMs = 24 * 3_600_000;

/** Two workers may run this at once: the later one wins. */
export async function recordObservations(now = new Date()): Promise<void> {
  const difference = remoteClockDifference();
  if (difference) await upsertSetting(db, clocksKey, JSON.stringify({ at: now, ...difference }));

  const sizes = await listDataSizes();
  const isDue = !sizes[0] || now.getTime() - sizes[0].at.getTime() >= sizeIntervalMs;
  if (!isDue) return;
  const bytes = await measureOnDisk();
  await upsertSetting(db, sizesKey, JSON.stringify([{ at: now, bytes }, ...sizes].slice(0, maxSizes)));
}

/** Bytes of the database and the pictures, as far as they are in the data folder. */
async function measureOnDisk(): Promise<number> {
  const [sums] = await sumPictures(db);
  const { database_bytes, local_bytes, remote_bytes } = sums!;
  return (config.databaseUrl ? 0 : database_bytes) + (config.s3 ? 0 : local_bytes + remote_bytes);
}

/** The newest first, one a day. */
export async function listDataSizes(): Promise<DataSize[]> {
  const [row] = await selectSetting(db, sizesKey);
  return z.array(sizeSchema).parse(row?.value ?? []);
}

/** Returns null if nothing was observed in the last 24 hours. */
export async function findRemoteClocks(): Promise<ObservedClocks | null> {
  const [row] = await selectSetting(db, clocksKey);
  const found = row ? clocksSchema.parse(row.value) : null;
  return found && Date.now() - found.at.getTime() < maxClocksAgeMs ? found : null;
}
