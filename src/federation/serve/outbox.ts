/** Writes out what an account published and boosted, as activities. */
import { listOutbox, type OutboxEntry } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { findEventableByIri } from '../../domain/eventables/read.ts';
import { anyone } from '../../domain/eventables/visibility.ts';
import { toAnnounce, toCreate } from '../activities.ts';
import { loadBoost } from '../boost.ts';
import { render } from './answer.ts';
import { renderOnce } from './rendered.ts';

/** Items are JSON texts, newest first; `last` is the cursor below them, null on the last page. */
export interface CollectionPage {
  items: string[];
  last: number | null;
}

const decoder = new TextDecoder();

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

async function renderEntry({ eventable_iri: iri, version, boost_id: boostId }: OutboxEntry) {
  const rendered =
    boostId === null
      ? await renderOnce(createIriOf(iri), version, async () => {
          const item = await findEventableByIri(iri, anyone);
          return item && render(toCreate(createIriOf(iri), item));
        })
      : await renderOnce(`boost ${boostId}`, 1, async () => {
          const boost = await loadBoost(boostId);
          return boost && render(toAnnounce(boost));
        });
  return rendered && decoder.decode(rendered.bytes);
}

/** The Create that was delivered is forgotten after a while; in the outbox each item has one that lasts as long as it. */
const createIriOf = (iri: string) => `${iri}#create`;
