/** Events as everybody sees them, kept for as long as nothing they show has changed: one event is in many timelines. */
import { nest } from '../db/nest.ts';
import { type Glimpse, selectEvents } from '../db/sql/timelines.ts';
import { db } from '../db/statement.ts';
import { createLru } from '../lib/lru.ts';
import type { AccountCard } from './accounts/account.ts';
import { toMedium } from './eventables/read.ts';
import type { ShortEventable } from './eventables/short.ts';
import type { Viewer } from './eventables/visibility.ts';
import type { EventAction } from './events.ts';

export interface KeptEvent {
  id: number;
  action: EventAction;
  createdAt: Date;
  /** Who did it: the author, or who boosts. */
  account: AccountCard;
  object: ShortEventable;
}

type Loaded = KeptEvent & { stamp: string };

const maxBytes = 64 * 2 ** 20;
/** About what an entry takes, with the text that is made of it. */
const weigh = ({ object }: Loaded) => 4 * (object.content.length + object.contentHtml.length) + 6_000;
const kept = createLru<Loaded>(maxBytes, weigh);

/** By id; an event that the viewer may no longer see is missing. */
export async function keptEvents(glimpses: Glimpse[], viewer: Viewer): Promise<Map<number, KeptEvent>> {
  const found = new Map<number, KeptEvent>();
  const missing: number[] = [];
  for (const { id, stamp } of glimpses) {
    const known = kept.get(id);
    if (known?.stamp === stamp) found.set(id, known);
    else missing.push(id);
  }
  if (missing.length === 0) return found;

  const rows = await selectEvents(db, viewer.accountId, viewer.host, missing);
  for (const event of nest<Loaded>(rows)) {
    event.object.media = event.object.media.map(toMedium);
    kept.set(event.id, event);
    found.set(event.id, event);
  }
  return found;
}
