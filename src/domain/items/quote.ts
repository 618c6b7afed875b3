/** Writes what statuses quote. */
import { randomUUID } from 'node:crypto';
import type { ItemHeader } from '../../db/sql/items.ts';
import {
  deleteQuote,
  insertQuote,
  lockQuote,
  type Quotable,
  selectQuotable,
  setQuoteState,
  upsertRemoteQuote,
} from '../../db/sql/quotes.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, recordFact } from '../../jobs/enqueue.ts';
import { iris, isLocalIri, originOf } from '../../lib/iris.ts';
import { maxFetchDepth } from './parts.ts';

/** Quotes a local item at once. The author of a remote item is asked, and the status goes out in the meantime. */
export async function quote(tx: Tx, accountId: number, eventableId: number, item: Quotable): Promise<void> {
  if (item.author_host === '') {
    const isOwn = item.account_id === accountId;
    const authorization = isOwn ? null : iris.quoteAuthorization(item.account_id, eventableId);
    return void (await insertQuote(tx, eventableId, item.id, 'accepted', authorization, null));
  }
  const id = randomUUID();
  await insertQuote(tx, eventableId, item.id, 'pending', null, iris.activity(accountId, id));
  await recordFact(tx, { id, fact: 'quote.requested', eventableId });
}

/** As a remote status states it. It counts once the approval of the quoted author is verified. */
export interface RemoteQuote {
  /** The quoting status. */
  iri: string;
  /** Null if it quotes nothing. */
  quotedIri: string | null;
  authorizationIri: string | null;
  /** Its server asks for an approval. Misskey and others know none. */
  isAskedFor: boolean;
  /** Pays for the fetches that the quote causes. */
  fetchBudgetId?: string;
  depth?: number;
}

/** A newer version of the status `before` may quote another item, or nothing. */
export async function ingestQuote(
  tx: Tx,
  id: number,
  before: Pick<ItemHeader, 'quote_iri'> | null,
  { iri, quotedIri, authorizationIri, isAskedFor, fetchBudgetId, depth = maxFetchDepth }: RemoteQuote,
): Promise<void> {
  if (before && before.quote_iri !== quotedIri) await deleteQuote(tx, id);
  if (quotedIri === null) return;
  const [changed] = await upsertRemoteQuote(tx, id, authorizationIri);
  const isOwn = originOf(quotedIri) === originOf(iri);
  if (changed?.state !== 'pending') return;
  if (isLocalIri(quotedIri)) {
    if (!isAskedFor) await approveUnasked(tx, id);
    return;
  }
  if (depth <= 0) return;
  // Without an approval, only an own item may be quoted.
  if (authorizationIri !== null || isOwn)
    await enqueue(tx, jobs.verifyQuote, { eventableId: id, fetchBudgetId, depth });
}

/** Approves the quote of a local item if its author lets this account quote it. */
async function approveUnasked(tx: Tx, id: number): Promise<void> {
  const [row] = await lockQuote(tx, id);
  const [item] = row?.quoted_id ? await selectQuotable(tx, row.account_id, null, row.quoted_id) : [];
  if (!item?.is_open || !item.is_approved) return;
  await setQuoteState(tx, id, 'accepted', iris.quoteAuthorization(item.account_id, id));
}
