/** Maps each fact to the function that composes its activity. */
import type { Fact, FactName, FactOf } from '../../jobs/fact.ts';
import { toCreate, toUpdate } from './activities.ts';
import {
  collectionComposers,
  composeAccept,
  composeAcceptQuote,
  composeAnnounce,
  composeBlock,
  composeDeleteAuthorization,
  composeFlag,
  composeFollow,
  composeLike,
  composeQuoteRequest,
  composeReject,
  composeRejectQuote,
  composeUndoAnnounce,
  composeUndoBlock,
  composeUndoFollow,
  composeUndoLike,
} from './interactions.ts';
import {
  composeAdd,
  composeDelete,
  composeDeleteActor,
  composeItem,
  composeMove,
  composeRemove,
  composeUpdateActor,
  composeWithdrawal,
} from './items.ts';
import type { Composed } from './outgoing.ts';

type Composers = { [Name in FactName]: (fact: FactOf<Name>) => Promise<Composed> };

const composers: Composers = {
  'account.deleted': composeDeleteActor,
  'account.moved': composeMove,
  'account.updated': composeUpdateActor,
  'block.created': composeBlock,
  'block.deleted': composeUndoBlock,
  'boost.created': composeAnnounce,
  'boost.deleted': composeUndoAnnounce,
  'follow.accepted': composeAccept,
  'follow.created': composeFollow,
  'follow.deleted': composeUndoFollow,
  'follow.rejected': composeReject,
  'item.deleted': composeDelete,
  'item.published': (fact) => composeItem(fact, toCreate),
  'item.restricted': composeWithdrawal,
  'item.updated': (fact) => composeItem(fact, toUpdate),
  'like.created': composeLike,
  'like.deleted': composeUndoLike,
  'pin.created': composeAdd,
  'pin.deleted': composeRemove,
  'quote.accepted': composeAcceptQuote,
  'quote.rejected': composeRejectQuote,
  'quote.requested': composeQuoteRequest,
  'quote.revoked': composeDeleteAuthorization,
  'report.created': composeFlag,
  ...collectionComposers,
};

export function compose(fact: Fact): Promise<Composed> {
  const composer = composers[fact.fact] as (fact: Fact) => Promise<Composed>;
  return composer(fact);
}
