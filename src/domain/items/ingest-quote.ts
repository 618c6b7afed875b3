/** Stores the quotes of remote statuses, which count once the approval of the quoted author is verified. */
import type { ItemHeader } from '../../db/sql/items.ts';
import { deleteQuote, upsertRemoteQuote } from '../../db/sql/quotes.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { maxFetchDepth } from './fetch-linked.ts';
import type { RemoteItem } from './remote-item.ts';

/** Pays for the fetches that a quote causes. */
export interface QuoteFetches {
  fetchBudgetId?: string;
  depth?: number;
}

/** Call it after the status was written. */
export async function ingestQuote(
  tx: Tx,
  id: number,
  { iri, quoteIri, quoteAuthorizationIri = null }: RemoteItem,
  { fetchBudgetId, depth = maxFetchDepth }: QuoteFetches,
): Promise<void> {
  if (!quoteIri) return;
  const [changed] = await upsertRemoteQuote(tx, id, quoteAuthorizationIri);
  const isOwn = originOf(quoteIri) === originOf(iri);
  if (changed?.state !== 'pending' || isLocalIri(quoteIri) || depth <= 0) return;
  // Without an approval, only an own item may be quoted.
  if (quoteAuthorizationIri !== null || isOwn)
    await enqueue(tx, jobs.verifyQuote, { eventableId: id, fetchBudgetId, depth });
}

/** A newer version may quote another item, or nothing. */
export async function replaceQuote(
  tx: Tx,
  existing: ItemHeader,
  item: RemoteItem,
  fetches: QuoteFetches,
): Promise<void> {
  if (existing.quote_iri !== (item.quoteIri ?? null)) await deleteQuote(tx, existing.id);
  await ingestQuote(tx, existing.id, item, fetches);
}

/** Mastodon adds the approval in an Update without a newer `updated`. */
export async function ingestAuthorization(
  tx: Tx,
  existing: ItemHeader,
  item: RemoteItem,
  fetches: QuoteFetches,
): Promise<void> {
  if (!item.quoteAuthorizationIri || existing.quote_iri !== item.quoteIri) return;
  await ingestQuote(tx, existing.id, item, fetches);
}
