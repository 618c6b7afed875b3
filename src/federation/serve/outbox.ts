/** Renders the outbox of a local account: Create and Announce activities. */

import { LRUCache } from 'lru-cache';
import { type Account, anonymous } from '../../domain/accounts/account.ts';
import { countOutboxEntries, listOutboxEntries, type OutboxEntry } from '../../domain/items/lists.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toCreate } from '../outgoing/activities.ts';
import { composeAnnounce } from '../outgoing/boosts.ts';
import { findItem } from '../outgoing/item.ts';
import { renderCached } from './render-cache.ts';
import { render } from './response.ts';

/** Items are JSON text, newest first. `lastId` is the cursor of the next page, null on the last page. */
export interface CollectionPage {
  items: string[];
  lastId: number | null;
}

const decoder = new TextDecoder();

/** Counting is slow for long outboxes, so totals from 1,000 on are cached for a minute. */
const minCachedTotal = 1_000;
const totals = new LRUCache<number, number>({ max: 1_000, ttl: 60_000 });

export async function countOutboxOf({ id }: Account): Promise<number> {
  const cached = totals.get(id);
  if (cached !== undefined) return cached;

  const total = await countOutboxEntries(id);
  if (total >= minCachedTotal) totals.set(id, total);
  return total;
}

/** Skips items that are deleted while the page is rendered. */
export async function listOutboxPage(
  account: Account,
  before: number,
  size: number,
): Promise<CollectionPage> {
  const entries = await listOutboxEntries(account.id, before, size);
  const items = await Promise.all(entries.map(renderEntry));
  const lastId = entries.length === size ? entries.at(-1)!.id : null;
  return { items: items.filter((item) => item !== null), lastId };
}

async function renderEntry(entry: OutboxEntry): Promise<string | null> {
  // Delivered Creates are pruned after a while, so the outbox uses an id that depends only on the item.
  const iri = entry.boost_iri ?? `${entry.eventable_iri}#create`;
  const rendered = await renderCached(iri, entry.boost_iri ? 1 : entry.version, async () => {
    const activity = await composeEntry(entry, iri);
    return activity && render({ ...activity, '@context': undefined });
  });
  return rendered && decoder.decode(rendered.bytes);
}

async function composeEntry(entry: OutboxEntry, activity: string): Promise<JsonObject | null> {
  if (entry.source_id !== null) {
    const composed = await composeAnnounce({ sourceId: entry.source_id });
    return composed && 'json' in composed ? composed.json : null;
  }
  const found = await findItem(entry.eventable_iri, anonymous);
  return found && toCreate(activity, found.item, found);
}
