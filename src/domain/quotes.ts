/** Requests from elsewhere to quote an item of ours: refused, for quotes cannot be shown with what was quoted here. */
import { randomUUID } from 'node:crypto';
import { transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { iris } from '../lib/iris.ts';
import { getStanding } from './eventables/own.ts';

export interface QuoteRequest {
  requestIri: string;
  /** What would quote. */
  instrumentIri: string | null;
}

/** Throws not_found for what the requester may not see: who is blocked learns nothing. */
export async function refuseQuote(
  requesterId: number,
  eventableId: number,
  request: QuoteRequest,
): Promise<void> {
  await transact(async (tx) => {
    const item = await getStanding(tx, requesterId, eventableId);
    if (item.author_host !== '' || !item.iri) return;
    await enqueue(tx, jobs.sendActivity, {
      verb: 'RejectQuote',
      activity: iris.activity(item.account_id, randomUUID()),
      accountId: item.account_id,
      targetId: requesterId,
      objectIri: item.iri,
      ...request,
    });
  });
}
