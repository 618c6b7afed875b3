/** Writes out what an account published and boosted, as activities. */
import { countOutbox, listOutbox, type OutboxEntry } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { anyone } from '../../domain/eventables/visibility.ts';
import { createLru } from '../../lib/lru.ts';
import { toCreate } from '../activities.ts';
import type { JsonObject } from '../json.ts';
import { composeAnnounce } from '../outgoing/boosts.ts';
import { findItem } from '../outgoing/item.ts';
import { render } from './answer.ts';
import { renderOnce } from './rendered.ts';

/** Items are JSON texts, newest first; `last` is the cursor below them, null on the last page. */
export interface CollectionPage {
  items: string[];
  last: number | null;
}

const decoder = new TextDecoder();

/** Counting walks all there is: large totals are counted again after a minute only. */
const large = 1_000;
const totals = createLru<{ total: number; until: number }>(1_000);

export async function countOutboxOf({ id }: Account): Promise<number> {
  const known = totals.get(id);
  if (known && known.until > Date.now()) return known.total;

  const [counted] = await countOutbox(db, null, null, id);
  const total = counted?.total ?? 0;
  if (total >= large) totals.set(id, { total, until: Date.now() + 60_000 });
  return total;
}

/** What vanishes while the page is written is left out of it. */
export async function listOutboxPage(
  account: Account,
  before: number,
  size: number,
): Promise<CollectionPage> {
  const entries = await listOutbox(db, null, null, account.id, before, size);
  const items = await Promise.all(entries.map(renderEntry));
  const last = entries.length === size ? entries.at(-1)!.id : null;
  return { items: items.filter((item) => item !== null), last };
}

async function renderEntry(entry: OutboxEntry): Promise<string | null> {
  // The Create that was delivered is forgotten after a while; in the outbox an item has one that lasts as long as it.
  const iri = entry.boost_iri ?? `${entry.eventable_iri}#create`;
  const rendered = await renderOnce(iri, entry.boost_iri ? 1 : entry.version, async () => {
    const activity = await composeEntry(entry, iri);
    return activity && render({ ...activity, '@context': undefined });
  });
  return rendered && decoder.decode(rendered.bytes);
}

async function composeEntry(entry: OutboxEntry, activity: string): Promise<JsonObject | null> {
  if (entry.boost_id !== null) {
    const composed = await composeAnnounce({ verb: 'Announce', activity, boostId: entry.boost_id });
    return composed && composed !== 'unnamed' ? composed.json : null;
  }
  const found = await findItem(entry.eventable_iri, anyone);
  return found && toCreate(activity, found.item, found.recipe, found.answered);
}
