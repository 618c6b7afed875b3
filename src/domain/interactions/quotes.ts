/** Rejects requests of remote accounts to quote a local item. */
import { transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/record-fact.ts';
import { getItemHeader } from '../items/ownership.ts';

export interface QuoteRequest {
  requestIri: string;
  /** The quoting post. */
  instrumentIri: string | null;
}

/** Throws not_found for items the requester may not see, so that blocked accounts learn nothing. */
export async function refuseQuote(
  requesterId: number,
  eventableId: number,
  request: QuoteRequest,
): Promise<void> {
  await transact(async (tx) => {
    const item = await getItemHeader(tx, requesterId, eventableId);
    if (item.author_host !== '' || !item.iri) return;
    await recordFact(tx, {
      fact: 'quote.rejected',
      accountId: item.account_id,
      targetId: requesterId,
      objectIri: item.iri,
      ...request,
    });
  });
}
