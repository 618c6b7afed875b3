/** Sets how long remote items and pictures are kept, and prints what that removes. */

import { measureRetention } from '../domain/instance/storage.ts';
import { logAdminAction } from '../domain/moderation/admin-log.ts';
import {
  describeRetention,
  getRetention,
  maxDays,
  minDays,
  setRetention,
} from '../domain/retention/settings.ts';
import { operator } from '../domain/roles/permissions.ts';
import { inMiB } from './backup/format.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { UsageError } from './errors.ts';

const timeoutMs = 600_000;

export const run: CommandHandler = ({ options, print }) => {
  const { items, pictures, 'followed-too': followedToo, 'dry-run': dryRun } = options;
  const [itemDays, mediaDays] = [readDays('--items', items), readDays('--pictures', pictures)];
  if (items === undefined && pictures === undefined) throw new UsageError('--items or --pictures is missing');
  return withDatabase(async () => {
    const current = await getRetention();
    const wanted = {
      itemDays: itemDays === undefined ? current.itemDays : itemDays,
      mediaDays: mediaDays === undefined ? current.mediaDays : mediaDays,
      keepsFollowed: itemDays === undefined && !followedToo ? current.keepsFollowed : !followedToo,
    };
    const effect = await measureRetention(wanted, timeoutMs);
    const amount = effect.isComplete ? '' : 'at least ';
    print(
      `would remove ${amount}${effect.items} items and ${effect.pictures} pictures, about ${inMiB(effect.bytes)}`,
    );
    if (!dryRun) {
      await logAdminAction(operator, 'change-retention', JSON.stringify(wanted), () => setRetention(wanted));
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
    throw new UsageError(`${option} must be ${minDays} to ${maxDays} days, or "never"`);
  return days;
}
