/** Caches events, without viewer-specific fields, until something they show changes. One event is in many timelines. */

import { LRUCache } from 'lru-cache';
import { nest } from '../../db/nest-columns.ts';
import { selectEvents, type TimelineRow } from '../../db/sql/timelines.ts';
import { db } from '../../db/statement.ts';
import type { AccountCard } from '../accounts/account.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { EventAction } from '../items/events.ts';
import type { ItemSummary } from '../items/item-summary.ts';
import { toMedium } from '../items/read.ts';

export interface CachedEvent {
  id: number;
  action: EventAction;
  createdAt: Date;
  /** The author, or the account that boosted. */
  account: AccountCard;
  object: ItemSummary;
}

type VersionedEvent = CachedEvent & { version: string };

const maxBytes = 64 * 2 ** 20;
/** The approximate size of an entry and of the JSON text cached with it. */
const estimateBytes = ({ object }: VersionedEvent) =>
  4 * (object.content.length + object.contentHtml.length) + 6_000;
const cache = new LRUCache<number, VersionedEvent>({ maxSize: maxBytes, sizeCalculation: estimateBytes });

/** Returns events by id, without those that the viewer may no longer see. */
export async function loadCachedEvents(
  rows: TimelineRow[],
  viewer: Viewer,
): Promise<Map<number, CachedEvent>> {
  const found = new Map<number, CachedEvent>();
  const missing: number[] = [];
  for (const { id, version } of rows) {
    const known = cache.get(id);
    if (known?.version === version) found.set(id, known);
    else missing.push(id);
  }
  if (missing.length === 0) return found;

  const loaded = await selectEvents(db, viewer.accountId, viewer.host, missing);
  for (const event of nest<VersionedEvent>(loaded)) {
    // A copy, because V8 is slow at reading what was built key by key, and each timeline copies the object.
    event.object = { ...event.object, media: event.object.media.map(toMedium) };
    cache.set(event.id, event);
    found.set(event.id, event);
  }
  return found;
}
