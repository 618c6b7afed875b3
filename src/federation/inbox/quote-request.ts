/** QuoteRequest: a remote account asks to quote a local item (FEP-044f). */
import { transact } from '../../db/transaction.ts';
import { acceptQuote, isQuoteApproved, rejectQuote } from '../../domain/statuses/quotes.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { originOf } from '../../lib/iris.ts';
import { firstOf, iriOf, isObject, member } from '../json-ld/json.ts';
import type { OnActivity } from './activity.ts';
import { ingestItem } from './ingest-item.ts';
import { findItemId } from './item-id.ts';
import { lookAgain } from './retry-later.ts';

/** The quoting post is stored first, embedded or fetched, because it says who quotes what. */
export const onQuoteRequest: OnActivity = async (activity) => {
  const { id: requestIri, actor, objectIri, json } = activity;
  const itemId = objectIri === null ? null : await findItemId(objectIri);
  if (itemId === null) return 'irrelevant';
  const instrument = firstOf(member(json, 'instrument'));
  const instrumentIri = iriOf(instrument);
  if (!instrumentIri || originOf(instrumentIri) !== originOf(actor.iri)) return 'refused';

  const request = { itemId, requestIri, instrumentIri };
  const isApproved = await isQuoteApproved(actor.id, itemId);
  if (isApproved === null) return 'irrelevant';
  if (!isApproved) {
    await rejectQuote(actor.id, request);
    return 'done';
  }
  if (isObject(instrument)) await ingestItem(activity, instrument);
  const statusId = await findItemId(instrumentIri);
  if (statusId !== null) return (await acceptQuote(actor.id, statusId, request)) ? 'done' : 'refused';
  if (isObject(instrument)) return 'refused';

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri: instrumentIri }));
  return lookAgain(activity.receivedAt);
};
