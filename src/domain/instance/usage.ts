/** Counts the members, items and files of this server once an hour, for NodeInfo and for administrators. */
import { z } from 'zod';
import { setting } from '../../db/setting.ts';
import { countInstance, countUsage, type InstanceCounts, type Usage } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';

const usageSchema = z.object({
  total: z.number(),
  active_halfyear: z.number(),
  active_month: z.number(),
  posts: z.number(),
  comments: z.number(),
});

const contentsSchema = z.object({
  members: z.number(),
  suspended: z.number(),
  items: z.number(),
  pictures: z.number(),
  picture_bytes: z.number(),
  remote_bytes: z.number(),
  database_bytes: z.number(),
  delivered: z.number(),
});

const hour = 3_600_000;
/** Afterwards no worker has counted for a while. */
const maxAgeMs = 3 * hour;

/** Counts that read whole tables, so that a worker stores them in a setting. */
function hourly<Counts extends object>(key: string, schema: z.ZodType<Counts>, count: () => Promise<Counts>) {
  const recorded = z.object({ at: z.coerce.date() }).and(schema);
  // An earlier version may have stored something else.
  const last = setting(key, recorded.nullable().catch(null));
  /** Returns null if what is stored is too old. */
  const find = async (now: number, maxAge: number): Promise<Counts | null> => {
    const stored = await last.find();
    return stored && now - stored.at.getTime() < maxAge ? stored : null;
  };
  return {
    count,
    find: (now: number) => find(now, maxAgeMs),
    record: async (now: number) => {
      if (await find(now, hour)) return;
      await last.store({ at: new Date(now), ...(await count()) });
    },
  };
}

const usage = hourly('usage', usageSchema, async (): Promise<Usage> => (await countUsage(db))[0]!);
const contents = hourly('contents', contentsSchema, async (): Promise<InstanceCounts> => (await countInstance(db))[0]!);

/** As a worker counted within the last hours. On a server that has just been set up it counts at once. */
export const getUsage = async (now = Date.now()): Promise<Usage> => (await usage.find(now)) ?? usage.count();

/** A smaller server counts at once, so that its administrators see what they have just done. */
export const minRecordedItems = 1_000;

/** As a worker counted within the last hours, on a large server. */
export async function getContents(now = Date.now()): Promise<InstanceCounts> {
  const recorded = await contents.find(now);
  return recorded && recorded.items >= minRecordedItems ? recorded : contents.count();
}

/** Once an hour, because it reads whole tables. Two workers may run this at once: the later one wins. */
export async function recordTotals(now = Date.now()): Promise<void> {
  await usage.record(now);
  await contents.record(now);
}
