/** QuoteRequest: a remote account asks to quote a local item. It is rejected (FEP-044f). */
import { refuseQuote } from '../../domain/interactions/quotes.ts';
import { iriOf, member } from '../json-ld/json.ts';
import type { OnActivity } from './activity.ts';
import { findItemId } from './item-id.ts';

export const onQuoteRequest: OnActivity = async ({ id, actor, objectIri, json }) => {
  const iri = iriOf(objectIri);
  const itemId = iri ? await findItemId(iri) : null;
  if (itemId === null) return 'irrelevant';

  await refuseQuote(actor.id, itemId, { requestIri: id, instrumentIri: iriOf(member(json, 'instrument')) });
  return 'done';
};
