/** Says what takes room, and how much of it a retention would remove. */
import { selectTableSizes, sumPictures } from '../../db/sql/instance.ts';
import { sumStaleMedia } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { measureRemovableItems } from '../items/delete.ts';
import type { Retention } from '../retention/settings.ts';

const groups = {
  items: [
    'eventable',
    'ingredient',
    'step',
    'step_link',
    'revision',
    'event',
    'home_entry',
    'item_tag',
    'recipe_search',
    'mention',
    'quote',
    'medium',
    'share_picture',
    'eventable_trend',
    'tag_trend',
    'tombstone',
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
    itemDays === null ? nothing : await measureRemovableItems({ itemDays, keepsFollowed, mediaDays }, timeoutMs);
  const [stale] = mediaDays === null ? [] : await sumStaleMedia(db, mediaDays);
  const tables = await selectTableSizes(db);
  const ofItems = tables.filter(({ name }) => groups.items.includes(name));
  const rows = Math.max(1, tables.find(({ name }) => name === 'eventable')?.rows ?? 0, removable.items);
  return {
    items: removable.items,
    pictures: stale?.count ?? 0,
    bytes: Math.round((sumBytes(ofItems) / rows) * removable.items) + removable.mediaBytes + (stale?.bytes ?? 0),
    isComplete: removable.isComplete,
  };
}
