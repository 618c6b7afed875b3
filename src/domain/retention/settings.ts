/** Stores how long remote items and pictures are kept. */
import { z } from 'zod';
import { setting } from '../../db/setting.ts';
import { transact } from '../../db/transaction.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import type { Moderator } from '../roles/permissions.ts';

/** Shorter times would delete what is still being delivered and read. */
export const minDays = 7;
export const maxDays = 3_650;

/** Null keeps for good. */
const days = z.number().int().min(minDays).max(maxDays).nullable();

export const retentionSchema = z.object({
  /** Remote items that nobody here has to do with. */
  itemDays: days.default(null),
  /** Cached remote pictures that nobody looked at. */
  mediaDays: days.default(null),
  /** Keeps items of followed accounts, and items in home timelines. */
  keepsFollowed: z.boolean().default(true),
});
const stored = setting('retention', retentionSchema);
export type Retention = z.infer<typeof retentionSchema>;

export const getRetention = async (): Promise<Retention> => (await stored.find()) ?? retentionSchema.parse({});

export const setRetention = (moderator: Moderator, retention: Retention): Promise<void> =>
  transact(async (tx) => {
    await stored.merge(retention, tx);
    await recordAdminAction(tx, moderator, { action: 'change-retention', subject: JSON.stringify(retention) });
  });

/** For logs. */
export const describeRetention = ({ itemDays, mediaDays, keepsFollowed }: Retention): string =>
  [
    `remote items ${itemDays === null ? 'for good' : `${itemDays} days`}`,
    ...(itemDays === null ? [] : [keepsFollowed ? 'except of followed accounts' : 'also of followed accounts']),
    `remote pictures ${mediaDays === null ? 'up to the limit of the cache' : `${mediaDays} days`}`,
  ].join(', ');
