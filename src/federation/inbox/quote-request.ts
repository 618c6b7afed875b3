/** QuoteRequest: somebody elsewhere asks to quote an item of ours, and is told no (FEP-044f). */
import { refuseQuote } from '../../domain/quotes.ts';
import { iriOf, member } from '../json.ts';
import type { OnActivity } from './activity.ts';
import { findItemId } from './item-id.ts';

export const onQuoteRequest: OnActivity = async ({ id, actor, objectIri, json }) => {
  const iri = iriOf(objectIri);
  const itemId = iri ? await findItemId(iri) : null;
  if (itemId === null) return 'irrelevant';

  await refuseQuote(actor.id, itemId, { requestIri: id, instrumentIri: iriOf(member(json, 'instrument')) });
  return 'done';
};
